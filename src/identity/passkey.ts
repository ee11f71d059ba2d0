import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'

/** @see docs/product.md#passkeys */
export const PASSKEY_NAME_MAX_CHARACTERS = 60
export const PASSKEYS_MAX = 20

/** A passkey of an account, as its owner sees it. */
export interface OwnPasskey {
  id: string
  /** Words of its owner; at first those of the browser that made it, such as 'Firefox on Linux'. */
  name: string
  createdAt: Date
  /** Null before the first sign-in with it. */
  lastUsedAt: Date | null
}

/** The site that authenticators bind passkeys to. */
export interface PasskeySite {
  rpId: string
  /** The only origin whose pages may make and use them. */
  origin: string
}

/**
 * The site of a public URL; null where browsers have no passkeys: at an IP address, and without https unless the host is
 * `localhost`.
 */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isIpAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && !isIpAddress ? { rpId: hostname, origin } : null
}

/** @throws Refusal identity.passkey_name_invalid */
export function readPasskeyName(raw: string): string {
  const result = readText(raw, { maxCharacters: PASSKEY_NAME_MAX_CHARACTERS })
  if (!result.ok || result.text === '') throw new Refusal('identity.passkey_name_invalid', { field: 'name' })
  return result.text
}
