import { expect, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import type { PlainPage } from '#tests/support/http/plain-browser.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()

const titlesOf = (page: PlainPage) => page.all('article').map((card) => card.all('heading')[0]?.text)

test('without scripts, a link leads to the further pages of a filtered list', async () => {
  const creator = await createPerson(site.hoshi.url, 'creator')
  const seed = (title: string, genre: string) => seedEpisode(site.hoshi.connectionString, creator, { title, genre })
  for (let n = 1; n <= 26; n++) await seed(`Cut ${n}`, 'Mecha')
  await seed('Rain', 'Drama')
  const first = await (await site.visit()).open('/explore?genre=Mecha')
  expect(first.text).toContain('Found 26 episodes in Mecha')
  expect(titlesOf(first)).toHaveLength(24)
  const last = await first.follow('Load More')
  expect(last.text).toContain('Found 26 episodes in Mecha')
  expect(titlesOf(last)).toEqual(['Cut 2', 'Cut 1'])
  expect(last.all('link', 'Load More')).toEqual([])
})
