import { beforeAll, expect, test } from 'vitest'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()
let creator: Person
let moderator: Person

beforeAll(async () => {
  creator = await createPerson(site.hoshi.url, 'creator', 'Mika')
  moderator = await createStaff(site.hoshi, 'moderator')
})

/** Names of the covered pictures of the only item, in order. */
async function coveredPictures(title: string): Promise<string[]> {
  const page = await (await moderator.call('GET', '/admin/queue')).text()
  expect(page).toContain(title)
  const names = [...page.matchAll(/>Reveal: ([^/]*?)<\/span>/g)].map(([, name]) => name!.replaceAll('<!-- -->', ''))
  return names
}

test('a moderator sees the frames of a reported moment, and of an NSFW episode those over its length', async () => {
  const reader = await createPerson(site.hoshi.url, 'viewer')
  const id = await publishFinished(site.hoshi, creator, 'film', { title: 'Night Market', nsfw: true })
  const subject = { kind: 'episode', id }
  const sent = await reader.call('POST', '/api/v1/reports', { subject, reason: 'copied' })
  expect(sent.status).toBe(201)
  const overview = await coveredPictures('Night Market')
  expect(overview[0]).toBe('Video')
  expect(overview.length).toBeGreaterThan(2)
  expect(overview.filter((name) => name.endsWith(', reported'))).toEqual([])

  const another = await createPerson(site.hoshi.url, 'viewer')
  await another.call('POST', '/api/v1/reports', { subject, reason: 'not_marked_nsfw', atSeconds: 1.5 })
  const pictures = await coveredPictures('1 reported moment')
  expect(pictures.filter((name) => name.endsWith(', reported'))).toEqual(['0:01, reported'])
})
