import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { TrackPublishing } from './publish-tracks.server.ts'
import { readFields, readFile, type SubtitleFields } from './read-fields.ts'
import type { WrittenText } from './reader/text-work.ts'
import { countSave, ensureSpace, type SaveOptions } from './save-limits.server.ts'
import { prepareLines, setLinesOf } from './set-lines.server.ts'
import { DRAFTS_PER_PERSON, SUBTITLES_PER_EPISODE, type Subtitle } from './subtitle.ts'
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
  countOn,
  deleteSubtitle,
  insertSubtitle,
  insertVersion,
  lockSubtitle,
  type SubtitleRow,
  shownVersionOf,
  textOfVersion,
  updateSubtitle,
  versionKey,
  versionsAmong,
} from './subtitle-rows.server.ts'
import { readVersion } from './version-text.server.ts'

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
  addSubtitle(account: Account, episodeId: string, input: NewSubtitle, options?: SaveOptions): Promise<Subtitle>
  /**
   * Stores another version, which is a draft until it is approved; the approved version stays. The same text again
   * makes no version.
   * @throws Refusal subtitles.not_found, subtitles.not_yours (403), subtitles.creator_only (403: the name of an
   *   approved text), subtitles.declined (409), subtitles.changed (409), and those of `addSubtitle`
   */
  changeSubtitle(account: Account, id: string, changes: SubtitleChanges, options?: SaveOptions): Promise<Subtitle>
  /** Makes a version whose lines are so many whole hours earlier. @throws Refusal as above */
  shiftLines(account: Account, id: string, shift: { hours: number; version: number }): Promise<Subtitle>
  /** Makes the text of an older version the newest one. @throws Refusal as above, subtitles.version_unknown */
  restoreVersion(account: Account, id: string, number: number): Promise<Subtitle>
  /** @throws Refusal subtitles.not_found, subtitles.not_yours */
  removeSubtitle(account: Account, id: string): Promise<void>
}

export interface SubtitleWritingParts extends SubtitleReadingParts {
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'find' | 'lockAgainstRemoval' | 'lines'>
  reading: Pick<SubtitleReading, 'findSubtitle'>
  publishing: TrackPublishing
  emit: Emit
}

/** A text that was read, and compared with the version that it follows. */
interface PreparedVersion {
  written: WrittenText
  /** Null for the first. */
  follows: number | null
  /** Whether it says something else. */
  isNew: boolean
  added: number
  removed: number
}

type VersionId = Pick<SubtitleRow, 'id' | 'version'>

