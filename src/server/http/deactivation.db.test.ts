import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createUpload, someBytes } from '#tests/support/http/tus.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { takedown } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
/** Another process on the same database. */
let node: TestHoshi
let ines: Person

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  node = await createTestHoshi({ beside: site })
})
afterAll(async () => {
  await node?.close()
  await site?.close()
})

beforeEach(async () => {
  ines = await createPerson(site.url, 'creator', `Ines ${newId().slice(0, 12)}`)
})

const tus = { 'Tus-Resumable': '1.0.0' }
const rowsOf = <Row extends object>(statement: string, ...values: unknown[]) =>
  queryDatabase<Row>(site.connectionString, statement, values)

type Json = Record<string, unknown> & { id: string }

async function send(person: Pick<Person, 'call'>, method: string, path: string, body?: object): Promise<Json> {
  const response = await person.call(method, `/api/v1${path}`, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Json
}

/** Deletes an account; by default, so that it can be restored. */
const leave = ({ call, password }: Person, more = {}) => call('DELETE', '/api/v1/me', { password, ...more })
const signIn = ({ call, email, password }: Person) => call('POST', '/api/auth/sign-in/email', { email, password })

function post(person: Person, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return person.call('POST', path, form)
}

/** A creator who has something of everything that others see, and how that looks to them. */
async function createWorld() {
  const { uid } = ines.account
  const other = await createPerson(site.url, 'creator')
  const viewer = await createPerson(site.url, 'viewer')
  await send(viewer, 'PUT', `/creators/${uid}/follow`)
  for (const person of [ines, viewer]) await send(person, 'PUT', `/creators/${other.account.uid}/follow`)
  const { id, video } = await publishEpisode(site, ines, { title: `Tides ${newId()}` })
  const series = await send(ines, 'POST', '/series', { title: 'The Tides' })
  await send(ines, 'PUT', `/series/${series.id}/episodes`, { episodeIds: [id] })
  const avatar = `/avatars/${uid}/${newId()}.webp`
  await mkdir(join(site.dataDir, 'files/avatars', uid), { recursive: true })
  await writeFile(join(site.dataDir, 'files', avatar), 'a picture')
  await send(viewer, 'PUT', `/me/watch-later/${id}`)

  const credits = [{ name: 'Ines', role: 'Music', uid }]
  const shared = await publishEpisode(site, other, { credits, translationsOpen: true })
  const { credits: asked } = (await send(ines, 'GET', '/me/credits')) as unknown as { credits: Json[] }
  await send(ines, 'PUT', `/me/credits/${asked[0]!.id}`)
  for (const person of [ines, viewer]) await send(person, 'PUT', `/episodes/${shared.id}/like`)
  const write = (by: Person, text: string, parentId?: string) =>
    send(by, 'POST', `/episodes/${shared.id}/comments`, { text, ...(parentId && { parentId }) })
  const theirs = await write(viewer, 'Lovely')
  await write(ines, 'Thank you', theirs.id)
  const hers = await write(ines, 'I made the music')
  await write(viewer, 'It is great', hers.id)
  for (const person of [viewer, ines]) {
    await send(person, 'POST', `/episodes/${shared.id}/notes`, { text: `By ${person.account.role}`, frame: 24 })
  }
  await send(other, 'PUT', `/comments/${hers.id}/pin`)
  await send(ines, 'PUT', `/comments/${theirs.id}/like`)
  const subtitles = subtitleForm(linesFile(['Low tide']), { language: 'en', kind: 'subtitles' })
  await ines.call('POST', `/api/v1/episodes/${shared.id}/subtitles`, subtitles)

  /** Texts of comments with their replies, as somebody reads them. */
  async function textsFor(person: Pick<Person, 'call'>, url: string): Promise<string[]> {
    const response = await person.call('GET', `${url}/api/v1/episodes/${shared.id}/comments`)
    const { comments } = (await response.json()) as { comments: { text: string; replies: { text: string }[] }[] }
    return comments.flatMap(({ text, replies }) => [text, ...replies.map((reply) => reply.text)])
  }

  async function notesFor(person: Pick<Person, 'call'>, url: string): Promise<string[]> {
    const response = await person.call('GET', `${url}/api/v1/episodes/${shared.id}/notes`)
    const { notes } = (await response.json()) as { notes: { text: string }[] }
    return notes.map(({ text }) => text).sort()
  }

  async function look({ url }: TestHoshi) {
    const stranger = createStranger(url)
    const statuses = (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await stranger.call('GET', path)).status))
    const text = async (path: string, person: Pick<Person, 'call'> = stranger) =>
      (await person.call('GET', `${url}${path}`)).text()
    const names = async (path: string, person: Pick<Person, 'call'> = stranger) => {
      const found = await text(path, person)
      return found.includes(uid) || found.includes(id)
    }
    const api = async (path: string) => JSON.parse(await text(`/api/v1${path}`)) as Record<string, unknown>
    const { likes, comments, credits: named } = await api(`/episodes/${shared.id}`)
    const { followers } = await api(`/creators/${other.account.uid}`)
    const toldTo = async (person: Person) =>
      (JSON.parse(await text('/api/v1/me/notifications?limit=60', person)) as { notifications: Json[] }).notifications
    const [told, offered] = await Promise.all([toldTo(viewer), toldTo(other)])
    return {
      profile: await statuses(`/api/v1/creators/${uid}`, `/creator/${uid}`, avatar),
      episode: await statuses(`/api/v1/episodes/${id}`, `/watch/${id}`, video.media.segment),
      series: await statuses(`/api/v1/series/${series.id}`, `/api/v1/creators/${uid}/series`),
      lists: [
        await names('/api/v1/episodes?limit=60'),
        await names('/explore'),
        await names('/sitemap.xml'),
        await names('/api/v1/me/followed-creators', viewer),
        await names('/api/v1/me/following', viewer),
        await names('/api/v1/me/watch-later', viewer),
        await names(`/api/v1/episodes/${shared.id}`),
        await names(`/watch/${shared.id}`),
      ],
      told: told.filter((each) => JSON.stringify(each).includes(uid)).length,
      offered: offered.filter(({ kind }) => kind === 'subtitle').length,
      followers,
      shared: { likes, comments, credit: (named as { uid?: string }[])[0]!.uid ?? null },
      texts: await Promise.all([stranger, viewer, other].map((person) => textsFor(person, url))),
      notes: await Promise.all([stranger, viewer, other].map((person) => notesFor(person, url))),
    }
  }

  // An episode and a reply, and subtitles; the jobs that tell of them run in a while.
  await eventually('both are told', async () => {
    const { told, offered } = await look(site)
    return told === 2 && offered === 1
  })
  return { other, viewer, id, shared, hers, look }
}

