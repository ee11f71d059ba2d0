import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { TrackPublishing } from './publish-tracks.server.ts'
import { readFields, readFile, type SubtitleFields } from './read-fields.ts'
import { setLinesOf } from './set-lines.server.ts'
import {
  DRAFTS_PER_PERSON,
  SAVES_PER_HOUR,
  STORED_MAX_BYTES,
  SUBTITLES_PER_EPISODE,
  type Subtitle,
} from './subtitle.ts'
import { draftSaved, subtitleRemoved } from './subtitle-events.ts'
import { mayOffer, mayReview, mayWriteSubtitle } from './subtitle-permissions.ts'
import {
  accessSubtitle,
  type FoundSubtitle,
  factsOf,
  type SubtitleReading,
  type SubtitleReadingParts,
} from './subtitle-reading.server.ts'
import {
  bytesStoredBy,
  countOn,
  deleteSubtitle,
  insertSubtitle,
  insertVersion,
  lockSubtitle,
  type SubtitleRow,
  shownVersionOf,
  textOfVersion,
  updateSubtitle,
} from './subtitle-rows.server.ts'
import { compareCues, countChanges } from './text/compare-cues.ts'
import { cuesOf, type ReadSubtitles } from './text/read-subtitles.ts'

/** A new text. */
export interface NewSubtitle {
  file: Pick<Blob, 'size' | 'bytes'>
  language: string
  kind: string
  /** The name of the language unless given. */
  label?: string | undefined
}

/** Changes of a text; absent fields stay as they are. */
export interface SubtitleChanges extends Partial<NewSubtitle> {
  /** The version that was changed; any other one by now is refused. The newest unless given. */
  version?: number | undefined
}

export interface SubtitleWriting {
  /** Before a form is read. @throws Refusal catalog.episode_not_found, subtitles.closed */
  expectMayAdd(account: Account, episodeId: string): Promise<void>
  /** Before a form is read. @throws Refusal subtitles.not_found, subtitles.not_yours */
  expectMayChange(account: Account, id: string): Promise<void>
  /**
   * Stores a text as a draft, which the creator of the episode approves.
   * @throws Refusal catalog.episode_not_found, subtitles.closed (403), those of `readFile` and `readFields`,
   *   subtitles.too_many, subtitles.too_many_drafts, subtitles.too_much_stored, subtitles.saved_too_often
   */
  addSubtitle(account: Account, episodeId: string, input: NewSubtitle): Promise<Subtitle>
  /**
   * Stores another version, which is a draft until it is approved; the approved version stays. The same text again
   * makes no version.
   * @throws Refusal subtitles.not_found, subtitles.not_yours (403), subtitles.creator_only (403: what an approved text is
   *   called), subtitles.declined (409), subtitles.changed (409), and those of `addSubtitle`
   */
  changeSubtitle(account: Account, id: string, changes: SubtitleChanges): Promise<Subtitle>
  /** Makes the text of an older version the newest one. @throws Refusal as above, subtitles.version_unknown */
  restoreVersion(account: Account, id: string, number: number): Promise<Subtitle>
  /** @throws Refusal subtitles.not_found, subtitles.not_yours */
  removeSubtitle(account: Account, id: string): Promise<void>
}

export interface SubtitleWritingParts extends SubtitleReadingParts {
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'find' | 'lockAgainstRemoval' | 'setLines' | 'removeLines'>
  reading: Pick<SubtitleReading, 'findSubtitle'>
  publishing: TrackPublishing
  emit: Emit
}

/** Key of a person's limit. */
export function saveLimitKey(uid: string): string {
  return `subtitles:${uid}`
}

