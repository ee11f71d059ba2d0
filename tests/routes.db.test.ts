import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createHttpApp } from '#server/http/app.server.ts'
import { Secret } from '#server/secret.ts'
import type { EmbeddedHost } from '#video/embedded-host/embedded-host.server.ts'
import { createPerson, createStranger, type Person } from './support/person.ts'
import { queryDatabase } from './support/query-database.server.ts'
import { publishEpisode } from './support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from './support/test-hoshi.ts'
import { createUpload } from './support/tus.ts'

/** Statuses of one path for a stranger, a viewer, another creator, and the creator who owns the resource. */
type Statuses = [stranger: number, viewer: number, other: number, owner: number]
/** Method, path, statuses, body. `{video}`, `{ready}`, `{draft}`, `{episode}`, `{series}`, `{outline}` (a series without episodes), `{comment}` and `{upload}` are the owner's, new for each route. */
type Call = [method: string, path: string, statuses: Statuses, body?: (who: string, params: PathParams) => unknown]
type PathParams = Record<
  'video' | 'ready' | 'draft' | 'episode' | 'series' | 'outline' | 'comment' | 'upload' | 'uid',
  string
>

const all = (status: number): Statuses => [status, status, status, status]
const watch = (who: string) => ({ kind: 'watch', visitId: `visit-of-${who}` })
const watched = (who: string) => ({ visitId: `visit-of-${who}`, reached: 25, watchedSeconds: 1 })
const position = () => ({ positionSeconds: 0 })
const comment = () => ({ text: newId() })
const words = () => ({ text: 'Changed' })
const signUp = (who: string) => ({
  email: `second.${who}@example.org`,
  password: 'correct horse battery',
  role: 'viewer',
  agreedToTerms: true,
})
const nobody = () => ({ email: 'nobody@example.org', password: 'wrong password' })
const series = () => ({ title: newId() })
const parts = (_who: string, { episode }: PathParams) => ({ episodeIds: [episode] })
const wrongPassword = () => ({ currentPassword: 'wrong password', newPassword: 'another password' })
const wrongLeave = () => ({ password: 'wrong password' })
const publishing = (_who: string, { video }: PathParams) => ({
  title: 'T',
  genre: 'Action',
  nsfw: false,
  videoId: video,
})

const closedAuthRoutes = [
  'POST /sign-up/email',
  'POST /sign-in/social',
  'POST /sign-in/username',
  'POST /sign-in/anonymous',
  'POST /sign-in/magic-link',
  'POST /change-password',
  'POST /change-email',
  'POST /set-password',
  'POST /verify-password',
  'POST /update-user',
  'POST /update-session',
  'POST /delete-user',
  'GET /delete-user/callback',
  'POST /forget-password',
  'GET /reset-password/token',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'GET /list-accounts',
  'POST /link-social',
  'POST /unlink-account',
  'GET /account-info',
  'POST /get-access-token',
  'POST /refresh-token',
  'GET /verify-email',
  'POST /send-verification-email',
  'GET /callback/google',
  'POST /callback/google',
  'POST /get-session',
  'GET /sign-in/email',
  'GET /sign-out',
  'GET /error',
  'GET /ok',
  'POST /admin/set-role',
  'GET /admin/list-users',
  'POST /sign-in/email/',
  'GET /',
]

const supportClick = () => ({ url: 'https://example.org/', visitId: 'visit' })

