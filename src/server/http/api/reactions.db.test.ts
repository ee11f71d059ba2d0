import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let owner: Person
let other: Person
let viewer: Person
let stranger: Pick<Person, 'call'>
let episodeId: string
let draftId: string

beforeAll(async () => {
  site = await createTestHoshi()
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
    const shown = await (await stranger.call('GET', `/api/v1/episodes/${id}`)).json()
    expect(shown).toMatchObject({ likes: 1 })
    expect(shown).not.toHaveProperty('liked')
    const likedBy = async (who: Person) => (await (await who.call('GET', `/api/v1/episodes/${id}`)).json()).liked
    expect([await likedBy(viewer), await likedBy(other)]).toEqual([false, true])
    const { episodes } = await (await other.call('GET', '/api/v1/episodes')).json()
    expect(episodes.find((each: { id: string }) => each.id === id)).toMatchObject({ liked: true })
  })

  test('from another site are refused', async () => {
    const path = `/api/v1/episodes/${episodeId}/like`
    const response = await viewer.call('PUT', path, undefined, { Origin: 'https://elsewhere.example' })
    expect(response.status).toBe(403)
  })
})

const text = { text: 'So gentle' }

describe('comments', () => {
  test('are read by everyone and written by signed-in people, on episodes that they may see', async () => {
    expect(await statusesOf('GET', `/api/v1/episodes/${episodeId}/comments`)).toEqual([200, 200, 200, 200])
    expect(await statusesOf('GET', `/api/v1/episodes/${draftId}/comments`)).toEqual([404, 404, 404, 200])
    expect(await statusesOf('POST', `/api/v1/episodes/${episodeId}/comments`, text)).toEqual([401, 201, 201, 201])
    expect(await statusesOf('POST', `/api/v1/episodes/${draftId}/comments`, { text: 'Soon' })).toEqual([
      401, 404, 404, 201,
    ])
  })

  test('have the fields of the contract, without email addresses', async () => {
    const { id } = await publishEpisode(site, owner)
    const path = `/api/v1/episodes/${id}/comments`
    const created = await viewer.call('POST', path, { text: 'First' })
    const first = { text: 'First', author: { uid: viewer.account.uid, username: '', avatarUrl: '' } }
    const body = (await created.json()) as Record<string, unknown>
    const marks = { editedAt: null, byCreator: false, liked: false, pinned: false, hidden: false, held: false }
    expect(body).toEqual({
      ...first,
      ...marks,
      parentId: null,
      frame: null,
      onPicture: false,
      likes: 0,
      replies: [],
      replyCount: 0,
      id: expect.any(String),
      createdAt: expect.any(String),
    })
    await owner.call('POST', path, { text: 'Thank you' })
    const page = await (await stranger.call('GET', `${path}?limit=1`)).json()
    expect(page).toEqual({
      comments: [
        expect.objectContaining({
          text: 'Thank you',
          author: { uid: owner.account.uid, username: 'Mika', avatarUrl: '' },
        }),
      ],
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

  test('are limited to three a minute, with a time to retry', async () => {
    const person = await createPerson(site.url, 'viewer')
    const path = `/api/v1/episodes/${episodeId}/comments`
    const responses = await Promise.all([1, 2, 3, 4, 5].map((n) => person.call('POST', path, { text: `Words ${n}` })))
    expect(responses.map((response) => response.status).sort()).toEqual([201, 201, 201, 429, 429])
    const refused = responses.find((response) => response.status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('are deleted by their author, the creator of the episode or an admin', async () => {
    const admin = await createPerson(site.url, 'viewer')
    await queryDatabase(site.connectionString, `update users set role = 'admin' where id = $1`, [admin.account.uid])
    const author = await createPerson(site.url, 'viewer')
    for (const [n, remover] of [author, owner, admin].entries()) {
      const created = await author.call('POST', `/api/v1/episodes/${episodeId}/comments`, { text: `Words ${n}` })
      const path = `/api/v1/comments/${((await created.json()) as { id: string }).id}`
      expect((await stranger.call('DELETE', path)).status).toBe(401)
      expect((await other.call('DELETE', path)).status).toBe(403)
      expect((await remover.call('DELETE', path)).status).toBe(204)
      expect((await remover.call('DELETE', path)).status).toBe(404)
    }
  })
})

describe('replies and marks', () => {
  test('are made and removed by the routes of the contract', async () => {
    const owner = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, owner)
    const author = await createPerson(site.url, 'viewer')
    const path = `/api/v1/episodes/${id}/comments`
    const made = (await (await author.call('POST', path, { text: 'How?' })).json()) as { id: string }
    const comment = `/api/v1/comments/${made.id}`
    const reply = await owner.call('POST', path, { text: 'By hand', parentId: made.id })
    expect(await reply.json()).toMatchObject({ parentId: made.id, byCreator: true })
    expect(await (await stranger.call('GET', `${comment}/replies`)).json()).toMatchObject({
      comments: [{ text: 'By hand', replies: [] }],
      total: 1,
      nextCursor: null,
    })
    expect(await (await viewer.call('PUT', `${comment}/like`)).json()).toEqual({ likes: 1, liked: true })
    expect(await (await viewer.call('DELETE', `${comment}/like`)).json()).toEqual({ likes: 0, liked: false })
    const edited = await author.call('PATCH', comment, { text: 'How, please?' })
    expect(await edited.json()).toMatchObject({ text: 'How, please?', editedAt: expect.any(String), replyCount: 1 })
    expect(await (await owner.call('PUT', `${comment}/pin`)).json()).toMatchObject({ pinned: true })
    expect(await (await owner.call('PUT', `${comment}/hide`)).json()).toMatchObject({ hidden: true, pinned: false })
    expect(await (await stranger.call('GET', `/api/v1/episodes/${id}`)).json()).toMatchObject({ comments: 0 })
    expect(await (await owner.call('DELETE', `${comment}/hide`)).json()).toMatchObject({ hidden: false })
    const top = await (await viewer.call('GET', `${path}?sort=top`)).json()
    expect(top).toMatchObject({ comments: [{ id: made.id, replies: [{ text: 'By hand' }] }], total: 2 })
  })

  test('refuse with the codes of the contract', async () => {
    const owner = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, owner)
    const author = await createPerson(site.url, 'viewer')
    const other = await createPerson(site.url, 'creator')
    const path = `/api/v1/episodes/${id}/comments`
    const made = (await (await author.call('POST', path, text)).json()) as { id: string }
    const comment = `/api/v1/comments/${made.id}`
    const reply = (await (await owner.call('POST', path, { text: 'By hand', parentId: made.id })).json()) as {
      id: string
    }
    const refused: [Person, string, string, object | undefined, number, string][] = [
      [author, 'POST', path, text, 409, 'engagement.comment_repeated'],
      [other, 'POST', path, { text: 'So', parentId: reply.id }, 422, 'engagement.reply_to_reply'],
      [other, 'PATCH', comment, { text: 'Mine' }, 403, 'engagement.author_only'],
      [other, 'PUT', `${comment}/hide`, undefined, 403, 'engagement.episode_creator_only'],
      [owner, 'PUT', `/api/v1/comments/${reply.id}/pin`, undefined, 409, 'engagement.comment_not_pinnable'],
      [owner, 'PUT', `/api/v1/creators/${owner.account.uid}/block`, undefined, 409, 'engagement.block_self'],
      [owner, 'PUT', '/api/v1/creators/unknown/block', undefined, 404, 'engagement.account_not_found'],
      [viewer, 'PUT', `/api/v1/creators/${other.account.uid}/block`, undefined, 403, 'creators.creators_only'],
    ]
    for (const [who, method, at, body, status, code] of refused) {
      expect(await (await who.call(method, at, body)).json()).toMatchObject({ status, code })
    }
    expect((await owner.call('PUT', `/api/v1/creators/${author.account.uid}/block`)).status).toBe(204)
    const blocked = await author.call('POST', path, { text: 'More' })
    expect(await blocked.json()).toMatchObject({ status: 403, code: 'engagement.comments_blocked' })
    const closed = await owner.call('PATCH', `/api/v1/episodes/${id}`, { commentsOpen: false })
    expect(await closed.json()).toMatchObject({ commentsOpen: false })
    const late = await other.call('POST', path, { text: 'More' })
    expect(await late.json()).toMatchObject({ status: 403, code: 'engagement.comments_closed' })
    const key = `comments-day:${other.account.uid}`
    await queryDatabase(
      site.connectionString,
      `insert into rate_limits (key, used, ends_at) values ($1, 60, now() + interval '1 hour')
       on conflict (key) do update set used = 60`,
      [key],
    )
    const full = await other.call('POST', `/api/v1/episodes/${episodeId}/comments`, { text: 'The last straw' })
    expect(await full.json()).toMatchObject({ status: 429, code: 'engagement.too_many_comments_today' })
  })
})
