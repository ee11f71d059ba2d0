/** A part of a comment as it is shown. */
export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'time'; text: string; seconds: number }
  | { kind: 'link'; text: string; url: string }

/** Characters of a link that are shown, from its host on. */
const LINK_CHARACTERS = 48

const punctuation = ".,;:!?'»”’])}"

const special = /https?:\/\/[^\s<>"]+|(?<![\d:.])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?![\d:])/giu

/**
 * Splits plain text at times of the episode (`2:41`) and links. A time past the end of the episode is text.
 * @param durationSeconds null when unknown: then every time is one
 */
export function splitComment(text: string, durationSeconds: number | null): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const match of text.matchAll(special)) {
    const part = match[3] === undefined ? linkOf(match[0]) : timeOf(match, durationSeconds)
    if (!part) continue
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    parts.push(part.shown)
    at = match.index + part.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

function timeOf(match: RegExpMatchArray, durationSeconds: number | null) {
  const [text, hours = '0', minutes = '0', rest = '0'] = match
  const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  if (durationSeconds !== null && seconds > durationSeconds) return null
  return { shown: { kind: 'time' as const, text, seconds }, length: text.length }
}

/** Punctuation after a link does not belong to it. The text begins with the host that really is asked. */
function linkOf(raw: string) {
  let end = raw.length
  while (end > 0 && punctuation.includes(raw[end - 1]!)) end -= 1
  const trimmed = raw.slice(0, end)
  if (!URL.canParse(trimmed)) return null
  const { href, host, pathname, search } = new URL(trimmed)
  const shown = [...`${host}${pathname === '/' && search === '' ? '' : `${pathname}${search}`}`]
  const text = shown.length > LINK_CHARACTERS ? `${shown.slice(0, LINK_CHARACTERS).join('')}…` : shown.join('')
  return { shown: { kind: 'link' as const, text, url: href }, length: trimmed.length }
}
