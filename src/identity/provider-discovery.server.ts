import { z } from 'zod'
import { isSafeProviderUrl } from './provider.ts'

/** The provider could not be reached, or answers nothing that can be used. */
export class ProviderUnavailableError extends Error {}

/** Longest wait for one answer of the provider; the whole response has to be there within 12 s. */
const ANSWER_MS = 4_000

const safeUrl = z.string().refine(isSafeProviderUrl)
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: safeUrl,
  token_endpoint: safeUrl,
  userinfo_endpoint: safeUrl.optional(),
  jwks_uri: safeUrl,
  // OpenID Connect Discovery 1.0, section 3: this is the default.
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

/** The metadata that a provider publishes about itself. */
export interface ProviderMetadata {
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  userInfoUrl: string | null
  /** How it wants the client's secret: in a header, or in the body. */
  authentication: 'basic' | 'post'
}

/** Address of the metadata of an issuer. */
export function discoveryUrlOf(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`
}

/**
 * Reads the metadata of a provider.
 * @param issuer without a trailing slash
 * @throws ProviderUnavailableError, also when it names another issuer, or a URL to which no secret may be sent
 */
export async function discoverProvider(issuer: string): Promise<ProviderMetadata> {
  const result = metadata.safeParse(await fetchJson(discoveryUrlOf(issuer)))
  if (!result.success)
    throw new ProviderUnavailableError('The metadata of the provider cannot be used.', { cause: result.error })
  const { data } = result
  if (withoutSlash(data.issuer) !== issuer) throw new ProviderUnavailableError('The provider names another issuer.')
  return {
    issuer: data.issuer,
    authorizationUrl: data.authorization_endpoint,
    tokenUrl: data.token_endpoint,
    userInfoUrl: data.userinfo_endpoint ?? null,
    authentication: data.token_endpoint_auth_methods_supported.includes('client_secret_basic') ? 'basic' : 'post',
  }
}

/**
 * Asks the provider for JSON.
 * @throws ProviderUnavailableError when it does not answer, or with a fault of its own; Error when it refuses
 */
export async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response
  try {
    // No redirect: the secret goes where the operator's provider says, and nowhere else.
    response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
  } catch (cause) {
    throw new ProviderUnavailableError('The provider cannot be reached.', { cause })
  }
  if (response.status >= 500) throw new ProviderUnavailableError(`The provider answered ${response.status}.`)
  if (!response.ok) throw new Error(`The provider refused with ${response.status}.`)
  return await response.json().catch((cause) => {
    throw new ProviderUnavailableError('The provider answered no JSON.', { cause })
  })
}

function withoutSlash(issuer: string): string {
  return issuer.replace(/\/$/, '')
}
