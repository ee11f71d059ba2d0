import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { isDangerous } from '#administration/account-fields.ts'
import type { ManagedAccount } from '#administration/managed-account.ts'
import type { Hoshi } from '#app/http/context.ts'
import { roles } from '#identity/account.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { accountChangeExample, managedAccountExample } from './examples/admin.ts'
import { apiRouter, ensureSignedIn, idParam, jsonBody, jsonResponse, signedIn } from './router.ts'

const managedAccount = z
  .object({
    uid: z.string(),
    email: z.string(),
    role: z.enum(roles),
    isCreator: z.boolean().describe('Whether it has a public profile, and so may upload, whatever its role'),
    username: z.string(),
    avatarUrl: z.string(),
    founderBadge: z.boolean(),
    quotaBytes: z.number().int(),
    usedBytes: z.number().int(),
    episodeCount: z.number().int().describe('Episodes that everyone sees on the profile'),
    createdAt: dateTime,
    suspendedUntil: dateTime.nullable().describe('The year 9999 means until it is lifted; null: not suspended'),
    suspensionReason: z.string().describe('Words that the person reads; empty for none'),
  })
  .meta({ id: 'ManagedAccount' })

const accountPage = z.object({ accounts: z.array(managedAccount), nextCursor })

const accountQuery = pageQuery.extend({
  search: z.string().max(200).optional(),
  role: z.enum(roles).optional(),
})

const accountChange = z.strictObject({
  role: z.enum(roles).optional(),
  founderBadge: z.boolean().optional(),
  quotaBytes: z.number().optional(),
  suspendedUntil: z.iso.datetime().nullable().optional(),
  reason: z.string().optional(),
})

function serializeManaged(account: ManagedAccount) {
  const { uid, email, role, isCreator, username, avatarUrl, founderBadge, quotaBytes, usedBytes } = account
  const { episodeCount, createdAt, suspension } = account
  return {
    uid,
    email,
    role,
    isCreator,
    username,
    avatarUrl,
    founderBadge,
    quotaBytes,
    usedBytes,
    episodeCount,
    createdAt: createdAt.toISOString(),
    suspendedUntil: suspension?.until.toISOString() ?? null,
    suspensionReason: suspension?.reason ?? '',
  }
}

/** Routes for admins; `app.server.ts` answers everyone else with 404, before these are asked. */
export function adminAccountRoutes({ administration, identity }: Hoshi) {
  return apiRouter({ role: 'moderation.role_unknown' })
    .openapi(
      createRoute({
        method: 'get',
        path: '/admin/accounts',
        operationId: 'listAccounts',
        tags: ['Administration'],
        ...signedIn,
        summary: 'Accounts',
        description:
          'Newest first. `search` is part of a name or of an email address. For admins; 404 for everyone else.',
        request: { query: accountQuery },
        responses: jsonResponse(200, accountPage, 'One page', { accounts: [managedAccountExample], nextCursor: null }),
      }),
      async (c) => {
        const found = await administration.accounts.list(c.req.valid('query'))
        return c.json({ accounts: found.accounts.map(serializeManaged), nextCursor: found.nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'patch',
        path: '/admin/accounts/{uid}',
        operationId: 'changeAccount',
        tags: ['Administration'],
        ...signedIn,
        summary: 'Change an account',
        description:
          'Changes the given fields, all or none; the audit log gets an entry for each. A suspension takes an end and a ' +
          '`reason`, which the person reads; null lifts it. Nobody changes an admin or themselves (403), and only the ' +
          'command line makes an admin (403). Roles and suspensions want a sign-in of at most 10 minutes ago (403). For admins; 404 for everyone else.',
        request: { params: idParam('uid'), ...jsonBody(accountChange, accountChangeExample) },
        responses: jsonResponse(200, managedAccount, 'The account now', managedAccountExample),
      }),
      async (c) => {
        const actor = ensureSignedIn(c.var.account)
        const { suspendedUntil: until, ...fields } = c.req.valid('json')
        const suspension = until === undefined ? {} : { suspendedUntil: until === null ? null : new Date(until) }
        const changes = { ...fields, ...suspension }
        if (isDangerous(changes)) await identity.requireRecentSignIn(c.req.raw.headers)
        const changed = await administration.accounts.change(actor, c.req.valid('param').uid, changes)
        return c.json(serializeManaged(changed), 200)
      },
    )
}