/** Every route of the server, and its statuses for each person. A route that is missing here fails the test. */
const expectations: Record<string, Call[]> = {
  'GET /healthz': [['GET', '/healthz', all(200)]],
  'GET /readyz': [['GET', '/readyz', all(200)]],
  'GET /api/openapi.json': [['GET', '/api/openapi.json', all(200)]],

  'POST /api/v1/accounts': [['POST', '/api/v1/accounts', all(201), signUp]],
  'PUT /api/v1/me/password': [['PUT', '/api/v1/me/password', [401, 403, 403, 403], wrongPassword]],
  'DELETE /api/v1/me': [['DELETE', '/api/v1/me', [401, 403, 403, 403], wrongLeave]],
  'GET /api/v1/me/export': [['GET', '/api/v1/me/export', [401, 404, 404, 404]]],
  'POST /api/v1/me/export': [['POST', '/api/v1/me/export', [401, 202, 202, 202]]],
  // Refused for its field: the viewer must stay a viewer.
  'POST /api/v1/me/creator': [['POST', '/api/v1/me/creator', [401, 422, 422, 422], () => ({ patreonUrl: 'x' })]],
  'PATCH /api/v1/creators/me': [['PATCH', '/api/v1/creators/me', [401, 403, 200, 200], () => ({ bio: 'Hello' })]],
  'PUT /api/v1/creators/me/avatar': [['PUT', '/api/v1/creators/me/avatar', [401, 403, 422, 422]]],
  'DELETE /api/v1/creators/me/avatar': [['DELETE', '/api/v1/creators/me/avatar', [401, 403, 204, 204]]],
  'GET /api/v1/creators/:uid': [
    ['GET', '/api/v1/creators/{uid}', all(200)],
    ['GET', '/api/v1/creators/unknown', all(404)],
  ],

  'PUT /api/v1/creators/:uid/follow': [
    ['PUT', '/api/v1/creators/{uid}/follow', [401, 200, 200, 409]],
    ['PUT', '/api/v1/creators/unknown/follow', [401, 404, 404, 404]],
  ],
  'DELETE /api/v1/creators/:uid/follow': [
    ['DELETE', '/api/v1/creators/{uid}/follow', [401, 200, 200, 409]],
    ['DELETE', '/api/v1/creators/unknown/follow', [401, 404, 404, 404]],
  ],
  'POST /api/v1/creators/:uid/support-clicks': [
    ['POST', '/api/v1/creators/{uid}/support-clicks', all(204), supportClick],
    ['POST', '/api/v1/creators/unknown/support-clicks', all(404), supportClick],
  ],
  'GET /api/v1/me/following': [['GET', '/api/v1/me/following', [401, 200, 200, 200]]],
  'GET /api/v1/me/followed-creators': [['GET', '/api/v1/me/followed-creators', [401, 200, 200, 200]]],
  'GET /api/v1/me/credits': [['GET', '/api/v1/me/credits', [401, 200, 200, 200]]],
  'PUT /api/v1/me/credits/:id': [['PUT', '/api/v1/me/credits/unknown', [401, 404, 404, 404]]],
  'DELETE /api/v1/me/credits/:id': [['DELETE', '/api/v1/me/credits/unknown', [401, 404, 404, 404]]],
  'GET /api/v1/me/notifications': [['GET', '/api/v1/me/notifications', [401, 200, 200, 200]]],
  'GET /api/v1/me/notifications/live': [['GET', '/api/v1/me/notifications/live', [401, 200, 200, 200]]],
  'POST /api/v1/me/notifications/read': [
    ['POST', '/api/v1/me/notifications/read', [401, 404, 404, 404], () => ({ upTo: 'unknown' })],
  ],
  'GET /api/v1/me/notification-settings': [['GET', '/api/v1/me/notification-settings', [401, 200, 200, 200]]],
  'PATCH /api/v1/me/notification-settings': [
    ['PATCH', '/api/v1/me/notification-settings', [401, 200, 200, 200], () => ({ comment: false })],
  ],
  // The link in a mail authorises, and nothing else does.
  'POST /unsubscribe': [['POST', '/unsubscribe?token=unknown', all(404)]],

  'POST /api/v1/videos': [
    ['POST', '/api/v1/videos', [401, 403, 201, 201], () => ({ name: 'clip.mp4', sizeBytes: 10 })],
  ],
  'GET /api/v1/videos/like': [['GET', '/api/v1/videos/like?name=clip.mp4&sizeBytes=10', [401, 200, 200, 200]]],
  'GET /api/v1/videos/:uid': [
    ['GET', '/api/v1/videos/{video}', [401, 404, 404, 200]],
    ['GET', '/api/v1/videos/unknown', [401, 404, 404, 404]],
  ],
  'POST /api/v1/videos/:uid/retry': [['POST', '/api/v1/videos/{video}/retry', [401, 404, 404, 409]]],
  // Refused because it is empty, as the avatar is.
  'PUT /api/v1/videos/:uid/poster': [
    ['PUT', '/api/v1/videos/{ready}/poster', [401, 404, 404, 422]],
    ['PUT', '/api/v1/videos/{video}/poster', [401, 404, 404, 409], () => ({ atSeconds: 0 })],
    ['PUT', '/api/v1/videos/unknown/poster', [401, 404, 404, 404]],
  ],
  'DELETE /api/v1/videos/:uid/poster': [['DELETE', '/api/v1/videos/{ready}/poster', [401, 404, 404, 204]]],
  'DELETE /api/v1/videos/:uid': [['DELETE', '/api/v1/videos/{video}', [401, 404, 404, 204]]],

  'GET /api/v1/episodes': [['GET', '/api/v1/episodes', all(200)]],
  'POST /api/v1/episodes': [['POST', '/api/v1/episodes', [401, 403, 422, 201], publishing]],
  'GET /api/v1/episodes/:id': [
    ['GET', '/api/v1/episodes/{episode}', all(200)],
    ['GET', '/api/v1/episodes/{draft}', [404, 404, 404, 200]],
    ['GET', '/api/v1/episodes/unknown', all(404)],
  ],
  'PATCH /api/v1/episodes/:id': [
    ['PATCH', '/api/v1/episodes/{draft}', [401, 404, 404, 200], () => ({ title: 'Another' })],
    ['PATCH', '/api/v1/episodes/{episode}', [401, 403, 403, 200], () => ({ title: 'Another' })],
  ],
  'DELETE /api/v1/episodes/:id': [
    ['DELETE', '/api/v1/episodes/{draft}', [401, 404, 404, 204]],
    ['DELETE', '/api/v1/episodes/{episode}', [401, 403, 403, 204]],
  ],
  'PUT /api/v1/episodes/:id/video/:videoUid': [
    ['PUT', '/api/v1/episodes/{draft}/video/{video}', [401, 404, 404, 200]],
    ['PUT', '/api/v1/episodes/{episode}/video/{ready}', [401, 403, 403, 409]],
    ['PUT', '/api/v1/episodes/{episode}/video/unknown', [401, 403, 403, 422]],
    ['PUT', '/api/v1/episodes/unknown/video/{ready}', [401, 404, 404, 404]],
  ],
  'DELETE /api/v1/episodes/:id/video/:videoUid': [
    ['DELETE', '/api/v1/episodes/{draft}/video/{video}', [401, 404, 404, 404]],
    ['DELETE', '/api/v1/episodes/{episode}/video/{ready}', [401, 403, 403, 404]],
  ],
  'POST /api/v1/episodes/:id/watching': [
    ['POST', '/api/v1/episodes/{episode}/watching', all(204), watched],
    ['POST', '/api/v1/episodes/{draft}/watching', [404, 404, 404, 204], watched],
  ],
  'POST /api/v1/episodes/:id/views': [
    ['POST', '/api/v1/episodes/{episode}/views', all(200), watch],
    ['POST', '/api/v1/episodes/{draft}/views', [404, 404, 404, 200], watch],
  ],

  'GET /api/v1/episodes/:id/next': [
    ['GET', '/api/v1/episodes/{episode}/next', all(200)],
    ['GET', '/api/v1/episodes/{draft}/next', [404, 404, 404, 200]],
  ],

  'PUT /api/v1/episodes/:id/like': [
    ['PUT', '/api/v1/episodes/{episode}/like', [401, 200, 200, 200]],
    ['PUT', '/api/v1/episodes/{draft}/like', [401, 404, 404, 200]],
  ],
  'DELETE /api/v1/episodes/:id/like': [
    ['DELETE', '/api/v1/episodes/{episode}/like', [401, 200, 200, 200]],
    ['DELETE', '/api/v1/episodes/{draft}/like', [401, 404, 404, 200]],
  ],
  'GET /api/v1/episodes/:id/comments': [
    ['GET', '/api/v1/episodes/{episode}/comments', all(200)],
    ['GET', '/api/v1/episodes/{draft}/comments', [404, 404, 404, 200]],
  ],
  'POST /api/v1/episodes/:id/comments': [
    ['POST', '/api/v1/episodes/{episode}/comments', [401, 201, 201, 201], comment],
    ['POST', '/api/v1/episodes/{draft}/comments', [401, 404, 404, 201], comment],
  ],
  'DELETE /api/v1/comments/:id': [
    ['DELETE', '/api/v1/comments/{comment}', [401, 403, 403, 204]],
    ['DELETE', '/api/v1/comments/unknown', [401, 404, 404, 404]],
  ],
  'PUT /api/v1/episodes/:id/progress': [
    ['PUT', '/api/v1/episodes/{episode}/progress', [401, 204, 204, 204], position],
    ['PUT', '/api/v1/episodes/{draft}/progress', [401, 404, 404, 204], position],
    ['PUT', '/api/v1/episodes/unknown/progress', [401, 404, 404, 404], position],
  ],
  'GET /api/v1/me/continue': [['GET', '/api/v1/me/continue', [401, 200, 200, 200]]],
  'GET /api/v1/me/history': [['GET', '/api/v1/me/history', [401, 200, 200, 200]]],
  'DELETE /api/v1/me/history': [['DELETE', '/api/v1/me/history', [401, 204, 204, 204]]],
  'DELETE /api/v1/me/history/:episodeId': [
    ['DELETE', '/api/v1/me/history/{episode}', [401, 204, 204, 204]],
    ['DELETE', '/api/v1/me/history/unknown', [401, 204, 204, 204]],
  ],
  'PUT /api/v1/me/history/paused': [
    ['PUT', '/api/v1/me/history/paused', [401, 204, 204, 204], () => ({ paused: false })],
  ],
  'PUT /api/v1/me/watch-later/:episodeId': [
    ['PUT', '/api/v1/me/watch-later/{episode}', [401, 204, 204, 204]],
    ['PUT', '/api/v1/me/watch-later/{draft}', [401, 404, 404, 204]],
  ],
  'DELETE /api/v1/me/watch-later/:episodeId': [
    ['DELETE', '/api/v1/me/watch-later/{episode}', [401, 204, 204, 204]],
    ['DELETE', '/api/v1/me/watch-later/{draft}', [401, 204, 204, 204]],
  ],
  'GET /api/v1/me/watch-later': [['GET', '/api/v1/me/watch-later', [401, 200, 200, 200]]],
  'GET /api/v1/me/likes': [['GET', '/api/v1/me/likes', [401, 200, 200, 200]]],
  'POST /api/v1/series': [['POST', '/api/v1/series', [401, 403, 201, 201], series]],
  'GET /api/v1/series/:id': [
    ['GET', '/api/v1/series/{series}', all(200)],
    ['GET', '/api/v1/series/{outline}', [404, 404, 404, 200]],
    ['GET', '/api/v1/series/unknown', all(404)],
  ],
  'PATCH /api/v1/series/:id': [
    ['PATCH', '/api/v1/series/{series}', [401, 403, 403, 200], series],
    ['PATCH', '/api/v1/series/{outline}', [401, 404, 404, 200], series],
  ],
  'PUT /api/v1/series/:id/episodes': [
    ['PUT', '/api/v1/series/{series}/episodes', [401, 403, 403, 200], parts],
    ['PUT', '/api/v1/series/{outline}/episodes', [401, 404, 404, 409], parts],
    ['PUT', '/api/v1/series/unknown/episodes', [401, 404, 404, 404], parts],
  ],
  // Refused because it is empty, as the avatar is.
  'PUT /api/v1/series/:id/poster': [
    ['PUT', '/api/v1/series/{series}/poster', [401, 403, 403, 422]],
    ['PUT', '/api/v1/series/{outline}/poster', [401, 404, 404, 422]],
  ],
  'DELETE /api/v1/series/:id/poster': [['DELETE', '/api/v1/series/{series}/poster', [401, 403, 403, 204]]],
  'DELETE /api/v1/series/:id': [
    ['DELETE', '/api/v1/series/{outline}', [401, 404, 404, 204]],
    ['DELETE', '/api/v1/series/{series}', [401, 403, 403, 204]],
  ],
  'GET /api/v1/creators/:uid/series': [
    ['GET', '/api/v1/creators/{uid}/series', all(200)],
    ['GET', '/api/v1/creators/unknown/series', all(404)],
  ],
  'PATCH /api/v1/comments/:id': [
    ['PATCH', '/api/v1/comments/{comment}', [401, 403, 403, 200], words],
    ['PATCH', '/api/v1/comments/unknown', [401, 404, 404, 404], words],
  ],
  'GET /api/v1/comments/:id/replies': [
    ['GET', '/api/v1/comments/{comment}/replies', all(200)],
    ['GET', '/api/v1/comments/unknown/replies', all(404)],
  ],
  'PUT /api/v1/comments/:id/like': [['PUT', '/api/v1/comments/{comment}/like', [401, 200, 200, 200]]],
  'DELETE /api/v1/comments/:id/like': [['DELETE', '/api/v1/comments/{comment}/like', [401, 200, 200, 200]]],
  'PUT /api/v1/comments/:id/pin': [['PUT', '/api/v1/comments/{comment}/pin', [401, 403, 403, 200]]],
  'DELETE /api/v1/comments/:id/pin': [['DELETE', '/api/v1/comments/{comment}/pin', [401, 403, 403, 200]]],
  'PUT /api/v1/comments/:id/hide': [
    ['PUT', '/api/v1/comments/{comment}/hide', [401, 403, 403, 200]],
    ['PUT', '/api/v1/comments/{comment}/hide', [401, 404, 404, 200]],
  ],
  'DELETE /api/v1/comments/:id/hide': [['DELETE', '/api/v1/comments/{comment}/hide', [401, 403, 403, 200]]],
  'PUT /api/v1/creators/:uid/block': [
    ['PUT', '/api/v1/creators/{uid}/block', [401, 403, 204, 409]],
    ['PUT', '/api/v1/creators/unknown/block', [401, 403, 404, 404]],
  ],
  'DELETE /api/v1/creators/:uid/block': [['DELETE', '/api/v1/creators/{uid}/block', [401, 403, 204, 409]]],
  'GET /api/v1/me/episodes': [['GET', '/api/v1/me/episodes', [401, 200, 200, 200]]],
  'POST /api/v1/me/episodes/bulk': [
    [
      'POST',
      '/api/v1/me/episodes/bulk',
      [401, 200, 200, 200],
      (_, { episode }) => ({ episodeIds: [episode], delete: true }),
    ],
    ['POST', '/api/v1/me/episodes/bulk', [401, 422, 422, 422], () => ({ episodeIds: [] })],
    [
      'POST',
      '/api/v1/me/episodes/bulk',
      [401, 422, 422, 422],
      () => ({ episodeIds: ['any'], change: {}, delete: true }),
    ],
    ['POST', '/api/v1/me/episodes/bulk', [401, 422, 422, 422], () => ({ episodeIds: ['any'] })],
  ],
  'GET /api/v1/me/episodes/live': [['GET', '/api/v1/me/episodes/live', [401, 200, 200, 200]]],
  'GET /api/v1/me/analytics': [
    ['GET', '/api/v1/me/analytics', [401, 200, 200, 200]],
    ['GET', '/api/v1/me/analytics?episodeId={episode}', [401, 404, 404, 200]],
  ],
  'GET /api/v1/me/analytics.csv': [['GET', '/api/v1/me/analytics.csv', [401, 200, 200, 200]]],
  'GET /api/v1/me/analytics/live': [['GET', '/api/v1/me/analytics/live', [401, 200, 200, 200]]],

  // The URL alone authorises the upload; the video's owner does not matter here.
  'ALL /api/uploads/:key': [
    ['HEAD', '/api/uploads/{upload}', all(200)],
    ['GET', '/api/uploads/{upload}', all(404)],
    ['HEAD', '/api/uploads/unknown', all(404)],
    ['POST', '/api/uploads/unknown', all(404)],
  ],

  // A session is not a token.
  'POST /client/v4/accounts/:account/stream/direct_upload': [
    ['POST', '/client/v4/accounts/hoshi/stream/direct_upload', all(401), () => ({ maxDurationSeconds: 600 })],
  ],
  'POST /client/v4/accounts/:account/stream/copy': [['POST', '/client/v4/accounts/hoshi/stream/copy', all(401)]],
  'POST /client/v4/accounts/:account/stream': [['POST', '/client/v4/accounts/hoshi/stream', all(401)]],
  'OPTIONS /client/v4/accounts/:account/stream': [['OPTIONS', '/client/v4/accounts/hoshi/stream', all(401)]],
  'GET /client/v4/accounts/:account/stream': [['GET', '/client/v4/accounts/hoshi/stream', all(401)]],
  'ALL /client/v4/accounts/:account/stream': [['PUT', '/client/v4/accounts/hoshi/stream', all(401)]],
  'POST /client/v4/accounts/:account/stream/:uid': [['POST', '/client/v4/accounts/hoshi/stream/{video}', all(401)]],
  'DELETE /client/v4/accounts/:account/stream/:uid': [['DELETE', '/client/v4/accounts/hoshi/stream/{video}', all(401)]],
  'ALL /client/v4/accounts/:account/stream/:uid': [['PATCH', '/client/v4/accounts/hoshi/stream/{video}', all(401)]],
  'GET /client/v4/accounts/:account/stream/:uid': [['GET', '/client/v4/accounts/hoshi/stream/{video}', all(401)]],
  // The token is checked before anything else.
  'ALL /client/v4/accounts/:account/stream/*': [['GET', '/client/v4/accounts/other/stream/unknown', all(401)]],

  // Absent without the hosted service; with it, the signature decides.
  'POST /api/webhooks/cloudflare': [['POST', '/api/webhooks/cloudflare', all(404), () => ({})]],

  'ALL /api/*': [
    ['GET', '/api/unknown', all(404)],
    ['POST', '/api/v1/me/admin', all(404), () => ({})],
  ],
  'ALL /client/*': [['GET', '/client/v4/user', all(404)]],
  // Middleware of the API.
  'ALL /api/v1/*': [['PATCH', '/api/v1/unknown', all(404), () => ({})]],
  // Last, because it signs everybody out.
  'ALL /api/auth/*': [
    ...closedAuthRoutes.map((route): Call => {
      const [method = '', path = ''] = route.split(' ')
      return [method, `/api/auth${path}`, all(404), method === 'POST' ? () => ({}) : undefined]
    }),
    ['POST', '/api/auth/sign-in/email', all(401), nobody],
    ['POST', '/api/auth/request-password-reset', all(200), () => ({ email: 'nobody@example.org' })],
    ['POST', '/api/auth/reset-password', all(422), () => ({ token: 'x', newPassword: 'another password' })],
    ['GET', '/api/auth/get-session', all(200)],
    ['POST', '/api/auth/sign-out', all(200), () => ({})],
  ],
}

