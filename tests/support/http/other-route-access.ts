import { all, type Call, type RouteAccess } from './route-access.ts'

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
  'POST /send-verification-email',
  'GET /callback/google',
  'POST /callback/google',
  'POST /get-session',
  'GET /sign-in/email',
  'GET /sign-out',
  'GET /error',
  'GET /ok',
  'POST /two-factor/get-totp-uri',
  'POST /two-factor/send-otp',
  'POST /two-factor/verify-otp',
  'POST /two-factor/view-backup-codes',
  'GET /two-factor/enable',
  'POST /passkey/generate-register-options',
  'GET /passkey/verify-authentication',
  'DELETE /passkey/delete-passkey',
  'GET /passkey',
  'POST /admin/set-role',
  'GET /admin/list-users',
  'POST /sign-in/email/',
  'GET /',
]

const wrongPassword = () => ({ password: 'wrong password' })
const nobody = () => ({ email: 'nobody@example.org', password: 'wrong password' })

/** Who may call routes besides our own API: health, uploads, the compatible API, sign-in. */
export const otherRouteAccess: RouteAccess = {
  'GET /healthz': [['GET', '/healthz', all(200)]],
  'GET /readyz': [['GET', '/readyz', all(200)]],
  // The callers of this test are on the same machine, which needs no account.
  'GET /metrics': [['GET', '/metrics', all(200)]],
  'GET /oembed': [['GET', '/oembed?url=https://elsewhere.example/watch/a', all(404)]],
  'GET /feeds/:file': [
    ['GET', '/feeds/new.xml', all(200)],
    ['GET', '/feeds/explore.json', all(200)],
    ['GET', '/feeds/unknown.xml', all(404)],
  ],
  'GET /feeds/creators/:file': [['GET', '/feeds/creators/unknown.xml', all(404)]],
  'GET /feeds/series/:file': [['GET', '/feeds/series/unknown.json', all(404)]],
  'GET /feeds/following/:file': [['GET', '/feeds/following/unknown.xml', all(404)]],
  'GET /feeds/chapters/:file': [['GET', '/feeds/chapters/unknown.json', all(404)]],
  'GET /api/openapi.json': [['GET', '/api/openapi.json', all(200)]],

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
    ['POST', '/api/auth/two-factor/enable', [401, 403, 403, 403], wrongPassword],
    ['POST', '/api/auth/two-factor/verify-totp', [401, 409, 409, 409], () => ({ code: '000000' })],
    ['POST', '/api/auth/two-factor/verify-backup-code', all(401), () => ({ code: '2222-2222' })],
    ['POST', '/api/auth/two-factor/generate-backup-codes', [401, 403, 403, 403], wrongPassword],
    ['POST', '/api/auth/two-factor/disable', [401, 403, 403, 403], wrongPassword],
    ['GET', '/api/auth/passkey/generate-register-options', [401, 200, 200, 200]],
    ['POST', '/api/auth/passkey/verify-registration', all(401), () => ({ response: { id: 'AA' } })],
    ['GET', '/api/auth/passkey/generate-authenticate-options', all(200)],
    ['POST', '/api/auth/passkey/verify-authentication', all(401), () => ({ response: { id: 'AA' } })],
    ['GET', '/api/auth/passkey/list-user-passkeys', [401, 200, 200, 200]],
    ['POST', '/api/auth/passkey/update-passkey', [401, 404, 404, 404], () => ({ id: 'unknown', name: 'Mine' })],
    ['POST', '/api/auth/passkey/delete-passkey', [401, 404, 404, 404], () => ({ id: 'unknown' })],
    ['POST', '/api/auth/sign-in/email', all(401), nobody],
    ['POST', '/api/auth/request-password-reset', all(200), () => ({ email: 'nobody@example.org' })],
    ['POST', '/api/auth/reset-password', all(422), () => ({ token: 'x', newPassword: 'another password' })],
    ['GET', '/api/auth/verify-email?token=x', all(422)],
    ['GET', '/api/auth/get-session', all(200)],
    ['POST', '/api/auth/sign-out', all(200), () => ({})],
  ],
}
