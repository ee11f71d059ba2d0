import type { Catalog } from '#catalog/catalog.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { DemoThread } from './content-shape.ts'
import { accountOf, type DemoAccountParts } from './demo-accounts.server.ts'
import { findEpisodeStep, recordDone } from './demo-rows.server.ts'

export interface DemoCommentParts extends DemoAccountParts {
  catalog: Pick<Catalog, 'episodeOn'>
  engagement: Pick<Engagement, 'activity' | 'comments'>
}

/** Writes a comment and its reply under an episode of the demo, or a note over a frame of it, once. */
export async function seedThread(parts: DemoCommentParts, thread: DemoThread): Promise<void> {
  const { db, catalog, log } = parts
  const { key, episode, creator, text, frame = null, reply } = thread
  if ((await findEpisodeStep(db, key))?.is_done) return
  try {
    const step = await findEpisodeStep(db, episode)
    const episodeId = step?.video_uid ? await catalog.episodeOn(step.video_uid) : null
    const parentId = episodeId && (await writeOnce(parts, { creator, episodeId, text, frame, parentId: null }))
    if (parentId && reply) await writeOnce(parts, { ...reply, episodeId, frame: null, parentId })
  } catch (error) {
    if (!isRefusal(error)) throw error
    log.warn({ comment: key, refused: error.code }, 'demo: a comment is left out')
  }
  await recordDone(db, key)
}

interface NewComment {
  /** Key of its author. */
  creator: string
  episodeId: string
  text: string
  /** Null for none. */
  frame: number | null
  parentId: string | null
}

/** @returns its id, also if an earlier process wrote it and died before recording that; null without its author */
async function writeOnce(parts: DemoCommentParts, { creator, episodeId, text, frame, parentId }: NewComment) {
  const { engagement } = parts
  const account = await accountOf(parts, creator)
  if (!account) return null
  const { comments } = await engagement.activity.of(account.uid)
  const written = comments.find((each) => each.episodeId === episodeId && each.text === text)
  const place = { parentId, frame, onPicture: frame !== null }
  return (written ?? (await engagement.comments.write(account, episodeId, text, place))).id
}
