import type { LeftOutCode } from '#identity/import-report.ts'
import { leftOutTexts } from './imports.ts'
import { messages } from './refusals.server.ts'

/** Why an import left a thing out: the sentence of a refusal, or its own. */
export function leftOutReason(code: LeftOutCode): string {
  return { ...messages, ...leftOutTexts }[code]
}