export function createSubtitleWriting(parts: SubtitleWritingParts): SubtitleWriting {
  const { db, clock, identity, catalog, reader, reading, publishing, emit } = parts

  /** Reads a text before it is stored, in a transaction that does not wait for that. */
  async function prepare(uid: string, written: WrittenText, newest: VersionId | null): Promise<PreparedVersion> {
    if (!newest) return { written, follows: null, isNew: true, added: written.cueCount, removed: 0 }
    const before = await readVersion(parts, newest.id, newest.version, uid)
    const isNew = before?.text !== written.text
    const counts = isNew ? await reader.work(uid, 'compare', before, written, 0) : { added: 0, removed: 0 }
    return { written, follows: newest.version, isNew, added: counts.added, removed: counts.removed }
  }

  async function storeVersion(trx: Trx, row: SubtitleRow, account: Account, prepared: PreparedVersion): Promise<void> {
    const { written, follows, added, removed } = prepared
    const at = clock.now()
    await insertVersion(trx, {
      subtitle_id: row.id,
      number: follows === null ? 1 : follows + 1,
      author_uid: account.uid,
      format: written.format,
      text: written.text,
      cues: written.cueCount,
      added,
      removed,
      created_at: at,
      warnings: written.warnings,
    })
    await emit(trx, draftSaved, { id: row.id, episodeId: row.episode_id, byUid: account.uid, at })
  }

  /** Locks the author of a change, the episode and the text in this order. @throws Refusal subtitles.not_found */
  async function lockText(trx: Trx, account: Account, { episode, row: { id } }: FoundSubtitle): Promise<SubtitleRow> {
    await identity.lockAgainstRemoval(trx, account.uid)
    await catalog.lockAgainstRemoval(trx, [episode.id])
    const row = await lockSubtitle(trx, id)
    if (!row) throw new Refusal('subtitles.not_found')
    return row
  }

  async function findChangeable(account: Account, id: string): Promise<FoundSubtitle> {
    const found = await accessSubtitle(parts, id, account)
    ensureMayWrite(found, account)
    return found
  }

  /** @param written its text; null for none */
  async function saveVersion(
    account: Account,
    id: string,
    written: WrittenText | null,
    fields: (row: SubtitleRow) => Partial<SubtitleFields> = () => ({}),
    version?: number,
  ): Promise<Subtitle> {
    for (;;) {
      const found = await findChangeable(account, id)
      const prepared = written && (await prepare(account.uid, written, found.row))
      const shown = shownVersionOf(found.row)
      const mayRename = Object.keys(fields(found.row)).length > 0
      const lines = mayRename && shown !== null ? await prepareLines(parts, id, shown, account.uid) : null
      const outcome = await transact(db, async (trx) => {
        const row = await lockText(trx, account, found)
        const facts = factsOf(row, found.episode)
        if (row.state === 'declined' && !mayReview(facts, account)) throw new Refusal('subtitles.declined')
        if (version !== undefined && version !== row.version) throw new Refusal('subtitles.changed')
        const named = fields(row)
        const isRenamed = Object.entries(named).some(([field, value]) => row[field as keyof SubtitleFields] !== value)
        if (isRenamed && row.approved_version !== null && !mayReview(facts, account))
          throw new Refusal('subtitles.creator_only')
        if (prepared && prepared.follows !== row.version) return 'outdated'
        await ensureSpace(trx, account.uid)
        const isNew = prepared?.isNew === true
        if (isNew) await storeVersion(trx, row, account, prepared)
        const news = isNew ? { version: row.version + 1, state: 'draft' as const } : {}
        if (isNew || isRenamed) await updateSubtitle(trx, id, { ...named, ...news, updated_at: clock.now() })
        const nowShown = shownVersionOf(row)
        if (!isRenamed || nowShown === null) return 'stored'
        await setLinesOf(trx, catalog, { ...row, ...named }, nowShown, lines)
        await publishing.queue(trx, row.episode_id)
        return 'shown'
      })
      if (outcome === 'shown') await publishing.publishSoon(found.episode.id, account.uid)
      // Somebody saved another version meanwhile, with which this one has to be compared.
      if (outcome !== 'outdated') return reading.findSubtitle(id, account)
    }
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
      await findChangeable(account, id)
    },

    async addSubtitle(account, episodeId, { file, language, kind, label = '' }, options = {}) {
      const episode = await findOpen(account, episodeId)
      const fields = readFields({ language, kind, label })
      await countSave(db, account.uid, options)
      const written = await readFile(file, reader, account.uid)
      const prepared = await prepare(account.uid, written, null)
      const now = clock.now()
      const id = newId()
      const row: SubtitleRow = {
        id,
        episode_id: episodeId,
        author_uid: account.uid,
        ...fields,
        state: 'draft',
        words: null,
        version: 1,
        approved_version: null,
        from_file: false,
        hidden_by_moderator: false,
        author_deactivated: false,
        created_at: now,
        updated_at: now,
      }
      await transact(db, async (trx) => {
        await identity.lockAgainstRemoval(trx, account.uid)
        if ((await catalog.lockAgainstRemoval(trx, [episodeId])).size === 0)
          throw new Refusal('catalog.episode_not_found')
        await ensureSpace(trx, account.uid)
        const { all, drafts } = await countOn(trx, episodeId, account.uid)
        if (all >= SUBTITLES_PER_EPISODE) throw new Refusal('subtitles.too_many')
        const isCreator = mayReview(episode, account)
        if (!isCreator && drafts >= DRAFTS_PER_PERSON) throw new Refusal('subtitles.too_many_drafts')
        await insertSubtitle(trx, row)
        await storeVersion(trx, row, account, prepared)
      })
      return reading.findSubtitle(id, account)
    },

    async changeSubtitle(account, id, { file, language, kind, label, version }, options = {}) {
      await findChangeable(account, id)
      await countSave(db, account.uid, options)
      const written = file ? await readFile(file, reader, account.uid) : null
      const fields = (row: SubtitleRow) => {
        if (language === undefined && kind === undefined && label === undefined) return {}
        return readFields({ language: language ?? row.language, kind: kind ?? row.kind, label: label ?? row.label })
      }
      return saveVersion(account, id, written, fields, version)
    },

    async shiftLines(account, id, { hours, version }) {
      await findChangeable(account, id)
      await countSave(db, account.uid)
      const stored = await textOfVersion(db, id, version)
      if (!stored || !Number.isInteger(hours) || hours < 1) throw new Refusal('subtitles.version_unknown')
      const shifted = await reader.work(account.uid, 'shift', stored, hours)
      if (!shifted.ok) throw new Refusal(`subtitles.${shifted.why}`)
      return saveVersion(account, id, shifted.written, undefined, version)
    },

    async restoreVersion(account, id, number) {
      await findChangeable(account, id)
      await countSave(db, account.uid)
      const stored = await readVersion(parts, id, number, account.uid)
      if (!stored) throw new Refusal('subtitles.version_unknown')
      const { cues } = (await versionsAmong(db, [{ id, number }])).get(versionKey(id, number)) ?? { cues: 0 }
      return saveVersion(account, id, { ...stored, cueCount: cues })
    },

    async removeSubtitle(account, id) {
      const found = await findChangeable(account, id)
      const wasShown = await transact(db, async (trx) => {
        const row = await lockText(trx, account, found)
        await emit(trx, subtitleRemoved, { id })
        await catalog.lines.remove(trx, id)
        await deleteSubtitle(trx, id)
        if (row.approved_version === null) return false
        await publishing.queue(trx, row.episode_id)
        return true
      })
      if (wasShown) await publishing.publishSoon(found.episode.id, account.uid)
    },
  }
}

/** @throws Refusal subtitles.not_yours; subtitles.not_found where drafts are not even seen */
function ensureMayWrite({ facts }: FoundSubtitle, account: Account): void {
  if (mayWriteSubtitle(facts, account)) return
  throw new Refusal(facts.approvedVersion !== null ? 'subtitles.not_yours' : 'subtitles.not_found')
}
