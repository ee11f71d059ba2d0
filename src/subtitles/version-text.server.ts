import type { Db } from '#platform/database.server.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import type { SubtitleFormat } from './subtitle.ts'
import { textOfVersion } from './subtitle-rows.server.ts'
import type { TextWarning } from './text/warnings.ts'

/** A version of a text, as its parse writes it. */
export interface VersionText {
  format: SubtitleFormat
  text: string
  warnings: TextWarning[]
}

/**
 * Reads a version. One that is stored as it was sent is written anew.
 *
 * @param by whose place the reading takes; null for a job
 * @returns undefined when the version is gone
 * @throws Refusal those of `TextReader`
 */
export async function readVersion(
  { db, reader }: { db: Db; reader: TextReader },
  id: string,
  number: number,
  by: string | null,
): Promise<VersionText | undefined> {
  const stored = await textOfVersion(db, id, number)
  if (!stored) return undefined
  const { format, text, warnings } = stored
  return warnings ? { format, text, warnings } : { format, ...(await reader.work(by, 'rewrite', { format, text })) }
}