let site: TestHoshi
let owner: Person
let people: Record<'stranger' | 'viewer' | 'other' | 'owner', Pick<Person, 'call'>>

beforeAll(async () => {
  const environment = { ROLE: 'web', STREAM_ACCOUNT_ID: 'hoshi', STREAM_API_TOKEN: 'a-token' }
  site = await createTestHoshi({ environment })
  owner = await createPerson(site.url, 'creator')
  people = {
    stranger: createStranger(site.url),
    viewer: await createPerson(site.url, 'viewer'),
    other: await createPerson(site.url, 'creator'),
    owner,
  }
})

afterAll(() => site?.close())

// Over HTTP the comment limit is too low for every route.
const storeComment = `
  with counted as (insert into episode_stats (episode_id) values ($2) on conflict do nothing)
  insert into comments (id, episode_id, author_uid, text, created_at) values ($1, $2, $3, 'Lovely', now())`

async function createFixtures(): Promise<PathParams> {
  // The numbers of an owner's unfinished uploads and series are limited.
  await queryDatabase(site.connectionString, `delete from videos where state = 'pendingupload'`)
  await queryDatabase(site.connectionString, 'delete from series')
  const { id: episode, video: played } = await publishEpisode(site, owner)
  const { uid: video, uploadURL } = await createUpload(owner, 10)
  const { uid: videoId } = await createUpload(owner, 10)
  const response = await owner.call('POST', '/api/v1/episodes', { title: 'T', genre: 'Action', nsfw: false, videoId })
  const { id: draft } = (await response.json()) as { id: string }
  const [filled, outline] = [await createSeries(), await createSeries()]
  await owner.call('PUT', `/api/v1/series/${filled}/episodes`, { episodeIds: [episode] })
  const comment = newId()
  await queryDatabase(site.connectionString, storeComment, [comment, episode, owner.account.uid])
  return {
    video,
    ready: played.uid,
    draft,
    episode,
    series: filled,
    outline,
    comment,
    upload: uploadURL.split('/').at(-1)!,
    uid: owner.account.uid,
  }
}

