import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { chosenRoles, roles } from '#identity/account.ts'
import { PROOF_HEADER } from '#platform/proof-challenge.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { accountExample, credentialsExample, newAccountExample, pendingEmailExample } from './examples/accounts.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  jsonBody,
  jsonResponse,
  recentlySignedIn,
  signedIn,
} from './router.ts'

const newAccount = z.strictObject({
  email: z.string(),
  password: z.string(),
  role: z.enum(chosenRoles).default('viewer'),
  agreedToTerms: z.boolean().default(false),
  username: z.string().optional(),
  bio: z.string().optional(),
  patreonUrl: z.string().optional(),
  invitation: z.string().optional(),
})

const account = z
  .object({ uid: z.string(), email: z.string(), role: z.enum(roles), createdAt: dateTime })
  .meta({ id: 'Account' })

const pendingEmail = z
  .object({ email: z.string(), expiresAt: dateTime.describe('Until when the link works') })
  .meta({ id: 'PendingEmail' })

/** Routes for sign-up, and for one's own password and address. */
export function accountRoutes({ creators, identity }: Pick<Hoshi, 'creators' | 'identity'>) {
  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/accounts',
        operationId: 'signUp',
        tags: ['Accounts'],
        summary: 'Sign up',
        description:
          'Creates an account without signing in. A creator gets a public profile with `username`, `bio` and `patreonUrl`; a viewer has none, and these fields are ignored. The password has 8 to 128 characters, and `agreedToTerms` must be true. An email address that is already registered is refused with 409, one at a disposable mail service with 422. While signing up takes an invitation, `invitation` is its code: without one, and with one that is wrong, used up or expired, the answer is 403, as it is while sign-ups are closed. From about the sixth sign-up of a network in ten minutes, the answer is 428 with a `proof` to compute; the call is repeated with it in the header.',
        request: {
          ...jsonBody(newAccount, newAccountExample),
          headers: z.object({
            [PROOF_HEADER]: z.string().optional().describe('`{challenge}.{nonce}`, after an answer of 428'),
          }),
        },
        responses: jsonResponse(201, account, 'The account', accountExample),
      }),
      async (c) => {
        const from = { ip: c.var.ip, proof: c.req.header(PROOF_HEADER) ?? null }
        const created = await creators.signUp(c.req.valid('json'), from)
        const { uid, email, role, createdAt } = created
        return c.json({ uid, email, role, createdAt: createdAt.toISOString() }, 201)
      },
    )
    .openapi(
      createRoute({
        method: 'put',
        path: '/me/password',
        operationId: 'changePassword',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Change your password',
        description:
          'Ends every session of the account and sets the cookie of a new one. A wrong current password is refused with 403.',
        request: jsonBody(z.strictObject({ currentPassword: z.string(), newPassword: z.string() }), {
          currentPassword: credentialsExample.password,
          newPassword: 'a longer horse battery',
        }),
        responses: emptyResponse('Changed; every session has ended, and this one is replaced'),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const from = { ip: c.var.ip, cookie: c.req.header('cookie'), userAgent: c.req.header('user-agent') }
        const changed = await identity.changePassword(person, c.req.valid('json'), from)
        for (const cookie of changed.setCookies) c.header('Set-Cookie', cookie, { append: true })
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        method: 'put',
        path: '/me/email',
        operationId: 'changeEmail',
        tags: ['Accounts'],
        ...recentlySignedIn,
        summary: 'Change your email address',
        description:
          'Mails a link to the new address and a notice to the old one, which stays until the link is opened. Requires the password and a sign-in of at most 10 minutes ago. An address that has an account is refused with 409.',
        request: jsonBody(z.strictObject({ email: z.string(), password: z.string() }), {
          email: pendingEmailExample.email,
          password: credentialsExample.password,
        }),
        responses: jsonResponse(202, pendingEmail, 'The address that waits for its link', pendingEmailExample),
      }),
      async (c) => {
        const from = { ip: c.var.ip, cookie: c.req.header('cookie') }
        const pending = await identity.requestEmailChange(ensureSignedIn(c.var.account), c.req.valid('json'), from)
        return c.json({ email: pending.email, expiresAt: pending.expiresAt.toISOString() }, 202)
      },
    )
}
