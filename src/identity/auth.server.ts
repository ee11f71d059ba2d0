import { AsyncLocalStorage } from 'node:async_hooks'
import type { Role } from './account.ts'
import type { AccountRow } from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import { type AuthParts, type Calls, configureBetterAuth, type RunningCall } from './configure-better-auth.server.ts'
import { deviceName } from './device.ts'
import { PROVIDER_ID, type ProviderSettings } from './provider.ts'
import { createProviderAuth } from './provider-auth.server.ts'

/** Routes that need the provider. */
const providerPaths = ['/sign-in/social', '/link-social', `/callback/${PROVIDER_ID}`] as const
type ProviderPath = (typeof providerPaths)[number]

/** A call to one of better-auth's routes. */
export interface AuthCall {
  method: 'GET' | 'POST'
  /** Path below /api/auth. */
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
    | '/passkey/generate-register-options'
    | '/passkey/verify-registration'
    | '/passkey/generate-authenticate-options'
    | '/passkey/verify-authentication'
    | ProviderPath
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The visitor's `Cookie` header. */
  cookie?: string | null
  from?: Caller
  /** Starts a session without asking for a code: the caller has just proved more than a password. */
  isSecondStepDone?: boolean
  /**
   * Whether a response is a refusal although better-auth logs an error with it, as it does for input that it does not accept.
   * Without this, whatever it logs is a fault of ours.
   */
  isRefusal?(response: Response, outcome: CallOutcome): boolean
}

/** The outcome of a call, besides its response. */
export type CallOutcome = Pick<RunningCall, 'isProved' | 'cause'>

/** The session cookie's account, as currently stored. */
export interface SessionUser {
  id: string
  account: AccountRow
  showsNsfw: boolean
  sessionId: string
}

/** better-auth, configured for Hoshi and hidden from the rest of the product. */
export interface Auth {
  /**
   * Returns a response with a status below 500, or a refusal of the call; throws internal errors with their cause, and
   * ProviderUnavailableError from the routes of the provider.
   */
  send(call: AuthCall): Promise<Response>
  /** Asks the provider for its facts, so that the first sign-in need not wait. @throws ProviderUnavailableError */
  openProvider(): Promise<void>
  /** Origins to which a sign-in by the provider leads. */
  providerOrigins(): readonly string[]
  sessionUser(headers: Headers): Promise<SessionUser | null>
}

/** The caller of calls that start no session. */
const noCaller: RunningCall = { device: '', isSecondStepDone: false, isProved: false, from: null }

/** @param provider null: the routes that need one are not called */
export function createAuth(parts: AuthParts & { provider: ProviderSettings | null }): Auth {
  const { publicUrl, log } = parts
  const calls: Calls = new AsyncLocalStorage()
  const auth = configureBetterAuth(parts, calls, null)
  const provider =
    parts.provider && createProviderAuth(parts.provider, log, (plugin) => configureBetterAuth(parts, calls, plugin))

  return {
    openProvider: async () => void (await provider?.open()),
    providerOrigins: () => provider?.origins() ?? [],
    async send({ method, path, query, body, cookie, from, isSecondStepDone = false, isRefusal = () => false }) {
      const needsProvider = providerPaths.some((each) => each === path)
      const { handler } = needsProvider && provider ? await provider.open() : auth
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
      const device = deviceName(from?.userAgent)
      const call: RunningCall = { ...noCaller, device, isSecondStepDone, from: from ?? null }
      const response = await runCall(calls, call, () => handler(request), isRefusal)
      if (response.status >= 500 && !isRefusal(response, call))
        throw new Error(`better-auth responded with ${response.status} to ${path}.`)
      return response
    },
    async sessionUser(headers) {
      const cookie = headers.get('cookie')
      if (!cookie) return null
      const read = () => auth.api.getSession({ headers: new Headers({ cookie }) })
      const found = await runCall(calls, { ...noCaller }, read)
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

/** Runs one call; throws an error of it, even one that better-auth only logged, unless the result is a refusal. */
async function runCall<T>(
  calls: Calls,
  call: RunningCall,
  run: () => Promise<T>,
  isRefusal: (result: T, outcome: CallOutcome) => boolean = () => false,
): Promise<T> {
  try {
    const result = await calls.run(call, run)
    if (!call.cause || isRefusal(result, call)) return result
  } catch (error) {
    if (!call.cause) throw error
  }
  throw new Error('identity: better-auth failed', { cause: call.cause })
}
