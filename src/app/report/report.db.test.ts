import { beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()
let id: string

beforeAll(async () => {
  const mio = await createPerson(site.hoshi.url, 'creator', 'Mio')
  id = (await publishEpisode(site.hoshi, mio, { title: 'Paper boats' })).id
})

test('without scripts, everything that is wrong with a report is said at once, and what was typed stays', async () => {
  const page = await (await site.visit()).open(`/report?kind=episode&id=${id}`)
  page.field('Details').fill('At the pier.')
  page.field('Time in the episode').fill('later')
  page.field('Email').fill('nobody')
  const refused = await page.press('Send Report')
  expect(refused.text).toContain('3 fields need you')
  expect(refused.text).toContain('Reason: please choose one of the reasons')
  for (const message of ['Please choose one of the reasons.', 'Please choose a time within the episode.'])
    expect(refused.text).toContain(message)
  expect(refused.field('Details').value).toBe('At the pier.')
  expect(refused.field('Email').value).toBe('nobody')
})
