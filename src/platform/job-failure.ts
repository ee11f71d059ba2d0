import { truncateText } from './text.ts'

/** Characters of a reason that are shown. @see docs/product.md#limits */
export const REASON_CHARACTERS = 300

/** Why the last attempt of a job failed, from its stored output: one line that names no person and holds no key. */
export function failureReason(output: unknown): string {
  const line = messageOf(output).replaceAll(/\s+/g, ' ').trim()
  return truncateText(withoutSecrets(line), REASON_CHARACTERS)
}

/** The message of a thrown error, as pg-boss stores it, or of its own verdicts, such as a missed heartbeat. */
function messageOf(output: unknown): string {
  if (typeof output === 'string') return output
  if (typeof output !== 'object' || output === null) return ''
  if ('message' in output && typeof output.message === 'string') return output.message
  return 'value' in output ? messageOf(output.value) : ''
}

/** Servers repeat addresses in their answers, and URLs may hold keys. Ids are as long as keys, so they go too. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>)]+/gi, '$1…')
    .replaceAll(/[\w-]{20,}/g, (word) => (/\d/.test(word) ? '…' : word))
}
