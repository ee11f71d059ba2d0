import type { Catalog } from '#catalog/catalog.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { TrackPublishing } from './publish-tracks.server.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import { type PreparedLines, prepareLines, setLinesOf } from './set-lines.server.ts'
import { CUES_MAX, type Cue } from './subtitle.ts'
import {
  findSubtitle,
  lockSubtitle,
  type SubtitleRow,
  shownVersionOf,
  textOfVersion,
  updateSubtitle,
} from './subtitle-rows.server.ts'

/** A text as moderators see it, whatever its visibility. */
export interface ModeratedSubtitle {
  id: string
  episodeId: string
  /** Null once the account is deleted. */
  authorUid: string | null
  label: string
  /** Whether a moderator hid it. */
  hidden: boolean
  /** Whether everybody sees a version of it. */
  isShown: boolean
}

export interface SubtitleModeration {
  /** Null when there is none. For moderators, and for what is to be reported. */
  moderatedSubtitle(id: string): Promise<ModeratedSubtitle | null>
  /** The lines of the approved version, or else of the newest; none when the text is gone. For moderators. */
  moderatedLines(id: string): Promise<Cue[]>
  /**
   * Takes a text off its episode, out of the playlist and out of searches, for all but its author and the episode's
   * creator, or takes that back, in one transaction with `work`.
   * @param work called with the locked text, or null when it is gone; returns what to change
   * @param lockFirst takes the locks that come before that of the episode
   */
  moderateSubtitle(
    id: string,
    work: (trx: Trx, text: ModeratedSubtitle | null) => Promise<{ hidden?: boolean }>,
    lockFirst?: (trx: Trx) => Promise<void>,
  ): Promise<void>
}

export interface SubtitleModerationParts {
  db: Db
  catalog: Pick<Catalog, 'lockAgainstRemoval' | 'setLines' | 'removeLines'>
  publishing: Pick<TrackPublishing, 'queue' | 'publishSoon'>
  reader: TextReader
}

export function createSubtitleModeration(parts: SubtitleModerationParts): SubtitleModeration {
  const { db, catalog, publishing, reader } = parts
  const find = async (id: string) => (isPossibleId(id) ? await findSubtitle(db, id) : undefined)

  /** @returns whether the playlist changes */
  async function setHidden(
    trx: Trx,
    row: SubtitleRow,
    hidden: boolean,
    prepared: PreparedLines | null,
  ): Promise<boolean> {
    await updateSubtitle(trx, row.id, { hidden_by_moderator: hidden })
    if (row.approved_version === null) return false
    if (hidden) await catalog.removeLines(trx, row.id)
    else await setLinesOf(trx, catalog, row, row.approved_version, prepared)
    await publishing.queue(trx, row.episode_id)
    return true
  }

  return {
    async moderatedSubtitle(id) {
      const row = await find(id)
      return row ? toModerated(row) : null
    },

    async moderatedLines(id) {
      const row = await find(id)
      const stored = row && (await textOfVersion(db, id, row.approved_version ?? row.version))
      return stored ? (await reader.work(null, 'lines', stored, CUES_MAX)).lines : []
    },

    async moderateSubtitle(id, work, lockFirst) {
      const known = await find(id)
      // Only a text that was hidden can be shown again.
      const mayBeShown = known?.hidden_by_moderator && known.approved_version !== null
      const prepared = mayBeShown ? await prepareLines(parts, id, known.approved_version!, null) : null
      const isShownOtherwise = await transact(db, async (trx) => {
        await lockFirst?.(trx)
        if (known) await catalog.lockAgainstRemoval(trx, [known.episode_id])
        const row = known && (await lockSubtitle(trx, id))
        const { hidden } = await work(trx, row ? toModerated(row) : null)
        if (!row || hidden === undefined || hidden === row.hidden_by_moderator) return false
        return setHidden(trx, row, hidden, prepared)
      })
      if (known && isShownOtherwise) await publishing.publishSoon(known.episode_id, null)
    },
  }
}

function toModerated(row: SubtitleRow): ModeratedSubtitle {
  return {
    id: row.id,
    episodeId: row.episode_id,
    authorUid: row.author_uid,
    label: row.label,
    hidden: row.hidden_by_moderator,
    isShown: shownVersionOf(row) !== null,
  }
}