async function createSeries(): Promise<string> {
  const response = await owner.call('POST', '/api/v1/series', { title: 'T' })
  return ((await response.json()) as { id: string }).id
}

test('every route of the server has an expectation', () => {
  const app = createHttpApp({
    rooms: site.hoshi.rooms,
    site: site.config,
    uploads: { handle: async () => new Response(), close: () => {} },
    handleWebhook: async () => {},
    compatibleApi: { accountId: 'hoshi', token: new Secret('a token'), host: site.hoshi.rooms.video as EmbeddedHost },
    health: { handleHealth: async () => new Response(), handleReadiness: async () => new Response() },
    screens: {
      handleShared: () => null,
      handle: async () => new Response(),
      handleFault: () => new Response(),
    },
    clientDir: null,
    log: createLog('silent'),
  })
  const known = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].sort()
  // Global middleware, and the screens, which tests/screens/ covers in a browser.
  const globalMiddleware = 'ALL /*'
  expect(known).toEqual([globalMiddleware, ...Object.keys(expectations)].sort())
})

describe('access', () => {
  test.each(Object.entries(expectations))('%s', async (_route, calls) => {
    expect(calls.length).toBeGreaterThan(0)
    const params = await createFixtures()
    for (const [method, path, statuses, body] of calls) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof PathParams) => params[name])
      const headers: Record<string, string> = url.startsWith('/api/uploads/') ? { 'Tus-Resumable': '1.0.0' } : {}
      const received: Record<string, number> = {}
      // The owner comes last, because a DELETE removes the resource for everybody.
      for (const who of ['stranger', 'viewer', 'other', 'owner'] as const) {
        const response = await people[who].call(method, url, body?.(who, params), headers)
        received[who] = response.status
      }
      const [stranger, viewer, other, ownerStatus] = statuses
      expect(received, `${method} ${path}`).toEqual({ stranger, viewer, other, owner: ownerStatus })
    }
  })
})
