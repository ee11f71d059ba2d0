import type { Catalog } from '#catalog/catalog.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
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
  /** Null when there is none. For moderators, and for texts that are to be reported. */
  find(id: string): Promise<ModeratedSubtitle | null>
  /** The lines of the approved version, or else of the newest; none when the text is gone. For moderators. */
  lines(id: string): Promise<Cue[]>
  /**
   * Reads, before a transaction that may show a hidden text again, the lines that searches are to find of it: large texts
   * take seconds. Null when there is nothing to show again.
   */
  prepareShowing(id: string): Promise<PreparedLines | null>
  /** Locks a text until the commit, after its episode against removal; null when it is gone. For moderators. */
  lock(trx: Trx, id: string): Promise<ModeratedSubtitle | null>
  /**
   * Takes a text off its episode, out of the playlist and out of searches, for all but its author and the episode's
   * creator, or takes that back. It is locked by `lock`.
   * @param prepared by `prepareShowing`; needed for a text that is shown again
   * @returns whether the playlist changes: `announce` writes it after the commit, or a job does later
   * @throws Refusal subtitles.changed when another version was prepared
   */
  change(trx: Trx, id: string, hidden: boolean, prepared: PreparedLines | null): Promise<boolean>
  /** Writes the playlist of a text's episode, after the commit of a change by `change`. */
  announce(id: string): Promise<void>
}

export interface SubtitleModerationParts {
  db: Db
  catalog: Pick<Catalog, 'lockAgainstRemoval' | 'lines'>
  publishing: Pick<TrackPublishing, 'queue' | 'publishSoon'>
  reader: TextReader
}

export function createSubtitleModeration(parts: SubtitleModerationParts): SubtitleModeration {
  const { db, catalog, publishing, reader } = parts
  const find = async (trx: Db | Trx, id: string) => (isPossibleId(id) ? await findSubtitle(trx, id) : undefined)

  return {
    async find(id) {
      const row = await find(db, id)
      return row ? toModerated(row) : null
    },

    async lines(id) {
      const row = await find(db, id)
      const stored = row && (await textOfVersion(db, id, row.approved_version ?? row.version))
      return stored ? (await reader.work(null, 'lines', stored, CUES_MAX)).lines : []
    },

    async prepareShowing(id) {
      const row = await find(db, id)
      if (!row?.hidden_by_moderator || row.approved_version === null) return null
      return await prepareLines(parts, id, row.approved_version, null)
    },

    async lock(trx, id) {
      const known = await find(trx, id)
      if (!known) return null
      await catalog.lockAgainstRemoval(trx, [known.episode_id])
      const row = await lockSubtitle(trx, id)
      return row ? toModerated(row) : null
    },

    async change(trx, id, hidden, prepared) {
      const row = await find(trx, id)
      if (!row || hidden === row.hidden_by_moderator) return false
      await updateSubtitle(trx, id, { hidden_by_moderator: hidden })
      if (row.approved_version === null) return false
      if (hidden) await catalog.lines.remove(trx, id)
      else await setLinesOf(trx, catalog, row, row.approved_version, prepared)
      await publishing.queue(trx, row.episode_id)
      return true
    },

    async announce(id) {
      const row = await find(db, id)
      if (row) await publishing.publishSoon(row.episode_id, null)
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
