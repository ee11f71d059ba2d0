import { z } from 'zod'
import { roles } from '#identity/account.ts'
import { dateTime, orNull } from '#platform/schemas.server.ts'
import { accountExample, credentialsExample } from './examples/accounts.ts'
import { type ApiRegistry, jsonBody, jsonResponse, maybeSignedIn } from './router.ts'

export const session = z
  .object({
    id: z.string(),
    userId: z.string(),
    token: z.string(),
    expiresAt: dateTime,
    createdAt: dateTime,
    updatedAt: dateTime,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'Session', description: 'The IP address and browser are not recorded: both are null.' })

/** The account, as better-auth returns it. */
export const user = z
  .object({
    id: z.string().describe('The `uid` of the account'),
    email: z.string(),
    emailVerified: z.boolean(),
    name: z.string(),
    image: z.string().nullable(),
    role: z.enum(roles),
    isCreator: z.boolean().describe('Whether it has a public profile, whatever its role'),
    suspendedUntil: dateTime.nullable().describe('Until when it may not write; in the past, or null: it may'),
    suspensionReason: z.string().describe('The reason as the moderator wrote it; empty for none'),
    showsNsfw: z.boolean().describe('Whether adult episodes are shown without asking'),
    twoFactorEnabled: z.boolean().describe('Whether signing in takes a code'),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'User', description: 'The account, as better-auth returns it.' })

const signInResult = z.union([
  z.object({ redirect: z.boolean(), token: z.string(), user }),
  z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.literal('totp')) }),
])
const status = z.object({ status: z.literal(true) })

export const token = 'b1Yw5fJ0sQm8xKc3RtV7nZ2aHd6LgEoP'
export const userExample = {
  id: accountExample.uid,
  email: accountExample.email,
  emailVerified: false,
  name: '',
  image: null,
  role: accountExample.role,
  isCreator: true,
  suspendedUntil: null,
  suspensionReason: '',
  showsNsfw: false,
  twoFactorEnabled: false,
  createdAt: accountExample.createdAt,
  updatedAt: accountExample.createdAt,
}
export const sessionExample = {
  id: 'w2n7c0k5t9x4b8v1m6q3d0r7y5',
  userId: accountExample.uid,
  token,
  expiresAt: '2026-03-31T09:31:00.000Z',
  createdAt: '2026-03-01T09:31:00.000Z',
  updatedAt: '2026-03-01T09:31:00.000Z',
  ipAddress: null,
  userAgent: null,
}

/** Describes the open routes of better-auth for sessions, which `identity` handles itself, outside the routes with schemas. */
export function describeSignIn(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'post',
    path: '/api/auth/sign-in/email',
    operationId: 'signIn',
    tags: ['Sessions'],
    summary: 'Sign in',
    description:
      'The response sets a session cookie for 30 days, which all other calls use. A wrong email address and a wrong ' +
      'password both get the same 401; too many failed attempts get 429. With two-step codes on, the response is ' +
      '`twoFactorRedirect` and a cookie that lasts ten minutes: `verify-totp` or `verify-backup-code` then starts the session. ' +
      'A session restores an account whose deletion can still be undone.',
    request: jsonBody(z.strictObject({ email: z.string(), password: z.string() }), credentialsExample),
    responses: jsonResponse(200, signInResult, 'Signed in', { redirect: false, token, user: userExample }),
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
    responses: jsonResponse(200, z.object({ success: z.literal(true) }), 'Signed out', { success: true }),
  })
  registry.registerPath({
    method: 'get',
    path: '/api/auth/get-session',
    operationId: 'getSession',
    tags: ['Sessions'],
    ...maybeSignedIn,
    summary: 'Get the current session',
    description: 'The session of the cookie and its account; null when there is none.',
    responses: jsonResponse(200, orNull(z.object({ session, user })), 'The session, or null', {
      session: sessionExample,
      user: userExample,
    }),
  })
  registry.registerPath({
    method: 'get',
    path: '/api/auth/verify-email',
    operationId: 'verifyEmail',
    tags: ['Sessions'],
    summary: 'Confirm an email address with an emailed link',
    description: 'The token of the link works for a day, more than once too. It starts no session.',
    request: { query: z.strictObject({ token: z.string() }) },
    responses: jsonResponse(200, status.extend({ user: z.null() }), 'Confirmed', { status: true, user: null }),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/request-password-reset',
    operationId: 'requestPasswordReset',
    tags: ['Sessions'],
    summary: 'Request a password reset link',
    description: 'If the address has an account, a link is emailed to it. The response is the same if it has none.',
    request: jsonBody(z.strictObject({ email: z.string() }), { email: credentialsExample.email }),
    responses: jsonResponse(200, status.extend({ message: z.string() }), 'The link is sent if the account exists', {
      status: true,
      message: 'If this email exists in our system, check your email for the reset link',
    }),
  })
  registry.registerPath({
    method: 'post',
    path: '/api/auth/reset-password',
    operationId: 'resetPassword',
    tags: ['Sessions'],
    summary: 'Set a new password with an emailed link',
    description: 'The token of the link works once. All sessions and other reset links of the account end.',
    request: jsonBody(z.strictObject({ token: z.string(), newPassword: z.string() }), {
      token: 'q7d2m9x4k0v6r1t8b5n3c0y4w6',
      newPassword: credentialsExample.password,
    }),
    responses: jsonResponse(200, status, 'Changed', { status: true }),
  })
}
