import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let viewer: Person
let stranger: Pick<Person, 'call'>
/** Path of the notes of an episode with 48 frames. */
let path: string

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
  stranger = createStranger(site.url)
})

afterAll(() => site?.close())

beforeEach(async () => {
  await queryDatabase(site.connectionString, 'delete from rate_limits')
  path = `/api/v1/episodes/${(await publishEpisode(site, creator)).id}/notes`
})

const write = (body: unknown, by: Pick<Person, 'call'> = viewer) => by.call('POST', path, body)

async function textsFor(person: Pick<Person, 'call'>, query = ''): Promise<string[]> {
  const { notes } = (await (await person.call('GET', `${path}${query}`)).json()) as { notes: { text: string }[] }
  return notes.map(({ text }) => text)
}

describe('a note', () => {
  test('has its fields, and no others', async () => {
    const response = await write({ text: 'run!!', frame: 47 })
    expect(response.status).toBe(201)
    const note = await response.json()
    expect(note).toEqual({
      id: expect.any(String),
      text: 'run!!',
      frame: 47,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      author: { uid: viewer.account.uid, username: '', avatarUrl: '' },
      hidden: false,
      pinned: false,
      held: false,
    })
    expect(await (await stranger.call('GET', path)).json()).toEqual({ notes: [note], total: 1 })
  })

  test('is refused with the field at fault', async () => {
    for (const [body, code, field] of [
      [{ text: 'a'.repeat(121), frame: 0 }, 'engagement.note_invalid', 'text'],
      [{ text: 'a\nb', frame: 0 }, 'engagement.note_invalid', 'text'],
      [{ text: ' \u200b ', frame: 0 }, 'engagement.note_required', 'text'],
      [{ text: 'a', frame: 48 }, 'engagement.frame_outside', 'frame'],
      [{ text: 'a', frame: -1 }, 'engagement.frame_outside', 'frame'],
      [{ text: 'a', frame: 1.5 }, 'engagement.frame_outside', 'frame'],
      [{ text: 'a', frame: 1e300 }, 'engagement.frame_outside', 'frame'],
      [{ text: 'a', frame: '1' }, 'engagement.frame_outside', 'frame'],
      [{ text: 1, frame: 1 }, 'request.invalid', 'text'],
      [{ text: 'a', frame: 1, pinned: true }, 'request.invalid', 'pinned'],
    ] as const) {
      const response = await write(body)
      expect([response.status, await response.json()]).toEqual([422, expect.objectContaining({ code, field })])
    }
    expect(await textsFor(viewer)).toEqual([])
    expect((await write({ text: '😀'.repeat(120), frame: 0 })).status).toBe(201)
  })

  test('is one of ten in a minute, and the eleventh learns when to come back', async () => {
    const statuses: number[] = []
    for (let frame = 0; frame < 10; frame += 1) statuses.push((await write({ text: 'again', frame })).status)
    expect(statuses).toEqual(Array(10).fill(201))
    const refused = await write({ text: 'again', frame: 10 })
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'engagement.too_many_notes' }),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('a range of frames has both of its ends, and another is refused', async () => {
  for (const frame of [0, 10, 20, 47]) await write({ text: `at ${frame}`, frame })
  expect(await textsFor(stranger)).toEqual(['at 0', 'at 10', 'at 20', 'at 47'])
  expect(await textsFor(stranger, '?from=10&to=20')).toEqual(['at 10', 'at 20'])
  expect(await textsFor(stranger, '?to=9')).toEqual(['at 0'])
  expect(await textsFor(stranger, '?from=48&to=2147483647')).toEqual([])
  for (const query of ['?from=-1', '?to=x', '?from=1.5', '?to=2147483648']) {
    expect((await stranger.call('GET', `${path}${query}`)).status, query).toBe(422)
  }
})

test('words of the site’s list hold or refuse a note, but hold none of the creator’s own', async () => {
  const admin = await createStaff(site, 'admin')
  for (const [word, action] of [
    ['casino', 'hold'],
    ['bingo', 'refuse'],
  ]) {
    await admin.call('POST', '/api/v1/admin/words', { word, action, places: ['comment'] })
  }
  const held = await write({ text: 'casino night', frame: 1 })
  expect([held.status, await held.clone().json()]).toEqual([201, expect.objectContaining({ held: true })])
  expect(await (await write({ text: 'my casino', frame: 1 }, creator)).json()).toMatchObject({ held: false })
  const refused = await write({ text: 'bingo!', frame: 1 })
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'creators.word_refused', field: 'text' }),
  ])
  expect(await textsFor(stranger)).toEqual(['my casino'])
  const { id } = (await held.json()) as { id: string }
  const through = await creator.call('DELETE', `/api/v1/notes/${id}/hide`)
  expect(await through.json()).toMatchObject({ id, held: false })
  expect((await textsFor(stranger)).sort()).toEqual(['casino night', 'my casino'])
})

test('notes of people whom one follows can be asked for, with one’s own', async () => {
  await write({ text: 'from a viewer', frame: 1 })
  await write({ text: 'from the creator', frame: 2 }, creator)
  const other = await createPerson(site.url, 'viewer')
  await write({ text: 'my own', frame: 3 }, other)
  const followedFor = (person: Pick<Person, 'call'>) => textsFor(person, '?following=true')
  expect([await followedFor(other), await followedFor(stranger)]).toEqual([['my own'], []])
  await other.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
  expect(await followedFor(other)).toEqual(['from the creator', 'my own'])
  expect(await textsFor(other, '?following=false')).toEqual(['from a viewer', 'from the creator', 'my own'])
})

test('mutes are one person’s own, and marks are answered with the note', async () => {
  const { id } = (await (await write({ text: 'LOUD', frame: 3 })).json()) as { id: string }
  const other = await createPerson(site.url, 'viewer')
  const mute = `/api/v1/me/muted/${viewer.account.uid}`
  expect((await other.call('PUT', mute)).status).toBe(204)
  expect([await textsFor(other), await textsFor(stranger)]).toEqual([[], ['LOUD']])
  expect((await other.call('DELETE', mute)).status).toBe(204)
  expect(await textsFor(other)).toEqual(['LOUD'])
  expect(await (await creator.call('PUT', `/api/v1/notes/${id}/pin`)).json()).toMatchObject({ id, pinned: true })
  expect(await (await creator.call('PUT', `/api/v1/notes/${id}/hide`)).json()).toMatchObject({
    hidden: true,
    pinned: false,
  })
  expect([await textsFor(viewer), await textsFor(stranger)]).toEqual([['LOUD'], []])
  expect((await viewer.call('DELETE', `/api/v1/notes/${id}`)).status).toBe(204)
  expect(await textsFor(creator)).toEqual([])
})
