import type { Catalog } from '#catalog/catalog.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import type { DemoSubtitle } from './content-shape.ts'
import { accountOf, type DemoAccountParts } from './demo-accounts.server.ts'
import { findEpisodeStep, recordDone } from './demo-rows.server.ts'

export interface DemoSubtitleParts extends DemoAccountParts {
  catalog: Pick<Catalog, 'episodeOn'>
  subtitles: Pick<Subtitles, 'addSubtitle' | 'review' | 'subtitlesOn'>
}

/** Adds subtitles to an episode of the demo and publishes them, once. */
export async function seedSubtitle(parts: DemoSubtitleParts, subtitle: DemoSubtitle): Promise<void> {
  const { db, log } = parts
  const { key } = subtitle
  if ((await findEpisodeStep(db, key))?.is_done) return
  try {
    await publishOnce(parts, subtitle)
  } catch (error) {
    if (!isRefusal(error)) throw error
    log.warn({ subtitles: key, refused: error.code }, 'demo: subtitles are left out')
  }
  await recordDone(db, key)
}

/** Uses what an earlier process added before it died. */
async function publishOnce(parts: DemoSubtitleParts, { episode, creator, language, file }: DemoSubtitle) {
  const { db, catalog, subtitles } = parts
  const account = await accountOf(parts, creator)
  const step = await findEpisodeStep(db, episode)
  const episodeId = step?.video_uid ? await catalog.episodeOn(step.video_uid) : null
  if (!account || !episodeId) return
  const added = (await subtitles.subtitlesOn(episodeId, account)).find((each) => each.language === language)
  const text =
    added ?? (await subtitles.addSubtitle(account, episodeId, { file: new Blob([file]), language, kind: 'subtitles' }))
  if (text.state !== 'approved') await subtitles.review(account, text.id, { outcome: 'approved' })
}
