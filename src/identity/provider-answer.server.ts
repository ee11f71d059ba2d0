import { SECOND_STEP_COOKIE, SECURE_SECOND_STEP_COOKIE, SECURE_SESSION_COOKIE, SESSION_COOKIE } from './account.ts'
import type { CallOutcome } from './auth.server.ts'
import { type ProviderRefusal, providerRefusals } from './provider.ts'
import { ProviderUnavailableError } from './provider-discovery.server.ts'

/** The outcome of better-auth for a person who comes back from the provider. */
export interface ProviderAnswer {
  /** The page that it leads to. */
  page: URL
  /** better-auth's code, the provider's, or the code of a refusal; null when the person is signed in or linked. */
  error: string | null
  /** Whether a session has started. */
  isSignedIn: boolean
  /** Whether the sign-in waits for a two-step code. */
  needsCode: boolean
}

/** Codes that stand for a failure of ours. */
const faults: ReadonlySet<string> = new Set([
  'internal_server_error',
  'unable_to_create_user',
  'unable_to_create_session',
  'unable_to_update_account',
  'validation_failed',
])

const refusals: ReadonlyMap<string, ProviderRefusal> = new Map([
  ['account_not_linked', 'identity.provider_address_taken'],
  ['email_not_found', 'identity.provider_no_address'],
  ['account_already_linked_to_different_user', 'identity.provider_linked'],
  ...providerRefusals.map((code) => [code, code] as const),
])

const UNIQUE_VIOLATION = '23505'

/** @param publicUrl of the site: better-auth answers with paths */
export function readAnswer(response: Response, publicUrl: string): ProviderAnswer {
  const page = new URL(response.headers.get('location') ?? '/error?error=no_answer', publicUrl)
  const setCookies = response.headers.getSetCookie()
  const needsCode = isSet(setCookies, [SECOND_STEP_COOKIE, SECURE_SECOND_STEP_COOKIE])
  return {
    page,
    error: page.searchParams.get('error'),
    isSignedIn: !needsCode && isSet(setCookies, [SESSION_COOKIE, SECURE_SESSION_COOKIE]),
    needsCode,
  }
}

/** Whether a response stands for a failure of ours, and not for an act of the provider or the person. */
export function isFault(response: Response, { cause }: CallOutcome): boolean {
  const causes = causesOf(cause)
  if (causes.some((error) => codeOf(error) === UNIQUE_VIOLATION)) return false
  const location = response.headers.get('location')
  if (location !== null) {
    const { error } = readAnswer(response, 'http://localhost')
    return error === null || faults.has(error)
  }
  return !isProviderDown(cause) && causes.some((error) => codeOf(error) !== undefined)
}

/** Why somebody is neither signed in nor linked. @param cause of the error, where better-auth has logged one */
export function refusalOf(error: string, cause: Error | undefined): ProviderRefusal {
  if (isProviderDown(cause)) return 'identity.provider_unavailable'
  // Two links at once.
  if (causesOf(cause).some((each) => codeOf(each) === UNIQUE_VIOLATION) && error === 'no_answer')
    return 'identity.provider_linked'
  return refusals.get(error) ?? 'identity.provider_refused'
}

function isProviderDown(cause: Error | undefined): boolean {
  return causesOf(cause).some((error) => error instanceof ProviderUnavailableError)
}

function causesOf(cause: unknown): Error[] {
  const found: Error[] = []
  for (let error = cause; error instanceof Error && found.length < 8; error = error.cause) found.push(error)
  return found
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : undefined
}

/** Whether the last of these cookies has a value. */
function isSet(setCookies: string[], names: string[]): boolean {
  const pairs = setCookies.map((line) => line.split(';')[0] ?? '')
  const last = pairs.findLast((pair) => names.some((name) => pair.startsWith(`${name}=`)))
  return last !== undefined && !last.endsWith('=')
}
