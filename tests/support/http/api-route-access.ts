import { newId } from '#platform/ids.server.ts'
import { accountRouteAccess } from './account-route-access.ts'
import { all, type PathParams, type RouteAccess } from './route-access.ts'
import { staffRouteAccess } from './staff-route-access.ts'
import { videoRouteAccess } from './video-route-access.ts'

const watch = (who: string) => ({ kind: 'watch', visitId: `visit-of-${who}` })
const watched = (who: string) => ({ visitId: `visit-of-${who}`, reached: 25, watchedSeconds: 1 })
const position = () => ({ positionSeconds: 0 })
const comment = () => ({ text: newId() })
const note = () => ({ text: newId(), frame: 0 })
const words = () => ({ text: 'Changed' })
const series = () => ({ title: newId() })
const parts = (_who: string, { episode }: PathParams) => ({ episodeIds: [episode] })
const publishing = (_who: string, { video }: PathParams) => ({
  title: 'T',
  genre: 'Action',
  nsfw: false,
  videoId: video,
})
const reporting = (_who: string, { episode }: PathParams) => ({
  subject: { kind: 'episode', id: episode },
  reason: 'spam',
})
const supportClick = () => ({ url: 'https://example.org/', visitId: 'visit' })

/** Who may call the routes of our own API. */
export const apiRouteAccess: RouteAccess = {
  ...accountRouteAccess,
  ...staffRouteAccess,
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
  'POST /api/v1/reports': [
    // Twice by the same person is refused, without an account it is not.
    ['POST', '/api/v1/reports', all(201), reporting],
    ['POST', '/api/v1/reports', all(404), () => ({ subject: { kind: 'episode', id: 'unknown' }, reason: 'spam' })],
  ],
  'GET /api/v1/me/reports': [['GET', '/api/v1/me/reports', [401, 200, 200, 200]]],
  'PATCH /api/v1/me/reports/:id': [
    ['PATCH', '/api/v1/me/reports/unknown', [401, 404, 404, 404], () => ({ details: 'More' })],
  ],
  'DELETE /api/v1/me/reports/:id': [['DELETE', '/api/v1/me/reports/unknown', [401, 404, 404, 404]]],
  'GET /api/v1/rules': [['GET', '/api/v1/rules', all(200)]],

  'GET /api/v1/me/decisions': [['GET', '/api/v1/me/decisions', [401, 200, 200, 200]]],
  'POST /api/v1/me/decisions/:id/appeal': [
    ['POST', '/api/v1/me/decisions/unknown/appeal', [401, 404, 404, 404], () => ({ text: 'Why' })],
  ],

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

  ...videoRouteAccess,
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
  'GET /api/v1/episodes/:id/notes': [
    ['GET', '/api/v1/episodes/{episode}/notes?from=0&to=47', all(200)],
    ['GET', '/api/v1/episodes/{episode}/notes?from=-1', all(422)],
    ['GET', '/api/v1/episodes/{draft}/notes', [404, 404, 404, 200]],
  ],
  'POST /api/v1/episodes/:id/notes': [
    ['POST', '/api/v1/episodes/{episode}/notes', [401, 201, 201, 201], note],
    // Nothing was uploaded yet.
    ['POST', '/api/v1/episodes/{draft}/notes', [401, 404, 404, 422], note],
  ],
  'DELETE /api/v1/notes/:id': [
    ['DELETE', '/api/v1/notes/{note}', [401, 403, 403, 204]],
    ['DELETE', '/api/v1/notes/{note}', [401, 404, 404, 404]],
  ],
  'PUT /api/v1/notes/:id/pin': [
    ['PUT', '/api/v1/notes/{note}/pin', [401, 403, 403, 200]],
    ['PUT', '/api/v1/notes/unknown/pin', [401, 404, 404, 404]],
  ],
  'DELETE /api/v1/notes/:id/pin': [['DELETE', '/api/v1/notes/{note}/pin', [401, 403, 403, 200]]],
  'PUT /api/v1/notes/:id/hide': [
    ['PUT', '/api/v1/notes/{note}/hide', [401, 403, 403, 200]],
    ['PUT', '/api/v1/notes/{note}/hide', [401, 404, 404, 200]],
  ],
  'DELETE /api/v1/notes/:id/hide': [['DELETE', '/api/v1/notes/{note}/hide', [401, 403, 403, 200]]],
  'PUT /api/v1/me/muted/:uid': [
    ['PUT', '/api/v1/me/muted/{uid}', [401, 204, 204, 409]],
    ['PUT', '/api/v1/me/muted/unknown', [401, 404, 404, 404]],
  ],
  'DELETE /api/v1/me/muted/:uid': [['DELETE', '/api/v1/me/muted/{uid}', [401, 204, 204, 409]]],
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
  'POST /api/v1/episodes/:id/subtitles': [
    // Refused for its body, or before it is read.
    ['POST', '/api/v1/episodes/{episode}/subtitles', [401, 403, 403, 400]],
    ['POST', '/api/v1/episodes/unknown/subtitles', [401, 404, 404, 404]],
  ],
  'GET /api/v1/episodes/:id/subtitles': [
    ['GET', '/api/v1/episodes/{episode}/subtitles', all(200)],
    ['GET', '/api/v1/episodes/unknown/subtitles', all(404)],
  ],
  'GET /api/v1/episodes/:id/lines': [
    ['GET', '/api/v1/episodes/{episode}/lines', all(200)],
    ['GET', '/api/v1/episodes/unknown/lines', all(404)],
  ],
  // subtitles/subtitles.db.test.ts tries these for one that exists.
  'GET /api/v1/subtitles/:id': [['GET', '/api/v1/subtitles/unknown', all(404)]],
  'PUT /api/v1/subtitles/:id': [['PUT', '/api/v1/subtitles/unknown', [401, 404, 404, 404]]],
  'DELETE /api/v1/subtitles/:id': [['DELETE', '/api/v1/subtitles/unknown', [401, 404, 404, 404]]],
  'GET /api/v1/subtitles/:id/versions': [['GET', '/api/v1/subtitles/unknown/versions', [401, 404, 404, 404]]],
  'POST /api/v1/subtitles/:id/versions/:n/restore': [
    ['POST', '/api/v1/subtitles/unknown/versions/1/restore', [401, 404, 404, 404]],
  ],
  'POST /api/v1/subtitles/:id/fonts': [['POST', '/api/v1/subtitles/unknown/fonts', [401, 404, 404, 404]]],
  'PUT /api/v1/subtitles/:id/fonts/licence': [
    ['PUT', '/api/v1/subtitles/unknown/fonts/licence', [401, 404, 404, 404], () => ({ licence: true })],
  ],
  'DELETE /api/v1/subtitles/:id/fonts/:fontId': [
    ['DELETE', '/api/v1/subtitles/unknown/fonts/unknown', [401, 404, 404, 404]],
  ],
  'POST /api/v1/subtitles/:id/review': [
    ['POST', '/api/v1/subtitles/unknown/review', [401, 404, 404, 404], () => ({ outcome: 'approved' })],
  ],
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
}
