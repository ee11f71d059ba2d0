import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { chosenRoles } from '#identity/account.ts'
import { answers, apiRouter, emptyAnswer, jsonBody, moment, requireAccount } from './router.ts'

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
        summary: 'Sign up',
        request: jsonBody(newAccount),
        responses: answers(201, account, 'The account'),
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
        summary: 'Change the own password',
        request: jsonBody(z.strictObject({ currentPassword: z.string(), newPassword: z.string() })),
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
