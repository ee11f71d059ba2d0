import type { Catalog } from '#catalog/catalog.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type SubtitleRow, textOfVersion } from './subtitle-rows.server.ts'
import { cuesOf } from './text/read-subtitles.ts'

/** Has searches find the lines of this version of a text, in its language. @throws Refusal subtitles.version_unknown */
export async function setLinesOf(
  trx: Trx,
  catalog: Pick<Catalog, 'setLines'>,
  { id, episode_id, language }: Pick<SubtitleRow, 'id' | 'episode_id' | 'language'>,
  version: number,
): Promise<void> {
  const stored = await textOfVersion(trx, id, version)
  if (!stored) throw new Refusal('subtitles.version_unknown')
  const lines = cuesOf(stored.format, stored.text)
  await catalog.setLines(trx, { subtitleId: id, episodeId: episode_id, language, lines })
}
