export interface TextLimits {
  maxCharacters: number
  /** Allows line breaks and tabs, which are refused otherwise. */
  multiline?: boolean
}

export type TextResult = { ok: true; text: string } | { ok: false; why: 'too_long' | 'not_text' }

// All control characters except line breaks and tabs, and lone surrogates.
const forbidden = /[[\p{Cc}\p{Cs}]--[\t\n\r]]/v

/**
 * Reads untrusted text: trimmed, NFC, line breaks as \n, length counted in code points.
 * Control characters, NUL and lone surrogates are refused, never silently dropped.
 * @see docs/product.md#text
 */
export function readText(raw: string, limits: TextLimits): TextResult {
  // Refuses very long input without normalising it.
  if (raw.length > limits.maxCharacters * 4 + 64) return { ok: false, why: 'too_long' }
  if (forbidden.test(raw)) return { ok: false, why: 'not_text' }
  const text = raw.replaceAll('\r\n', '\n').replaceAll('\r', '\n').normalize('NFC').trim()
  if (!limits.multiline && /[\n\t]/.test(text)) return { ok: false, why: 'not_text' }
  if ([...text].length > limits.maxCharacters) return { ok: false, why: 'too_long' }
  return { ok: true, text }
}

/** Cuts to a number of characters (code points), then '...'. Shorter text is returned unchanged. */
export function truncateText(text: string, characters: number): string {
  const all = [...text]
  return all.length <= characters ? text : `${all.slice(0, characters).join('')}...`
}
