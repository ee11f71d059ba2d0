import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from './account.ts'
import type { Caller } from './caller.ts'
import type { PasswordHashing } from './password-hashing.server.ts'

export interface AuthParts {
  db: Db
  log: Log
  secret: string
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  secureCookies: boolean
  passwords: PasswordHashing
  /** Takes a slot of a limit that is stored under a hash of the caller. */
  countCall(
    who: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
}

/** A call to one of better-auth's routes. */
export interface AuthCall {
  method: 'GET' | 'POST'
  /** Below /api/auth. */
  path: '/sign-in/email' | '/sign-out' | '/get-session'
  body?: Record<string, string>
  /** The visitor's `Cookie` header. */
  cookie?: string | null
  from?: Caller
}

/** The session cookie's account, as currently stored. */
export interface SessionUser {
  id: string
  email: string
  role: string
  createdAt: Date
  sessionId: string
}

/** better-auth, configured for Hoshi and hidden from the rest of the product. */
export interface Auth {
  /** Returns a response with a status below 500; throws internal errors with their cause. */
  send(call: AuthCall): Promise<Response>
  sessionUser(headers: Headers): Promise<SessionUser | null>
}

/** Lifetime of a session from sign-in. Use does not extend it: reading it never writes. @see docs/product.md#accounts */
const SESSION_SECONDS = 30 * 24 * 3600

/** The cause of a failed call: better-auth logs its errors, and responds without their cause. */
type Calls = AsyncLocalStorage<{ cause?: Error }>

export function createAuth(parts: AuthParts): Auth {
  const { publicUrl } = parts
  const calls: Calls = new AsyncLocalStorage()
  const auth = configureBetterAuth(parts, calls)

  return {
    send: ({ method, path, body, cookie, from }) =>
      runCall(calls, async () => {
        const headers = new Headers({ origin: new URL(publicUrl).origin })
        if (cookie) headers.set('cookie', cookie)
        if (from) headers.set('x-real-ip', from.ip)
        if (method === 'POST') headers.set('content-type', 'application/json')
        const request = new Request(`${publicUrl}/api/auth${path}`, {
          method,
          headers,
          ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        })
        const response = await auth.handler(request)
        if (response.status >= 500) throw new Error(`better-auth responded with ${response.status} to ${path}.`)
        return response
      }),
    async sessionUser(headers) {
      const cookie = headers.get('cookie')
      if (!cookie) return null
      const found = await runCall(calls, () => auth.api.getSession({ headers: new Headers({ cookie }) }))
      if (!found) return null
      const { id, email, role, createdAt } = found.user
      return { id, email, role: role ?? '', createdAt, sessionId: found.session.id }
    },
  }
}

/** Runs one call; throws an error of it, even one that better-auth only logged. */
async function runCall<T>(calls: Calls, run: () => Promise<T>): Promise<T> {
  const call: { cause?: Error } = {}
  try {
    const result = await calls.run(call, run)
    if (!call.cause) return result
  } catch (error) {
    if (!call.cause) throw error
  }
  throw new Error('identity: better-auth failed', { cause: call.cause })
}

function configureBetterAuth(
  { db, log, secret, publicUrl, secureCookies, passwords, countCall }: AuthParts,
  calls: Calls,
) {
  return betterAuth({
    appName: 'Hoshi',
    baseURL: publicUrl,
    secret,
    telemetry: { enabled: false },
    database: { db, type: 'postgres', transaction: true },
    // `send` makes every request that better-auth gets, with this origin; the HTTP layer refuses foreign origins.
    trustedOrigins: [publicUrl],
    emailAndPassword: {
      enabled: true,
      // prepareAccount stores accounts, together with what belongs to them.
      disableSignUp: true,
      // The rule is in credentials.ts and counts code points; these two count UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 256,
      password: passwords,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { role: { type: 'string', required: false, defaultValue: 'viewer', input: false } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      session: { create: { before: async (session) => ({ data: { ...session, ipAddress: null, userAgent: null } }) } },
    },
    rateLimit: {
      enabled: true,
      // Stored with our other limits, and like them under a hash: its own table would contain the IP address itself.
      customStorage: { consume: countCall },
      // Only an outer limit, instead of 3 in 10 seconds: identity-limits.server.ts counts failures, this counts calls.
      customRules: {
        '/sign-in/email': { window: 10, max: 1000 },
        '/get-session': false,
        '/sign-out': false,
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // The library would prefix __Secure-; __Host- is stricter.
      useSecureCookies: false,
      cookiePrefix: 'hoshi',
      cookies: { session_token: { name: secureCookies ? SECURE_SESSION_COOKIE : SESSION_COOKIE } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies },
      database: {
        generateId: () => newId(),
        // One query for an account and its password: a known email address takes no longer than an unknown one.
        joins: true,
        // The migrations define the schema; validating it would delay the first request.
        validateSchema: false,
      },
    },
    logger: {
      disableColors: true,
      log(level, message, ...details) {
        if (level !== 'error') return
        const cause = details.find((detail) => detail instanceof Error)
        const call = calls.getStore()
        if (!call) log.error({ err: cause }, `identity: ${message}`)
        else if (cause || !call.cause) call.cause = new Error(message || 'better-auth reported an error', { cause })
      },
    },
  })
}
