import { withoutStackedMarks } from '#platform/text.ts'
import { VIDEO_NAME_MAX_CHARACTERS } from '../video.ts'
import type { ServiceMeta } from '../video-rows.server.ts'

/**
 * The name of a video here, from the meta that a program sent: its `name` or its `filename`, on one line and cut to the
 * longest name. The meta itself stays as it is. Undefined without one.
 */
export function nameIn(meta: ServiceMeta | undefined): string | undefined {
  for (const sent of [meta?.name, meta?.filename]) {
    const name = typeof sent === 'string' ? readable(sent) : ''
    if (name !== '') return name
  }
  return undefined
}

function readable(sent: string): string {
  // A character may be a pair, and may consist of several before NFC.
  const start = sent.trim().slice(0, VIDEO_NAME_MAX_CHARACTERS * 4)
  const line = withoutStackedMarks(start.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')).trim()
  return [...line].slice(0, VIDEO_NAME_MAX_CHARACTERS).join('').trim()
}
