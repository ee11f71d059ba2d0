import type { Catalog } from '#catalog/catalog.server.ts'
import { LINES_KEPT } from '#catalog/lines/line.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import type { Cue } from './subtitle.ts'
import { type SubtitleRow, textOfVersion } from './subtitle-rows.server.ts'

/** The lines of one version that searches find, read before a transaction: large texts take seconds. */
export interface PreparedLines {
  version: number
  lines: Cue[]
}

/**
 * @param by whose place the reading takes; null for a moderator
 * @returns null when the version is gone
 */
export async function prepareLines(
  { db, reader }: { db: Db; reader: TextReader },
  id: string,
  version: number,
  by: string | null,
): Promise<PreparedLines | null> {
  const stored = await textOfVersion(db, id, version)
  return stored ? { version, lines: (await reader.work(by, 'lines', stored, LINES_KEPT)).lines } : null
}

/**
 * Has searches find the lines of this version of a text, in its language.
 * @throws Refusal subtitles.changed when those of another one were prepared
 */
export async function setLinesOf(
  trx: Trx,
  catalog: Pick<Catalog, 'lines'>,
  { id, episode_id, language }: Pick<SubtitleRow, 'id' | 'episode_id' | 'language'>,
  version: number,
  prepared: PreparedLines | null,
): Promise<void> {
  if (prepared?.version !== version) throw new Refusal('subtitles.changed')
  await catalog.lines.set(trx, { subtitleId: id, episodeId: episode_id, language, lines: prepared.lines })
}
