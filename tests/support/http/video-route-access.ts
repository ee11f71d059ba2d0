import { all, type RouteAccess } from './route-access.ts'

/** Who may call the routes for videos. */
export const videoRouteAccess: RouteAccess = {
  'POST /api/v1/videos': [
    ['POST', '/api/v1/videos', [401, 403, 201, 201], () => ({ name: 'clip.mp4', sizeBytes: 10 })],
  ],
  'GET /api/v1/videos/like': [['GET', '/api/v1/videos/like?name=clip.mp4&sizeBytes=10', [401, 200, 200, 200]]],
  'GET /api/v1/videos/:uid': [
    ['GET', '/api/v1/videos/{video}', [401, 404, 404, 200]],
    ['GET', '/api/v1/videos/unknown', [401, 404, 404, 404]],
  ],
  'GET /api/v1/videos/:uid/original': [
    ['GET', '/api/v1/videos/{video}/original', [401, 404, 404, 404]],
    ['GET', '/api/v1/videos/unknown/original', [401, 404, 404, 404]],
  ],
  'GET /api/v1/videos/:uid/flashes': [['GET', '/api/v1/videos/{video}/flashes', [404, 404, 404, 200]]],
  'GET /api/v1/videos/:uid/exposure-sheet': [['GET', '/api/v1/videos/{video}/exposure-sheet', all(404)]],
  'GET /api/v1/videos/:uid/frame-times': [['GET', '/api/v1/videos/{video}/frame-times', all(404)]],
  'GET /api/v1/videos/:uid/changes': [['GET', '/api/v1/videos/{video}/changes', all(404)]],
  'POST /api/v1/videos/:uid/retry': [['POST', '/api/v1/videos/{video}/retry', [401, 404, 404, 409]]],
  // Refused because it is empty, as the avatar is.
  'PUT /api/v1/videos/:uid/poster': [
    ['PUT', '/api/v1/videos/{ready}/poster', [401, 404, 404, 422]],
    ['PUT', '/api/v1/videos/{video}/poster', [401, 404, 404, 409], () => ({ atSeconds: 0 })],
    ['PUT', '/api/v1/videos/unknown/poster', [401, 404, 404, 404]],
  ],
  'DELETE /api/v1/videos/:uid/poster': [['DELETE', '/api/v1/videos/{ready}/poster', [401, 404, 404, 204]]],
  'DELETE /api/v1/videos/:uid': [['DELETE', '/api/v1/videos/{video}', [401, 404, 404, 204]]],
}
