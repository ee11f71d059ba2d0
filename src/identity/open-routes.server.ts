import { Refusal } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'
import type { RecentSignIn } from './recent-sign-in.server.ts'
import type { TwoStepRoutes } from './two-step.server.ts'

/** Handlers of the open routes, called once the request has been read. */
export interface OpenRoutes extends TwoStepRoutes, Pick<RecentSignIn, 'requireRecentSignIn'> {
  /** @throws Refusal identity.sign_in_required */
  requireSession(headers: Headers): Promise<void>
  signIn(input: { email: string; password: string }, from: Caller): Promise<Response>
  signOut(headers: Headers): Promise<Response>
  getSession(headers: Headers): Promise<Response>
  verifyMail(token: string): Promise<void>
  requestPasswordReset(input: { email: string }, from: Caller): Promise<void>
  resetPassword(input: { token: string; newPassword: string }, from: Caller): Promise<{ setCookies: string[] }>
}

/** better-auth's response to a reset request, whether or not the email address is known. */
const resetRequested = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
}

/** Handles the open routes of better-auth; null for every other path and method. */
export async function handleOpenRoute(request: Request, caller: Caller, routes: OpenRoutes): Promise<Response | null> {
  const from = { ...caller, cookie: request.headers.get('cookie'), userAgent: request.headers.get('user-agent') }
  switch (`${request.method} ${new URL(request.url).pathname}`) {
    case 'POST /api/auth/sign-in/email':
      return withNoStore(await routes.signIn(await readBody(request, ['email', 'password']), from))
    case 'POST /api/auth/sign-out':
      await readBody(request, [])
      return withNoStore(await routes.signOut(request.headers))
    case 'GET /api/auth/get-session':
      return withNoStore(await routes.getSession(request.headers))
    case 'GET /api/auth/verify-email':
      await routes.verifyMail(readToken(new URL(request.url).searchParams))
      return withNoStore(Response.json({ status: true, user: null }))
    case 'POST /api/auth/request-password-reset':
      await routes.requestPasswordReset(await readBody(request, ['email']), from)
      return withNoStore(Response.json(resetRequested))
    case 'POST /api/auth/reset-password': {
      const { setCookies } = await routes.resetPassword(await readBody(request, ['token', 'newPassword']), from)
      const response = Response.json({ status: true })
      for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
      return withNoStore(response)
    }
    case 'POST /api/auth/two-factor/enable':
      await routes.requireSession(request.headers)
      return withNoStore(await routes.enableTwoStep(await readBody(request, ['password']), from))
    case 'POST /api/auth/two-factor/verify-totp':
      return withNoStore(await routes.verifyTotp(await readBody(request, ['code']), from))
    case 'POST /api/auth/two-factor/verify-backup-code':
      return withNoStore(await routes.verifyBackupCode(await readBody(request, ['code']), from))
    case 'POST /api/auth/two-factor/generate-backup-codes':
      await routes.requireRecentSignIn(request.headers)
      return withNoStore(await routes.generateBackupCodes(await readBody(request, ['password']), from))
    case 'POST /api/auth/two-factor/disable':
      await routes.requireRecentSignIn(request.headers)
      return withNoStore(await routes.disableTwoStep(await readBody(request, ['password']), from))
    default:
      return null
  }
}

/**
 * Reads a JSON object of exactly these strings. Refuses other fields: better-auth's `callbackURL` and `redirectTo`
 * would send people to any URL in the body.
 *
 * @throws Refusal request.wrong_type, request.unreadable, request.invalid
 */
async function readBody<Field extends string>(request: Request, fields: Field[]): Promise<Record<Field, string>> {
  const text = await request.text()
  if (text === '' && fields.length === 0) return {} as Record<Field, string>
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal('request.wrong_type')
  }
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('request.invalid')
  const given = new Map<string, unknown>(Object.entries(body))
  const extra = [...given.keys()].find((name) => !fields.some((field) => field === name))
  if (extra !== undefined) throw new Refusal('request.invalid', { field: extra.slice(0, 100) })
  const missing = fields.find((field) => typeof given.get(field) !== 'string')
  if (missing !== undefined) throw new Refusal('request.invalid', { field: missing })
  return Object.fromEntries(given) as Record<Field, string>
}

/** Refuses better-auth's `callbackURL` too, which sends people to any URL. @throws Refusal request.invalid */
function readToken(query: URLSearchParams): string {
  const extra = [...query.keys()].find((name) => name !== 'token')
  const token = query.get('token')
  if (extra !== undefined || token === null)
    throw new Refusal('request.invalid', { field: extra?.slice(0, 100) ?? 'token' })
  return token
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('request.unreadable')
  }
}

function withNoStore(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  return response
}
