import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, createStranger, type Person } from '#tests/support/person.ts'
import { queryDatabase } from '#tests/support/query-database.server.ts'
import { publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { createUpload } from '#tests/support/tus.ts'

let site: TestHoshi
let owner: Person
let other: Person
let viewer: Person
let stranger: Pick<Person, 'call'>
let episodeId: string
let draftId: string

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  owner = await createPerson(site.url, 'creator', 'Mika')
  other = await createPerson(site.url, 'creator')
  viewer = await createPerson(site.url, 'viewer')
  stranger = createStranger(site.url)
  episodeId = (await publishEpisode(site, owner)).id
  const { uid: videoId } = await createUpload(owner, 10)
  const draft = await owner.call('POST', '/api/v1/episodes', { title: 'T', genre: 'Drama', nsfw: false, videoId })
  draftId = ((await draft.json()) as { id: string }).id
})

afterAll(() => site?.close())

const statusesOf = async (method: string, path: string, body?: unknown) =>
  Promise.all([stranger, viewer, other, owner].map(async (who) => (await who.call(method, path, body)).status))

describe('likes', () => {
  test('are for signed-in people, on episodes that they may see', async () => {
    for (const method of ['PUT', 'DELETE']) {
      expect(await statusesOf(method, `/api/v1/episodes/${episodeId}/like`)).toEqual([401, 200, 200, 200])
      expect(await statusesOf(method, `/api/v1/episodes/${draftId}/like`)).toEqual([401, 404, 404, 200])
      expect(await statusesOf(method, '/api/v1/episodes/unknown/like')).toEqual([401, 404, 404, 404])
    }
  })

  test('return the number and one’s own state, and show on the episode', async () => {
    const { id } = await publishEpisode(site, owner)
    const path = `/api/v1/episodes/${id}/like`
    expect(await (await viewer.call('PUT', path)).json()).toEqual({ likes: 1, liked: true })
    expect(await (await viewer.call('PUT', path)).json()).toEqual({ likes: 1, liked: true })
    expect(await (await other.call('PUT', path)).json()).toEqual({ likes: 2, liked: true })
    expect(await (await viewer.call('DELETE', path)).json()).toEqual({ likes: 1, liked: false })
    expect(await (await stranger.call('GET', `/api/v1/episodes/${id}`)).json()).toMatchObject({ likes: 1 })
  })

  test('from another site are refused', async () => {
    const path = `/api/v1/episodes/${episodeId}/like`
    const response = await viewer.call('PUT', path, undefined, { Origin: 'https://elsewhere.example' })
    expect(response.status).toBe(403)
  })
})

describe('comments', () => {
  const text = { text: 'So gentle' }

  test('are read by everyone and written by signed-in people, on episodes that they may see', async () => {
    expect(await statusesOf('GET', `/api/v1/episodes/${episodeId}/comments`)).toEqual([200, 200, 200, 200])
    expect(await statusesOf('GET', `/api/v1/episodes/${draftId}/comments`)).toEqual([404, 404, 404, 200])
    expect(await statusesOf('POST', `/api/v1/episodes/${episodeId}/comments`, text)).toEqual([401, 201, 201, 201])
    expect(await statusesOf('POST', `/api/v1/episodes/${draftId}/comments`, text)).toEqual([401, 404, 404, 201])
  })

  test('have the fields of the contract, without email addresses', async () => {
    const { id } = await publishEpisode(site, owner)
    const path = `/api/v1/episodes/${id}/comments`
    const created = await viewer.call('POST', path, { text: 'First' })
    const first = { text: 'First', author: { uid: viewer.account.uid, username: '' } }
    const body = (await created.json()) as Record<string, unknown>
    expect(body).toEqual({ ...first, id: expect.any(String), createdAt: expect.any(String) })
    await owner.call('POST', path, { text: 'Thank you' })
    const page = await (await stranger.call('GET', `${path}?limit=1`)).json()
    expect(page).toEqual({
      comments: [expect.objectContaining({ text: 'Thank you', author: { uid: owner.account.uid, username: 'Mika' } })],
      total: 2,
      nextCursor: expect.any(String),
    })
    const rest = await (await stranger.call('GET', `${path}?limit=1&cursor=${page.nextCursor}`)).json()
    expect(rest).toEqual({ comments: [body], total: 2, nextCursor: null })
    expect(JSON.stringify([page, rest])).not.toContain('@')
  })

  test('with unknown fields, no text or an invalid cursor are refused', async () => {
    const path = `/api/v1/episodes/${episodeId}/comments`
    const wrong: [object, string, string][] = [
      [{}, 'request.invalid', 'text'],
      [{ ...text, authorUid: 'x' }, 'request.invalid', 'authorUid'],
      [{ text: ' ' }, 'engagement.comment_required', 'text'],
      [{ text: 'x'.repeat(2001) }, 'engagement.comment_invalid', 'text'],
    ]
    for (const [body, code, field] of wrong) {
      expect(await (await other.call('POST', path, body)).json()).toMatchObject({ status: 422, code, field })
    }
    const lost = await stranger.call('GET', `${path}?cursor=nowhere`)
    expect(await lost.json()).toMatchObject({ status: 422, code: 'engagement.cursor_invalid' })
  })

  test('are limited to five a minute, with a time to retry', async () => {
    const person = await createPerson(site.url, 'viewer')
    const path = `/api/v1/episodes/${episodeId}/comments`
    const responses = await Promise.all(Array.from({ length: 7 }, () => person.call('POST', path, text)))
    expect(responses.map((response) => response.status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429])
    const refused = responses.find((response) => response.status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('are deleted by their author, the creator of the episode or an admin', async () => {
    const admin = await createPerson(site.url, 'viewer')
    await queryDatabase(site.connectionString, `update users set role = 'admin' where id = $1`, [admin.account.uid])
    const author = await createPerson(site.url, 'viewer')
    for (const remover of [author, owner, admin]) {
      const created = await author.call('POST', `/api/v1/episodes/${episodeId}/comments`, text)
      const path = `/api/v1/comments/${((await created.json()) as { id: string }).id}`
      expect((await stranger.call('DELETE', path)).status).toBe(401)
      expect((await other.call('DELETE', path)).status).toBe(403)
      expect((await remover.call('DELETE', path)).status).toBe(204)
      expect((await remover.call('DELETE', path)).status).toBe(404)
    }
  })
})
