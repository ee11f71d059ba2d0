import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { chosenRoles } from '#identity/account.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { accountExample, credentialsExample, newAccountExample } from './examples/accounts.ts'
import { apiRouter, emptyResponse, ensureSignedIn, jsonBody, jsonResponse, signedIn } from './router.ts'

const newAccount = z.strictObject({
  email: z.string(),
  password: z.string(),
  role: z.enum(chosenRoles).default('viewer'),
  agreedToTerms: z.boolean().default(false),
  username: z.string().optional(),
  bio: z.string().optional(),
  patreonUrl: z.string().optional(),
})

const account = z
  .object({ uid: z.string(), email: z.string(), role: z.enum(['viewer', 'creator', 'admin']), createdAt: dateTime })
  .meta({ id: 'Account' })

/** Routes for sign-up and for one's own password. */
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
          'Creates an account without signing in. A creator gets a public profile with `username`, `bio` and `patreonUrl`; a viewer has none, and these fields are ignored. The password has 8 to 128 characters, and `agreedToTerms` must be true. An email address that is already registered is refused with 409.',
        request: jsonBody(newAccount, newAccountExample),
        responses: jsonResponse(201, account, 'The account', accountExample),
      }),
      async (c) => {
        const created = await creators.signUp(c.req.valid('json'), { ip: c.var.ip })
        return c.json({ ...created, createdAt: created.createdAt.toISOString() }, 201)
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
        const from = { ip: c.var.ip, cookie: c.req.header('cookie') }
        const changed = await identity.changePassword(person, c.req.valid('json'), from)
        for (const cookie of changed.setCookies) c.header('Set-Cookie', cookie, { append: true })
        return c.body(null, 204)
      },
    )
}
