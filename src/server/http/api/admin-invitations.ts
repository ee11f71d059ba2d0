import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Invitation } from '#administration/site/invitation.ts'
import type { Hoshi } from '#app/http/context.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { invitationExample, newInvitationExample } from './examples/admin.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonBody, jsonResponse, signedIn } from './router.ts'

const invitation = z
  .object({
    id: z.string(),
    uses: z.number().int().describe('How many people it was made for'),
    usesLeft: z.number().int(),
    expiresAt: dateTime.nullable().describe('Null: until it is used up'),
    createdAt: dateTime,
  })
  .meta({ id: 'Invitation' })

const newInvitation = z.strictObject({ uses: z.number(), expiresAt: z.iso.datetime().nullable().optional() })

const made = z.object({ id: z.string(), code: z.string().describe('Told only here') })

function serializeInvitation({ id, uses, usesLeft, expiresAt, createdAt }: Invitation) {
  return {
    id,
    uses,
    usesLeft,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

/** Invitations, for admins; `app.server.ts` answers everyone else with 404, before these are asked. */
export function adminInvitationRoutes({ administration }: Hoshi) {
  const own = { tags: ['Administration'], ...signedIn }
  const forAdmins = 'For admins; 404 for everyone else.'
  return apiRouter({ uses: 'moderation.uses_invalid', expiresAt: 'moderation.expires_at_invalid' })
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/admin/invitations',
        operationId: 'listInvitations',
        summary: 'Invitations',
        description: `All of them, newest first, used up and expired ones too. Their codes are not stored. ${forAdmins}`,
        responses: jsonResponse(200, z.object({ invitations: z.array(invitation) }), 'The invitations', {
          invitations: [invitationExample],
        }),
      }),
      async (c) => c.json({ invitations: (await administration.invitations.list()).map(serializeInvitation) }, 200),
    )
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/admin/invitations',
        operationId: 'createInvitation',
        summary: 'Make an invitation',
        description: `Its code lets up to 1,000 people sign up, also while that takes an invitation; at most 200 exist at the same time (409). ${forAdmins}`,
        request: jsonBody(newInvitation, newInvitationExample),
        responses: jsonResponse(201, made, 'The invitation', {
          id: invitationExample.id,
          code: 'c4t8w1n6k0p5x9m3v7q2r6y0bz',
        }),
      }),
      async (c) => {
        const { uses, expiresAt } = c.req.valid('json')
        const input = { uses, expiresAt: expiresAt ? new Date(expiresAt) : null }
        const { id, code } = await administration.invitations.create(ensureSignedIn(c.var.account), input)
        return c.json({ id, code }, 201)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'delete',
        path: '/admin/invitations/{id}',
        operationId: 'removeInvitation',
        summary: 'End an invitation',
        description: `Accounts that were made with it stay. ${forAdmins}`,
        request: { params: idParam('id') },
        responses: emptyResponse('Ended'),
      }),
      async (c) => {
        await administration.invitations.remove(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
