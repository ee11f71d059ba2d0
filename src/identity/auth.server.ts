import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import {
  type Role,
  SECOND_STEP_COOKIE,
  SECURE_SECOND_STEP_COOKIE,
  SECURE_SESSION_COOKIE,
  SESSION_COOKIE,
} from './account.ts'
import type { AccountRow } from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import { deviceName } from './device.ts'
import type { PasswordHashing } from './password-hashing.server.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'
import { createTwoFactorPlugin } from './two-factor-plugin.server.ts'

export interface AuthParts {
  db: Db
  log: Log
  secret: string
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  secureCookies: boolean
  passwords: PasswordHashing
  recoveryCodes: RecoveryCodes
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
  path:
    | '/sign-in/email'
    | '/sign-out'
    | '/get-session'
    | '/verify-email'
    | '/two-factor/enable'
    | '/two-factor/verify-totp'
    | '/two-factor/verify-backup-code'
    | '/two-factor/generate-backup-codes'
    | '/two-factor/disable'
  query?: Record<string, string>
  body?: Record<string, string>
  /** The visitor's `Cookie` header. */
  cookie?: string | null
  from?: Caller
  /** Starts a session without asking for a code: the caller has just proved more than a password. */
  isSecondStepDone?: boolean
}

/** The session cookie's account, as currently stored. */
export interface SessionUser {
  id: string
  account: AccountRow
  showsNsfw: boolean
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

/** What better-auth does not pass on within a call. */
interface RunningCall {
  /** The visitor's browser in words. */
  device: string
  isSecondStepDone: boolean
  /** The cause of a failure: better-auth logs its errors, and responds without their cause. */
  cause?: Error
}
type Calls = AsyncLocalStorage<RunningCall>

/** For calls that start no session. */
const noCaller: RunningCall = { device: '', isSecondStepDone: false }

export function createAuth(parts: AuthParts): Auth {
  const { publicUrl } = parts
  const calls: Calls = new AsyncLocalStorage()
  const auth = configureBetterAuth(parts, calls)

  return {
    send: ({ method, path, query, body, cookie, from, isSecondStepDone = false }) =>
      runCall(calls, { device: deviceName(from?.userAgent), isSecondStepDone }, async () => {
        const headers = new Headers({ origin: new URL(publicUrl).origin })
        if (cookie) headers.set('cookie', cookie)
        if (from) headers.set('x-real-ip', from.ip)
        if (method === 'POST') headers.set('content-type', 'application/json')
        const search = query ? `?${new URLSearchParams(query)}` : ''
        const request = new Request(`${publicUrl}/api/auth${path}${search}`, {
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
      const found = await runCall(calls, noCaller, () => auth.api.getSession({ headers: new Headers({ cookie }) }))
      if (!found) return null
      const { id } = found.user
      const showsNsfw = found.user.showsNsfw === true
      return { id, account: toRow(found.user), showsNsfw, sessionId: found.session.id }
    },
  }
}

/** The stored account, as better-auth returns it. */
function toRow(user: StoredUser): AccountRow {
  return {
    uid: user.id,
    email: user.email,
    role: user.role as Role,
    isCreator: user.isCreator ?? false,
    createdAt: user.createdAt,
    suspendedUntil: user.suspendedUntil ?? null,
    suspensionReason: user.suspensionReason ?? '',
  }
}

interface StoredUser {
  id: string
  email: string
  createdAt: Date
  role?: string | null
  isCreator?: boolean | null
  suspendedUntil?: Date | null
  suspensionReason?: string | null
}

/** Runs one call; throws an error of it, even one that better-auth only logged. */
async function runCall<T>(calls: Calls, about: RunningCall, run: () => Promise<T>): Promise<T> {
  const call = { ...about }
  try {
    const result = await calls.run(call, run)
    if (!call.cause) return result
  } catch (error) {
    if (!call.cause) throw error
  }
  throw new Error('identity: better-auth failed', { cause: call.cause })
}

function configureBetterAuth(
  { db, log, secret, publicUrl, secureCookies, passwords, recoveryCodes, countCall }: AuthParts,
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
      additionalFields: {
        role: { type: 'string', required: false, defaultValue: 'viewer', input: false },
        isCreator: { type: 'boolean', required: false, fieldName: 'is_creator', input: false },
        suspendedUntil: { type: 'date', required: false, fieldName: 'suspended_until', input: false },
        suspensionReason: { type: 'string', required: false, fieldName: 'suspension_reason', input: false },
        showsNsfw: { type: 'boolean', required: false, defaultValue: false, input: false, fieldName: 'shows_nsfw' },
      },
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
      additionalFields: { device: { type: 'string', required: false, input: false, returned: false } },
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
      session: {
        create: {
          // Words instead of what would identify the person.
          before: async (session) => ({
            data: { ...session, ipAddress: null, userAgent: null, device: calls.getStore()?.device },
          }),
        },
      },
    },
    plugins: [createTwoFactorPlugin(recoveryCodes, () => calls.getStore()?.isSecondStepDone ?? false)],
    rateLimit: {
      enabled: true,
      // Stored with our other limits, and like them under a hash: its own table would contain the IP address itself.
      customStorage: { consume: countCall },
      // Only an outer limit, instead of 3 in 10 seconds: identity-limits.server.ts counts failures, this counts calls.
      customRules: {
        '/sign-in/email': { window: 10, max: 1000 },
        '/two-factor/*': { window: 10, max: 1000 },
        '/get-session': false,
        '/sign-out': false,
        // A signed link cannot be guessed.
        '/verify-email': false,
      },
    },
    advanced: {
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // The library would prefix __Secure-; __Host- is stricter.
      useSecureCookies: false,
      cookiePrefix: 'hoshi',
      cookies: {
        session_token: { name: secureCookies ? SECURE_SESSION_COOKIE : SESSION_COOKIE },
        two_factor: { name: secureCookies ? SECURE_SECOND_STEP_COOKIE : SECOND_STEP_COOKIE },
      },
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