export function createSubtitleWriting(parts: SubtitleWritingParts): SubtitleWriting {
  const { db, clock, identity, catalog, reading, publishing, emit } = parts

  /** Stores a version of a locked text. @returns false when the newest one is the same */
  async function storeVersion(trx: Trx, row: SubtitleRow, account: Account, written: ReadSubtitles): Promise<boolean> {
    const before = await textOfVersion(trx, row.id, row.version)
    if (before?.text === written.text) return false
    const cues = before ? cuesOf(before.format, before.text) : []
    const number = before ? row.version + 1 : 1
    const at = clock.now()
    await insertVersion(trx, {
      ...{ subtitle_id: row.id, number, author_uid: account.uid },
      ...{ format: written.format, text: written.text, cues: written.cues.length },
      ...countChanges(compareCues(cues, written.cues)),
      created_at: at,
    })
    await emit(trx, draftSaved, { id: row.id, episodeId: row.episode_id, byUid: account.uid, at })
    return true
  }

  /**
   * A change of a text, with its author, its episode and the text locked in this order.
   * @param work returns whether everybody sees it otherwise then
   */
  async function change(
    account: Account,
    id: string,
    work: (trx: Trx, row: SubtitleRow, found: FoundSubtitle) => Promise<boolean>,
  ): Promise<void> {
    const found = await accessSubtitle(parts, id, account)
    ensureMayWrite(found, account)
    const isShownOtherwise = await transact(db, async (trx) => {
      await identity.lockAgainstRemoval(trx, account.uid)
      await catalog.lockAgainstRemoval(trx, [found.episode.id])
      const row = await lockSubtitle(trx, id)
      if (!row) throw new Refusal('subtitles.not_found')
      if (!(await work(trx, row, found))) return false
      await publishing.queue(trx, row.episode_id)
      return true
    })
    if (isShownOtherwise) await publishing.publishSoon(found.episode.id)
  }

  async function saveVersion(
    account: Account,
    id: string,
    fields: (row: SubtitleRow) => Partial<SubtitleFields>,
    read: (trx: Trx) => Promise<ReadSubtitles | undefined>,
    version?: number,
  ): Promise<Subtitle> {
    await change(account, id, async (trx, row, found) => {
      const facts = factsOf(row, found.episode)
      if (row.state === 'declined' && !mayReview(facts, account)) throw new Refusal('subtitles.declined')
      if (version !== undefined && version !== row.version) throw new Refusal('subtitles.changed')
      const named = fields(row)
      const isRenamed = Object.entries(named).some(([field, value]) => row[field as keyof SubtitleFields] !== value)
      if (isRenamed && row.approved_version !== null && !mayReview(facts, account))
        throw new Refusal('subtitles.creator_only')
      await takeSlot(trx, account.uid)
      const written = await read(trx)
      const isNew = written !== undefined && (await storeVersion(trx, row, account, written))
      const news = isNew ? { version: row.version + 1, state: 'draft' as const } : {}
      if (isNew || isRenamed) await updateSubtitle(trx, id, { ...named, ...news, updated_at: clock.now() })
      const shown = shownVersionOf(row)
      if (!isRenamed || shown === null) return false
      await setLinesOf(trx, catalog, { ...row, ...named }, shown)
      return true
    })
    return reading.findSubtitle(id, account)
  }

  async function findOpen(account: Account, episodeId: string): Promise<Episode> {
    const episode = await catalog.find(episodeId, account)
    if (!mayOffer(episode, account)) throw new Refusal('subtitles.closed')
    return episode
  }

  return {
    async expectMayAdd(account, episodeId) {
      await findOpen(account, episodeId)
    },

    async expectMayChange(account, id) {
      ensureMayWrite(await accessSubtitle(parts, id, account), account)
    },

    async addSubtitle(account, episodeId, { file, language, kind, label = '' }) {
      const episode = await findOpen(account, episodeId)
      const fields = readFields({ language, kind, label })
      const written = await readFile(file)
      const now = clock.now()
      const id = newId()
      const row: SubtitleRow = {
        ...{ id, episode_id: episodeId, author_uid: account.uid, ...fields },
        ...{ state: 'draft', words: null, version: 1, approved_version: null, from_file: false },
        ...{ hidden_by_moderator: false, author_deactivated: false, created_at: now, updated_at: now },
      }
      await transact(db, async (trx) => {
        await identity.lockAgainstRemoval(trx, account.uid)
        if ((await catalog.lockAgainstRemoval(trx, [episodeId])).size === 0)
          throw new Refusal('catalog.episode_not_found')
        await takeSlot(trx, account.uid)
        const { all, drafts } = await countOn(trx, episodeId, account.uid)
        if (all >= SUBTITLES_PER_EPISODE) throw new Refusal('subtitles.too_many')
        const isCreator = mayReview(episode, account)
        if (!isCreator && drafts >= DRAFTS_PER_PERSON) throw new Refusal('subtitles.too_many_drafts')
        await insertSubtitle(trx, row)
        await storeVersion(trx, row, account, written)
      })
      return reading.findSubtitle(id, account)
    },

    async changeSubtitle(account, id, { file, language, kind, label, version }) {
      const written = file && (await readFile(file))
      const fields = (row: SubtitleRow) => {
        if (language === undefined && kind === undefined && label === undefined) return {}
        return readFields({ language: language ?? row.language, kind: kind ?? row.kind, label: label ?? row.label })
      }
      return saveVersion(account, id, fields, async () => written, version)
    },

    async restoreVersion(account, id, number) {
      return saveVersion(
        account,
        id,
        () => ({}),
        async (trx) => {
          const version = await textOfVersion(trx, id, number)
          if (!version) throw new Refusal('subtitles.version_unknown')
          return { ...version, cues: cuesOf(version.format, version.text) }
        },
      )
    },

    async removeSubtitle(account, id) {
      await change(account, id, async (trx, row) => {
        await emit(trx, subtitleRemoved, { id })
        await catalog.removeLines(trx, id)
        await deleteSubtitle(trx, id)
        return row.approved_version !== null
      })
    },
  }
}

/** @throws Refusal subtitles.not_yours; subtitles.not_found where drafts are not even seen */
function ensureMayWrite({ facts }: FoundSubtitle, account: Account): void {
  if (mayWriteSubtitle(facts, account)) return
  throw new Refusal(facts.approvedVersion !== null ? 'subtitles.not_yours' : 'subtitles.not_found')
}

/** Locks the person's key until the end, so that concurrent saves are counted. @throws Refusal */
async function takeSlot(trx: Trx, uid: string): Promise<void> {
  const slot = await createRateLimits(trx).take(saveLimitKey(uid), { count: SAVES_PER_HOUR, windowSeconds: 3600 })
  if (!slot.allowed) throw new Refusal('subtitles.saved_too_often', { retryAfterSeconds: slot.retryAfterSeconds })
  if ((await bytesStoredBy(trx, uid)) >= STORED_MAX_BYTES) throw new Refusal('subtitles.too_much_stored')
}
