import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { chosenRoles } from '#identity/account.ts'
import { accountExample, credentialsExample, newAccountExample } from './examples.ts'
import { answers, apiRouter, emptyAnswer, jsonBody, moment, requireAccount, signedIn } from './router.ts'

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
  .object({ uid: z.string(), email: z.string(), role: z.enum(['viewer', 'creator', 'admin']), createdAt: moment })
  .meta({ id: 'Account' })

/** Sign-up and what a person does to the own account. */
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
          'Makes an account; nobody is signed in by it. A creator has a public profile from then on, and `username`, `bio` and `patreonUrl` are its words; of a viewer they are not read. The password has 8 to 128 characters, and `agreedToTerms` must be true. An address that has an account is refused with 409.',
        request: jsonBody(newAccount, newAccountExample),
        responses: answers(201, account, 'The account', accountExample),
      }),
      async (c) => {
        const made = await creators.signUp(c.req.valid('json'), { address: c.var.address })
        return c.json({ ...made, createdAt: made.createdAt.toISOString() }, 201)
      },
    )
    .openapi(
      createRoute({
        method: 'put',
        path: '/me/password',
        operationId: 'changePassword',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Change the own password',
        description:
          'Every session of the account ends, and the answer sets the cookie of a new one. A wrong current password is refused with 403.',
        request: jsonBody(z.strictObject({ currentPassword: z.string(), newPassword: z.string() }), {
          currentPassword: credentialsExample.password,
          newPassword: 'a longer horse battery',
        }),
        responses: emptyAnswer('Changed; every session has ended, and this one is replaced'),
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        const from = { address: c.var.address, cookie: c.req.header('cookie') }
        const changed = await identity.changePassword(person, c.req.valid('json'), from)
        for (const cookie of changed.setCookies) c.header('Set-Cookie', cookie, { append: true })
        return c.body(null, 204)
      },
    )
}
