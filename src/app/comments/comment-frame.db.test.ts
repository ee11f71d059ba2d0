import { expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()

test('a comment that belongs to a frame leads there, and says whether it is on the picture', async () => {
  const creator = await createPerson(site.hoshi.url, 'creator', 'Mio')
  const { id } = await publishEpisode(site.hoshi, creator)
  const write = (text: string, place: object) =>
    creator.call('POST', `/api/v1/episodes/${id}/comments`, { text, ...place })
  await write('Below', {})
  await write('Pinned to a frame', { frame: 24 })
  expect((await write('On twos', { frame: 47, onPicture: true })).status).toBe(201)

  const comments = (await (await site.visit()).open(`/watch/${id}`)).the('region', /Comments/)
  const texts = comments
    .all('listitem')
    .map(({ text }) => text)
    .filter((text) => text.includes('Mio'))
  expect(texts).toEqual([
    expect.stringMatching(/0:01.*on the picture.*On twos/s),
    expect.stringMatching(/0:01.*Pinned to a frame/s),
    expect.not.stringMatching(/0:0\d/),
  ])
  expect(texts[1]).not.toContain('on the picture')
  const links = comments.all('link', 'Jump to 0:01').map((link) => link.attributes.href)
  expect(links).toEqual(['?t=1.979', '?t=1.021'])
})
