import type { RefusalCode } from '#platform/refusal.ts'

/** better-auth's name for the provider; the callback's address ends in it. */
export const PROVIDER_ID = 'oidc'

/** Where the provider sends people back to, below the public URL. */
export const PROVIDER_CALLBACK = `/api/auth/callback/${PROVIDER_ID}`

/** The OpenID Connect provider of a site. @see docs/operate/sign-in.md */
export interface ProviderSettings {
  /** Without a trailing slash; https, or http at a loopback address. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name, as people know it: the button is called 'Continue with …'. */
  name: string
}

/** Why a sign-in by the provider, or a link to it, came to nothing. The login page and Settings say so. */
export const providerRefusals = [
  'identity.provider_refused',
  'identity.provider_unavailable',
  'identity.provider_no_address',
  'identity.provider_address_taken',
  'identity.provider_linked',
  'identity.email_disposable',
  'identity.sign_up_closed',
  'identity.invitation_required',
  'identity.too_many_sign_ins',
  'identity.too_many_sign_ups',
] as const satisfies RefusalCode[]
export type ProviderRefusal = (typeof providerRefusals)[number]

/** Whether Hoshi may send secrets to a URL: by https, or to this machine. */
export function isSafeProviderUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '') return false
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}