const hidden = {
  profile: [404, 404, 404],
  episode: [404, 404, 404],
  series: [404, 404],
  lists: Array(8).fill(false),
  told: 0,
  offered: 0,
  followers: 1,
  shared: { likes: 1, comments: 2, credit: null },
  texts: Array(3).fill(['By viewer', 'Lovely']),
  notes: Array(3).fill(['By viewer']),
}

test('hides all that is an account’s own from everybody on every node, and signing in shows it again', async () => {
  const { look } = await createWorld()
  const before = await look(node)
  const all = ['I made the music', 'It is great', 'By creator', 'By viewer', 'Lovely', 'Thank you']
  expect(before).toEqual({
    profile: [200, 200, 200],
    episode: [200, 200, 200],
    series: [200, 200],
    lists: Array(8).fill(true),
    told: 2,
    offered: 1,
    followers: 2,
    shared: { likes: 2, comments: 6, credit: ines.account.uid },
    texts: Array(3).fill(all),
    notes: Array(3).fill(['By creator', 'By viewer']),
  })
  const left = await leave(ines)
  expect([left.status, await left.json()]).toEqual([202, { erasesAt: expect.any(String) }])
  for (const at of [site, node]) await expect.poll(() => look(at)).toEqual(hidden)
  expect((await signIn(ines)).status).toBe(200)
  for (const at of [site, node]) await expect.poll(() => look(at)).toEqual(before)
})

