import type { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import {
  PASSKEY_COOKIE,
  PROVIDER_COOKIE,
  SECOND_STEP_COOKIE,
  SECURE_PASSKEY_COOKIE,
  SECURE_PROVIDER_COOKIE,
  SECURE_SECOND_STEP_COOKIE,
  SECURE_SESSION_COOKIE,
  SESSION_COOKIE,
} from './account.ts'
import type { Caller } from './caller.ts'
import type { PasskeySite } from './passkey.ts'
import { createPasskeyPlugin, PASSKEY_CHALLENGE } from './passkey-plugin.server.ts'
import type { PasswordHashing } from './password-hashing.server.ts'
import { PROVIDER_ID } from './provider.ts'
import type { createProviderPlugin } from './provider-plugin.server.ts'
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
  /** Null where browsers have no passkeys. */
  passkeySite: PasskeySite | null
  /** Called before the provider makes an account. @throws Refusal when it may not */
  admitSignUp(email: string, from: Caller): Promise<void>
  /** Called after the provider has made an account. */
  onSignUp(uid: string, isMailVerified: boolean): Promise<void>
  /** Takes a slot of a limit that is stored under a hash of the caller. */
  countCall(
    who: string,
    rule: { window: number; max: number },
  ): Promise<{ allowed: boolean; retryAfter: number | null }>
}

/** The state of a call that better-auth does not pass on. */
export interface RunningCall {
  /** The visitor's browser in words. */
  device: string
  isSecondStepDone: boolean
  /** Whether the call has proved a passkey. */
  isProved: boolean
  from: Caller | null
  /** The cause of a failure: better-auth logs its errors, and responds without their cause. */
  cause?: Error
}
export type Calls = AsyncLocalStorage<RunningCall>

/** Lifetime of a session from sign-in. Use does not extend it: reading it never writes. @see docs/product.md#accounts */
const SESSION_SECONDS = 30 * 24 * 3600

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}

/** better-auth with our tables, cookies and limits. @param provider the plugin of the provider, where it has one */
export function configureBetterAuth(
  parts: AuthParts,
  calls: Calls,
  provider: ReturnType<typeof createProviderPlugin> | null,
) {
  const { db, log, secret, publicUrl, secureCookies, passwords, recoveryCodes, passkeySite, countCall } = parts
  const noteProof = () => {
    const call = calls.getStore()
    if (call) call.isProved = true
  }
  /** The code of a refusal comes back as better-auth's error. */
  async function admit(email: string): Promise<{ error: string } | undefined> {
    const call = calls.getStore()
    if (!call?.from) throw new Error('A sign-up has no caller.')
    try {
      await parts.admitSignUp(email, call.from)
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
      return { error: thrown.code }
    }
  }
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
      // prepareAccount stores accounts, together with the rows that belong to them.
      disableSignUp: true,
      // The rule is in credentials.ts and counts code points; these two count UTF-16 units.
      minPasswordLength: 1,
      maxPasswordLength: 256,
      password: passwords,
    },
    user: {
      modelName: 'users',
      validateUserInfo: async ({ user, source }) =>
        source.action === 'create-user' ? await admit(user.email ?? '') : undefined,
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
      // Whether a sign-in is recent is ours to know: recent-sign-in.server.ts.
      freshAge: 0,
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
      updateAccountOnSignIn: false,
      accountLinking: {
        // An address proves nothing about the account that has it here: its owner links the two, with any addresses.
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: [PROVIDER_ID],
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      user: { create: { after: async ({ id, emailVerified }) => await parts.onSignUp(id, emailVerified) } },
      account: {
        create: {
          // Nothing here asks the provider again: its answer about the person is enough, and its tokens are worth stealing.
          before: async (account) => ({ data: { ...account, ...noTokens } }),
        },
      },
      session: {
        create: {
          // Words for the device, instead of data that would identify the person.
          before: async (session) => ({
            data: { ...session, ipAddress: null, userAgent: null, device: calls.getStore()?.device },
          }),
        },
      },
    },
    plugins: [
      createTwoFactorPlugin(recoveryCodes, () => calls.getStore()?.isSecondStepDone ?? false),
      ...(passkeySite ? [createPasskeyPlugin(passkeySite, noteProof)] : []),
      ...(provider ? [provider] : []),
    ],
    rateLimit: {
      enabled: true,
      // Stored with our other limits, and like them under a hash: its own table would contain the IP address itself.
      customStorage: { consume: countCall },
      // Only an outer limit, instead of 3 in 10 seconds: identity-limits.server.ts counts failures, this counts calls.
      customRules: {
        '/sign-in/email': { window: 10, max: 1000 },
        '/two-factor/*': { window: 10, max: 1000 },
        '/passkey/*': { window: 10, max: 1000 },
        '/sign-in/social': { window: 10, max: 1000 },
        '/link-social': { window: 10, max: 1000 },
        '/callback/*': { window: 10, max: 1000 },
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
        state: { name: secureCookies ? SECURE_PROVIDER_COOKIE : PROVIDER_COOKIE },
        [PASSKEY_CHALLENGE]: { name: secureCookies ? SECURE_PASSKEY_COOKIE : PASSKEY_COOKIE },
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
