import { all, type RouteAccess } from './route-access.ts'

/** Who may call the routes for moderators and admins. */
export const staffRouteAccess: RouteAccess = {
  // For moderators; queue.db.test.ts tries these as one.
  'GET /api/v1/moderation/queue': [['GET', '/api/v1/moderation/queue', all(404)]],
  'GET /api/v1/moderation/items/:id': [['GET', '/api/v1/moderation/items/unknown', all(404)]],
  'GET /api/v1/moderation/items/:id/frames/:number': [['GET', '/api/v1/moderation/items/unknown/frames/0', all(404)]],
  'POST /api/v1/moderation/items/:id/claim': [['POST', '/api/v1/moderation/items/unknown/claim', all(404)]],
  'POST /api/v1/moderation/items/:id/release': [['POST', '/api/v1/moderation/items/unknown/release', all(404)]],
  'POST /api/v1/moderation/items/:id/second-opinion': [
    ['POST', '/api/v1/moderation/items/unknown/second-opinion', all(404), () => ({ note: '' })],
  ],
  'POST /api/v1/moderation/decisions': [
    ['POST', '/api/v1/moderation/decisions', all(404), () => ({ itemId: 'unknown', decision: 'leave' })],
  ],
  'POST /api/v1/moderation/appeals/:id': [
    ['POST', '/api/v1/moderation/appeals/unknown', all(404), () => ({ outcome: 'upheld', reason: 'Why' })],
  ],
  'DELETE /api/v1/moderation/decisions/:id': [['DELETE', '/api/v1/moderation/decisions/unknown', all(404)]],
  // For admins; tests/admin-roles.db.test.ts tries each role.
  'GET /api/v1/admin/accounts': [['GET', '/api/v1/admin/accounts', all(404)]],
  'PATCH /api/v1/admin/accounts/:uid': [['PATCH', '/api/v1/admin/accounts/{uid}', all(404), () => ({})]],
  'GET /api/v1/admin/audit': [['GET', '/api/v1/admin/audit', all(404)]],
  'GET /api/v1/admin/overview': [['GET', '/api/v1/admin/overview', all(404)]],
  'GET /api/v1/admin/jobs': [['GET', '/api/v1/admin/jobs', all(404)]],
  'POST /api/v1/admin/jobs/:id/retry': [['POST', '/api/v1/admin/jobs/unknown/retry', all(404)]],
  'GET /api/v1/admin/settings': [['GET', '/api/v1/admin/settings', all(404)]],
  'PATCH /api/v1/admin/settings': [['PATCH', '/api/v1/admin/settings', all(404), () => ({})]],
  'GET /api/v1/admin/invitations': [['GET', '/api/v1/admin/invitations', all(404)]],
  'POST /api/v1/admin/invitations': [['POST', '/api/v1/admin/invitations', all(404), () => ({ uses: 1 })]],
  'DELETE /api/v1/admin/invitations/:id': [['DELETE', '/api/v1/admin/invitations/unknown', all(404)]],
  'GET /api/v1/admin/words': [['GET', '/api/v1/admin/words', all(404)]],
  'POST /api/v1/admin/words': [['POST', '/api/v1/admin/words', all(404), () => ({})]],
  'DELETE /api/v1/admin/words/:id': [['DELETE', '/api/v1/admin/words/unknown', all(404)]],
}