test('a comment of a deactivated account can neither be answered, liked, shown nor removed', async () => {
  const { other, viewer, shared, hers } = await createWorld()
  const { id } = hers
  await leave(ines)
  const answers = await Promise.all([
    viewer.call('POST', `/api/v1/episodes/${shared.id}/comments`, { text: 'And?', parentId: id }),
    viewer.call('PUT', `/api/v1/comments/${id}/like`),
    viewer.call('GET', `/api/v1/comments/${id}/replies`),
    other.call('DELETE', `/api/v1/comments/${id}/hide`),
    other.call('DELETE', `/api/v1/comments/${id}`),
    viewer.call('POST', '/api/v1/reports', { subject: { kind: 'comment', id }, reason: 'spam' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
})

test('nobody follows, credits, likes or supports a deactivated account', async () => {
  const { viewer, other, id } = await createWorld()
  const { uid } = ines.account
  await leave(ines)
  const credits = [{ name: 'Ines', role: 'Voice', uid }]
  const episode = { title: 'T', genre: 'Action', nsfw: false, videoId: (await makeReadyVideo(site, other)).uid }
  const answers = await Promise.all([
    viewer.call('PUT', `/api/v1/creators/${uid}/follow`),
    viewer.call('PUT', `/api/v1/episodes/${id}/like`),
    viewer.call('POST', `/api/v1/creators/${uid}/support-clicks`, { url: 'https://example.org/', visitId: 'visit' }),
    viewer.call('POST', '/api/v1/reports', { subject: { kind: 'creator', id: uid }, reason: 'spam' }),
    other.call('POST', '/api/v1/episodes', { ...episode, credits }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 422])
})

test('an edit of credits keeps the link to a deactivated account for its return', async () => {
  const { other, shared } = await createWorld()
  await leave(ines)
  await send(other, 'PATCH', `/episodes/${shared.id}`, { credits: [{ name: 'Ines', role: 'Music' }] })
  await signIn(ines)
  expect(await send(other, 'GET', `/episodes/${shared.id}`)).toMatchObject({ credits: [{ uid: ines.account.uid }] })
})

test('ends every session on every node with its streams, and uploads under way', async () => {
  const { uploadURL, uid } = await createUpload(ines, 1000)
  const elsewhere = createStranger(site.url)
  await signIn({ ...ines, ...elsewhere })
  const stream = await openEventStream(elsewhere, `${node.url}/api/v1/me/notifications/live`)
  expect((await leave(ines)).status).toBe(202)
  await stream.ended
  expect((await elsewhere.call('GET', '/api/v1/me/episodes')).status).toBe(401)
  const piece = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  expect((await ines.call('PATCH', uploadURL, new Uint8Array(someBytes(1000)), piece)).status).toBe(404)
  await signIn(ines)
  expect((await ines.call('HEAD', uploadURL, undefined, tus)).status).toBe(404)
  expect((await ines.call('GET', `/api/v1/videos/${uid}`)).status).toBe(404)
  await createUpload(ines, 1000)
})

test.each([1, 2, 3, 4])('what is published or uploaded during it is refused, or hidden too (%i)', async () => {
  const video = await makeReadyVideo(site, ines)
  const episode = { title: 'T', genre: 'Action', nsfw: false, videoId: video.uid }
  const bytes = new Uint8Array(someBytes(1000))
  const upload = await createUpload(ines, bytes.length)
  const piece = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  const [left, published, opened] = await Promise.all([
    leave(ines),
    ines.call('POST', '/api/v1/episodes', episode),
    ines.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1000 }),
    // Complete before the deletion, or cut off by it in any way.
    ines.call('PATCH', upload.uploadURL, bytes, piece).catch(() => null),
  ])
  expect(left.status).toBe(202)
  expect([201, 401]).toContain(published.status)
  expect([201, 401]).toContain(opened.status)
  const { uid } = ines.account
  const open = `select uid from videos where creator_id = $1 and state = 'pendingupload'`
  expect(await rowsOf(open, uid)).toEqual([])
  expect(await rowsOf(`select id from episodes where creator_id = $1 and audience <> 'owner'`, uid)).toEqual([])
  const jar = createStranger(site.url)
  await signIn({ ...ines, ...jar })
  const found = (await (await jar.call('GET', `/api/v1/creators/${uid}`)).json()) as { episodeCount: number }
  expect(found.episodeCount).toBe(published.status === 201 ? 1 : 0)
})

test('a takedown and a suspension, also those decided during it, are neither lifted nor lost', async () => {
  const moderator = await createStaff(site, 'moderator')
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) ids.push((await publishEpisode(site, ines, { title })).id)
  const decide = async (subject: { kind: string; id: string }, decision: object) =>
    (await moderator.call('POST', '/api/v1/moderation/decisions', { subject, ...decision })).status
  const takeDown = (id: string) => decide({ kind: 'episode', id }, takedown)
  expect(await takeDown(ids[0]!)).toBe(201)
  await leave(ines)
  expect(await takeDown(ids[1]!)).toBe(201)
  const warning = { decision: 'warn', reason: 'Please read the rules.' }
  expect(await decide({ kind: 'creator', id: ines.account.uid }, warning)).toBe(201)
  const suspension = { suspendedUntil: new Date('2099-07-17T12:00:00Z'), reason: 'Spam.' }
  await site.hoshi.rooms.administration.accounts.change('console', ines.account.uid, suspension)
  expect((await signIn(ines)).status).toBe(200)
  const statuses = ids.map(async (id) => (await createStranger(node.url).call('GET', `/api/v1/episodes/${id}`)).status)
  expect(await Promise.all(statuses)).toEqual([404, 404, 200])
  const write = await ines.call('POST', '/api/v1/series', { title: 'More' })
  expect(await write.json()).toMatchObject({ status: 403, code: 'identity.suspended' })
})

test('the last admin stays, and one who is leaving does not count', async () => {
  const code = async (response: Response) => [response.status, ((await response.json()) as { code?: string }).code]
  const refused = [409, 'moderation.last_admin']
  const first = await createStaff(site, 'admin')
  expect(await code(await leave(first))).toEqual(refused)
  expect(await code(await leave(first, { now: true }))).toEqual(refused)
  const second = await createStaff(site, 'admin')
  expect((await leave(first)).status).toBe(202)
  expect(await code(await leave(second))).toEqual(refused)
  await signIn(first)
  expect((await leave(second)).status).toBe(202)
})

test('an erasure leaves nothing, and the counts as they were while the account was hidden', async () => {
  const { look } = await createWorld()
  const { uid } = ines.account
  await leave(ines)
  await rowsOf(`update users set erase_at = now() - interval '1 second' where id = $1`, uid)
  await Promise.all([site, node].map(({ hoshi }) => hoshi.rooms.identity.cleanUp()))
  const tables = [
    ...['users where id', 'creators where uid', 'episodes where creator_id', 'videos where creator_id'],
    ...['series where creator_id', 'comments where author_uid', 'likes where uid', 'deactivated_likes where uid'],
    ...['muted_accounts where uid'],
    ...['deactivated_comment_likes where uid', 'follows where follower_uid', 'deactivated_follows where follower_uid'],
  ]
  const left = await Promise.all(tables.map((table) => rowsOf(`select from ${table} = $1`, uid)))
  expect(left.flat()).toEqual([])
  await expect.poll(() => look(node)).toEqual(hidden)
  await eventually('the person is told', () =>
    site.mails.some(({ to, subject }) => to === ines.email && subject === 'Your Hoshi account has been deleted'),
  )
  expect((await signIn(ines)).status).toBe(401)
})

test('the form of Settings keeps the choice when it is refused, and says what happens', async () => {
  const fields = { section: 'delete', when: 'now', password: ines.password }
  const refused = await post(ines, '/settings/data', fields)
  const page = await refused.text()
  expect([refused.status, page]).toEqual([
    422,
    expect.stringContaining('Please check the box to confirm. Erasing the account'),
  ])
  expect(page).toMatch(/<input(?=[^>]*name="when")(?=[^>]*value="now")(?=[^>]*checked)[^>]*>/)
  const wrong = await post(ines, '/settings/data', { ...fields, when: 'later', password: 'not this one' })
  expect(wrong.status).toBe(403)
  expect(await wrong.text()).toContain('The current password is incorrect.')
  const left = await post(ines, '/settings/data', { ...fields, when: 'later' })
  const to = left.headers.get('location')!
  expect(to).toMatch(/^\/login\?after=account-hidden&until=\d{4}-\d\d-\d\d$/)
  expect(await (await ines.call('GET', to)).text()).toContain('Your account is hidden and scheduled for deletion.')
  const back = await post(ines, '/login', { email: ines.email, password: ines.password })
  expect(back.headers.get('location')).toBe('/settings/data?saved=restored#delete')
  const settings = await (await ines.call('GET', '/settings/data?saved=restored')).text()
  expect(settings).toContain('Welcome back. Your account and everything in it have been restored.')
  const erased = await post(ines, '/settings/data', { ...fields, confirmed: 'on' })
  expect(erased.headers.get('location')).toBe('/login?after=account-deleted')
})
