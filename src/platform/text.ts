export interface TextLimits {
  maxCharacters: number
  /** Line breaks and tabs are kept; otherwise any of them is refused. */
  multiline?: boolean
}

export type TextReading = { ok: true; text: string } | { ok: false; why: 'too_long' | 'not_text' }

// Everything in Unicode's control category but the line breaks and tab, and lone surrogates.
const forbidden = /[[\p{Cc}\p{Cs}]--[\t\n\r]]/v

/**
 * Reads text from outside: trimmed, NFC, line breaks as \n, length counted in code points.
 * Controls, NUL and lone surrogates are refused, never dropped in silence.
 * @see docs/product.md#text
 */
export function readText(raw: string, limits: TextLimits): TextReading {
  // A megabyte of title needs no normalising to be too long.
  if (raw.length > limits.maxCharacters * 4 + 64) return { ok: false, why: 'too_long' }
  if (forbidden.test(raw)) return { ok: false, why: 'not_text' }
  const text = raw.replaceAll('\r\n', '\n').replaceAll('\r', '\n').normalize('NFC').trim()
  if (!limits.multiline && /[\n\t]/.test(text)) return { ok: false, why: 'not_text' }
  if ([...text].length > limits.maxCharacters) return { ok: false, why: 'too_long' }
  return { ok: true, text }
}

/** Cuts to a number of characters (code points), then '...'. Shorter text is returned as it is. */
export function cutText(text: string, characters: number): string {
  const all = [...text]
  return all.length <= characters ? text : `${all.slice(0, characters).join('')}...`
}
