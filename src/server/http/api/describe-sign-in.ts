import { z } from 'zod'
import { accountExample, credentialsExample } from './examples.ts'
import { type ApiRegistry, answers, jsonBody, maybeSignedIn, moment, orNull } from './router.ts'

const session = z
  .object({
    id: z.string(),
    userId: z.string(),
    token: z.string(),
    expiresAt: moment,
    createdAt: moment,
    updatedAt: moment,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'Session', description: 'Neither address nor browser is recorded: both are null.' })

const user = z
  .object({
    id: z.string().describe('The `uid` of the account'),
    email: z.string(),
    emailVerified: z.boolean(),
    name: z.string(),
    image: z.string().nullable(),
    role: z.enum(['viewer', 'creator', 'admin']),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'User', description: 'The account, in the words of better-auth.' })

const signedInAnswer = z.object({ redirect: z.boolean(), token: z.string(), user })
const status = z.object({ status: z.literal(true) })

const token = 'b1Yw5fJ0sQm8xKc3RtV7nZ2aHd6LgEoP'
const userExample = {
  id: accountExample.uid,
  email: accountExample.email,
  emailVerified: false,
  name: '',
  image: null,
  role: accountExample.role,
  createdAt: accountExample.createdAt,
  updatedAt: accountExample.createdAt,
}
const sessionExample = {
  id: 'w2n7c0k5t9x4b8v1m6q3d0r7y5',
  userId: accountExample.uid,
  token,
  expiresAt: '2026-03-31T09:31:00.000Z',
  createdAt: '2026-03-01T09:31:00.000Z',
  updatedAt: '2026-03-01T09:31:00.000Z',
  ipAddress: null,
  userAgent: null,
}

/** The routes of better-auth that are open: the identity room answers them itself, outside of the routes that have schemas. */
export function describeSignIn(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'post',
    path: '/api/auth/sign-in/email',
    operationId: 'signIn',
    tags: ['Sessions'],
    summary: 'Sign in',
    description:
      'The answer sets the cookie of a session of 30 days, which every other call takes. A wrong address and a wrong ' +
      'password are refused alike, with 401; too many wrong ones with 429.',
    request: jsonBody(z.strictObject({ email: z.string(), password: z.string() }), credentialsExample),
    responses: answers(200, signedInAnswer, 'Signed in', { redirect: false, token, user: userExample }),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/sign-out',
    operationId: 'signOut',
    tags: ['Sessions'],
    ...maybeSignedIn,
    summary: 'Sign out',
    description: 'Ends the session on the server and removes its cookie. Without a session nothing changes.',
    request: { body: { ...jsonBody(z.strictObject({}), {}).body, required: false } },
    responses: answers(200, z.object({ success: z.literal(true) }), 'Signed out', { success: true }),
  })
  registry.registerPath({
    method: 'get',
    path: '/api/auth/get-session',
    operationId: 'getSession',
    tags: ['Sessions'],
    ...maybeSignedIn,
    summary: 'Who is signed in',
    description: 'The session of the cookie and its account; null when there is none.',
    responses: answers(200, orNull(z.object({ session, user })), 'The session, or null', {
      session: sessionExample,
      user: userExample,
    }),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/request-password-reset',
    operationId: 'requestPasswordReset',
    tags: ['Sessions'],
    summary: 'Ask for a link that resets the password',
    description: 'A link is mailed when the address has an account; the answer is the same when it has none.',
    request: jsonBody(z.strictObject({ email: z.string() }), { email: credentialsExample.email }),
    responses: answers(200, status.extend({ message: z.string() }), 'Mailed, if there is such an account', {
      status: true,
      message: 'If this email exists in our system, check your email for the reset link',
    }),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/reset-password',
    operationId: 'resetPassword',
    tags: ['Sessions'],
    summary: 'Set a new password by a mailed link',
    description: 'The token of the link counts once. Every session and every other link of the account ends.',
    request: jsonBody(z.strictObject({ token: z.string(), newPassword: z.string() }), {
      token: 'q7d2m9x4k0v6r1t8b5n3c0y4w6',
      newPassword: credentialsExample.password,
    }),
    responses: answers(200, status, 'Changed', { status: true }),
  })
}
