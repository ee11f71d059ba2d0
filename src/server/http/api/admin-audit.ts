import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { type AuditEntry, auditActions, auditSubjectKinds } from '#administration/audit.ts'
import type { Hoshi } from '#app/http/context.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { auditEntryExample } from './examples/admin.ts'
import { apiRouter, jsonResponse, signedIn } from './router.ts'

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const auditEntry = z
  .object({
    id: z.string(),
    at: dateTime,
    actor: z
      .union([z.object({ uid: z.string() }), z.literal('console')])
      .describe('An account, which may be gone by now, or the command line of the server'),
    action: z.enum(auditActions),
    subject: z.object({ kind: z.enum(auditSubjectKinds), id: z.string() }),
    reason: z.string(),
    before: values.describe('The changed values only'),
    after: values,
  })
  .meta({ id: 'AuditEntry' })

const auditPage = z.object({ entries: z.array(auditEntry), nextCursor })

function serializeEntry({ id, at, actor, action, subject, reason, before, after }: AuditEntry) {
  return {
    id,
    action,
    reason,
    before,
    after,
    at: at.toISOString(),
    actor: actor === 'console' ? actor : { uid: actor.uid },
    subject: { kind: subject.kind, id: subject.id },
  }
}

/** The audit log, for admins; `app.server.ts` answers everyone else with 404. */
export function adminAuditRoutes({ administration }: Hoshi) {
  return apiRouter().openapi(
    createRoute({
      method: 'get',
      path: '/admin/audit',
      operationId: 'listAuditLog',
      tags: ['Administration'],
      ...signedIn,
      summary: 'The audit log',
      description:
        'Who did what, to whom, and why; newest first. Entries are never changed or removed. For admins; 404 for everyone else.',
      request: { query: pageQuery },
      responses: jsonResponse(200, auditPage, 'One page', { entries: [auditEntryExample], nextCursor: null }),
    }),
    async (c) => {
      const { entries, nextCursor } = await administration.audit.list(c.req.valid('query'))
      return c.json({ entries: entries.map(serializeEntry), nextCursor }, 200)
    },
  )
}
