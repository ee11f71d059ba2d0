import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { readWords } from './read-fields.ts'
import { prepareLines, setLinesOf } from './set-lines.server.ts'
import type { ReviewOutcome, Subtitle } from './subtitle.ts'
import { subtitleReviewed } from './subtitle-events.ts'
import { mayReview } from './subtitle-permissions.ts'
import { accessSubtitle, type SubtitleReading, type SubtitleReadingParts } from './subtitle-reading.server.ts'
import { lockSubtitle, updateSubtitle } from './subtitle-rows.server.ts'
import type { SubtitleWritingParts } from './subtitle-writing.server.ts'

/** A review of the newest version of a text by the creator of the episode. */
export interface Review {
  outcome: ReviewOutcome
  /** Message to its author; empty unless given. */
  words?: string | undefined
  /** The version that was read; the review is refused if there is a newer one. The newest unless given. */
  version?: number | undefined
}

export interface SubtitleReview {
  /**
   * Shows the newest version to everybody, or asks for changes, or declines it. Of a version that everybody sees, the last
   * two take that back.
   * @throws Refusal subtitles.not_found, subtitles.creator_only (403), subtitles.words_invalid, subtitles.changed (409),
   *   subtitles.hidden_by_moderator (403)
   */
  review(account: Account, id: string, review: Review): Promise<Subtitle>
  /** @throws Refusal subtitles.not_found, subtitles.creator_only */
  expectMayReview(account: Account, id: string): Promise<void>
}

export interface SubtitleReviewParts
  extends Pick<SubtitleWritingParts, 'clock' | 'publishing' | 'emit'>,
    SubtitleReadingParts {
  catalog: Pick<Catalog, 'find' | 'lockAgainstRemoval' | 'lines'>
  reading: Pick<SubtitleReading, 'findSubtitle'>
}

export function createSubtitleReview(parts: SubtitleReviewParts): SubtitleReview {
  const { db, clock, catalog, reading, publishing, emit } = parts

  async function accessForReview(account: Account, id: string) {
    const found = await accessSubtitle(parts, id, account)
    if (!mayReview(found.facts, account)) throw new Refusal('subtitles.creator_only')
    return found
  }

  return {
    async expectMayReview(account, id) {
      await accessForReview(account, id)
    },

    async review(account, id, { outcome, words = '', version }) {
      const { row: known, episode } = await accessForReview(account, id)
      const said = readWords(words)
      const prepared = outcome === 'approved' ? await prepareLines(parts, id, known.version, account.uid) : null
      const isShownOtherwise = await transact(db, async (trx) => {
        await catalog.lockAgainstRemoval(trx, [episode.id])
        const row = await lockSubtitle(trx, id)
        if (!row) throw new Refusal('subtitles.not_found')
        if (version !== undefined && version !== row.version) throw new Refusal('subtitles.changed')
        if (row.hidden_by_moderator && outcome === 'approved') throw new Refusal('subtitles.hidden_by_moderator')
        const wasShown = row.approved_version === row.version
        const isApproved = outcome === 'approved'
        if (isApproved) await setLinesOf(trx, catalog, row, row.version, prepared)
        else if (wasShown) await catalog.lines.remove(trx, id)
        const approved_version = isApproved ? row.version : wasShown ? null : row.approved_version
        const at = clock.now()
        await updateSubtitle(trx, id, { state: outcome, words: said, approved_version, updated_at: at })
        if (row.state !== outcome || row.words !== said) {
          const about = { id, episodeId: row.episode_id, authorUid: row.author_uid }
          await emit(trx, subtitleReviewed, { ...about, outcome, words: said, at })
        }
        if (approved_version === row.approved_version) return false
        await publishing.queue(trx, row.episode_id)
        return true
      })
      if (isShownOtherwise) await publishing.publishSoon(episode.id, account.uid)
      return reading.findSubtitle(id, account)
    },
  }
}
