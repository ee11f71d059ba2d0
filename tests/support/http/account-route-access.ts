import { all, type RouteAccess } from './route-access.ts'

const signUp = (who: string) => ({
  email: `second.${who}@example.org`,
  password: 'correct horse battery',
  role: 'viewer',
  agreedToTerms: true,
})
const wrongPassword = () => ({ currentPassword: 'wrong password', newPassword: 'another password' })
const wrongEmailChange = () => ({ email: 'new@example.org', password: 'wrong password' })
const wrongLeave = () => ({ password: 'wrong password' })

/** Who may call the routes for one's own account. */
export const accountRouteAccess: RouteAccess = {
  'POST /api/v1/accounts': [['POST', '/api/v1/accounts', all(201), signUp]],
  'PUT /api/v1/me/password': [['PUT', '/api/v1/me/password', [401, 403, 403, 403], wrongPassword]],
  'PUT /api/v1/me/nsfw': [['PUT', '/api/v1/me/nsfw', [401, 204, 204, 204], () => ({ always: false })]],
  'DELETE /api/v1/me': [['DELETE', '/api/v1/me', [401, 403, 403, 403], wrongLeave]],
  'PUT /api/v1/me/email': [['PUT', '/api/v1/me/email', [401, 403, 403, 403], wrongEmailChange]],
  'GET /api/v1/me/sessions': [['GET', '/api/v1/me/sessions', [401, 200, 200, 200]]],
  'DELETE /api/v1/me/sessions/:id': [['DELETE', '/api/v1/me/sessions/unknown', [401, 404, 404, 404]]],
  'DELETE /api/v1/me/sessions': [['DELETE', '/api/v1/me/sessions', [401, 204, 204, 204]]],
  'GET /api/v1/me/feed-key': [['GET', '/api/v1/me/feed-key', [401, 200, 200, 200]]],
  'POST /api/v1/me/feed-key': [['POST', '/api/v1/me/feed-key', [401, 200, 200, 200]]],
  'GET /api/v1/me/export': [['GET', '/api/v1/me/export', [401, 404, 404, 404]]],
  'POST /api/v1/me/export': [['POST', '/api/v1/me/export', [401, 202, 202, 202]]],
  'GET /api/v1/me/import': [['GET', '/api/v1/me/import', [401, 404, 404, 404]]],
  'POST /api/v1/me/import': [['POST', '/api/v1/me/import', [401, 422, 422, 422]]],
  // Refused for its field: the viewer must stay a viewer.
  'POST /api/v1/me/creator': [['POST', '/api/v1/me/creator', [401, 422, 422, 422], () => ({ patreonUrl: 'x' })]],
}
