import { Refusal } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'
import type { Ceremony, PasskeyRoutes } from './passkeys.server.ts'
import { PROVIDER_CALLBACK, PROVIDER_ID } from './provider.ts'
import type { ProviderRoutes } from './provider-sign-in.server.ts'
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
  /** Null where browsers have no passkeys. */
  passkeys: PasskeyRoutes | null
  /** Null where the operator has set none. */
  provider: ProviderRoutes | null
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
      return withNoStore(withCookies(Response.json({ status: true }), setCookies))
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
    default: {
      const response =
        (routes.passkeys && (await handlePasskeyRoute(request, from, routes, routes.passkeys))) ??
        (routes.provider && (await handleProviderRoute(request, from, routes.provider)))
      return response && withNoStore(response)
    }
  }
}

/** Handles the routes of the provider; null for every other path and method. */
async function handleProviderRoute(request: Request, from: Caller, provider: ProviderRoutes): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url)
  switch (`${request.method} ${pathname}`) {
    case 'POST /api/auth/sign-in/social': {
      const body = await readBody(request, ['provider'], ['callbackURL'])
      if (body.provider !== PROVIDER_ID) throw new Refusal('request.invalid', { field: 'provider' })
      const { url, setCookies } = await provider.startProviderSignIn({ next: body.callbackURL ?? null }, from)
      return withCookies(Response.json({ url, redirect: true }), setCookies)
    }
    case `GET ${PROVIDER_CALLBACK}`: {
      const { location, setCookies } = await provider.finishProviderSignIn(searchParams, from)
      return withCookies(new Response(null, { status: 302, headers: { location } }), setCookies)
    }
    default:
      return null
  }
}

/** Handles the routes of passkeys; null for every other path and method. */
async function handlePasskeyRoute(
  request: Request,
  from: Caller,
  { requireSession, requireRecentSignIn }: OpenRoutes,
  passkeys: PasskeyRoutes,
): Promise<Response | null> {
  switch (`${request.method} ${new URL(request.url).pathname}`) {
    case 'GET /api/auth/passkey/generate-register-options':
      await requireRecentSignIn(request.headers)
      return await passkeys.startPasskey(from)
    case 'POST /api/auth/passkey/verify-registration':
      await requireRecentSignIn(request.headers)
      return await passkeys.addPasskey(await readCeremony(request, ['name']), from)
    case 'GET /api/auth/passkey/generate-authenticate-options':
      return await passkeys.startPasskeySignIn(from)
    case 'POST /api/auth/passkey/verify-authentication':
      return await passkeys.signInWithPasskey(await readCeremony(request, []), from)
    case 'GET /api/auth/passkey/list-user-passkeys':
      return await passkeys.listPasskeys(from)
    case 'POST /api/auth/passkey/update-passkey':
      await requireSession(request.headers)
      return await passkeys.changePasskey(await readBody(request, ['id', 'name']), from)
    case 'POST /api/auth/passkey/delete-passkey':
      await requireRecentSignIn(request.headers)
      return await passkeys.deletePasskey(await readBody(request, ['id']), from)
    default:
      return null
  }
}

/**
 * Reads a JSON object of exactly these strings. Refuses other fields: better-auth's `callbackURL` and `redirectTo`
 * would send people to any URL in the body.
 *
 * @param optional strings that may be missing
 * @throws Refusal request.wrong_type, request.unreadable, request.invalid
 */
async function readBody<Field extends string, Optional extends string = never>(
  request: Request,
  fields: Field[],
  optional: Optional[] = [],
): Promise<Record<Field, string> & Partial<Record<Optional, string>>> {
  const given = await readFields(request, [...fields, ...optional])
  const invalid =
    fields.find((field) => typeof given.get(field) !== 'string') ?? optional.find((field) => isNoText(given, field))
  if (invalid !== undefined) throw new Refusal('request.invalid', { field: invalid })
  return Object.fromEntries(given) as Record<Field, string> & Partial<Record<Optional, string>>
}

/** Reads a JSON object with a browser's response about a passkey, and strings that may be missing. @throws as `readBody` */
async function readCeremony<Optional extends string>(
  request: Request,
  optional: Optional[],
): Promise<{ response: Ceremony } & Partial<Record<Optional, string>>> {
  const given = await readFields(request, ['response', ...optional])
  const response = given.get('response')
  if (!isObject(response)) throw new Refusal('request.invalid', { field: 'response' })
  const invalid = optional.find((field) => isNoText(given, field))
  if (invalid !== undefined) throw new Refusal('request.invalid', { field: invalid })
  return Object.fromEntries(given) as { response: Ceremony } & Partial<Record<Optional, string>>
}

function isNoText(given: ReadonlyMap<string, unknown>, field: string): boolean {
  return given.has(field) && typeof given.get(field) !== 'string'
}

/** Reads a JSON object with no fields but these. */
async function readFields(request: Request, fields: readonly string[]): Promise<Map<string, unknown>> {
  const text = await request.text()
  if (text === '' && fields.length === 0) return new Map()
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal('request.wrong_type')
  }
  const body = parseJson(text)
  if (!isObject(body)) throw new Refusal('request.invalid')
  const given = new Map<string, unknown>(Object.entries(body))
  const extra = [...given.keys()].find((name) => !fields.includes(name))
  if (extra !== undefined) throw new Refusal('request.invalid', { field: extra.slice(0, 100) })
  return given
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

function withCookies(response: Response, setCookies: string[]): Response {
  for (const cookie of setCookies) response.headers.append('set-cookie', cookie)
  return response
}

function withNoStore(response: Response): Response {
  response.headers.set('cache-control', 'no-store')
  return response
}
