import type { AuditAction } from '#administration/audit.ts'
import type { AuditLog } from '#administration/audit-log.server.ts'
import type { Account } from '#identity/account.ts'
import { decodeCursor, encodeCursor, pageSize } from '#platform/cursor.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Cue } from '#subtitles/subtitle.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import { CLAIM_MINUTES } from './decision.ts'
import { keptFramesOf, keptPicture } from './images/image-check-rows.server.ts'
import type { ItemKind, ItemState, SampledFrame } from './item.ts'
import { findHistory, type ItemHistory, type ItemReport, reportsOn } from './item-detail-rows.server.ts'
import {
  askSecond,
  claimItem,
  countItems,
  countWaiting,
  findItem,
  type ListedItem,
  lastClosedAt,
  listItems,
  openReportsOn,
  type QueueFilter,
  type QueuePlace,
  releaseItem,
  type WaitingCounts,
} from './item-list-rows.server.ts'
import { lockItem } from './item-rows.server.ts'
import type { ModeratedThing, ModeratedThings } from './moderated-things.server.ts'
import { readWords } from './read-decision.ts'
import type { SubjectName } from './report.ts'
import { subjectKinds } from './rules.ts'
import { waitsAs } from './thing-marks.ts'

/** A thing that waits, as the queue shows it. */
export interface QueueItem extends Omit<ListedItem, 'subjectKind' | 'subjectId'> {
  subject: SubjectName & {
    /** Null when it is gone. */
    title: string | null
    /** The whole text of a comment or note. */
    text: string | null
    /** The episode and the moment of a note; null for other things. */
    moment: ModeratedThing['moment']
    path: string | null
    ownerUid: string | null
    /** URL of the poster of an episode that moderators can open, or of a profile's picture; null otherwise. */
    picture: string | null
  }
  /** Whether child safety is at stake: read first. */
  isUrgent: boolean
  /** Whether others than its owner and moderators do not see it, until a decision. */
  isHeld: boolean
}

export interface QueueQuery {
  kind?: ItemKind
  state?: ItemState
  /** Only things that the moderator has claimed. */
  isMine?: boolean
  /** Whether those that wait are listed the latest first, within each rank. */
  isNewestFirst?: boolean
  cursor?: string
  limit?: number
}

export interface QueuePage {
  items: QueueItem[]
  total: number
  nextCursor: string | null
}

export interface ItemDetail extends QueueItem {
  reportList: ItemReport[]
  /** Lines of subtitles, as everybody sees or saw them; null for other things. */
  lines: Cue[] | null
  /** Kept where the image moderation suggests something. */
  frames: SampledFrame[]
  /** Null when the thing is gone. */
  history: ItemHistory | null
}

/** The queue of the moderators. Every verb is for them alone. */
export interface Queue {
  /** Without `state`, lists all but closed things; `limit` is 1 to 60. @throws Refusal moderation.cursor_invalid */
  list(moderator: Account, query: QueueQuery): Promise<QueuePage>
  /** How many items wait: in all, and with child safety at stake. */
  waitingCounts(): Promise<WaitingCounts>
  /** The items of episodes with open reports, and how many these are, by id of the episode. */
  openReportsOn(episodeIds: string[]): Promise<Map<string, { itemId: string; count: number }>>
  /** How many items wait, by kind and in all, and when the last one was closed. */
  counts(): Promise<{ all: number; lastClosedAt: Date | null } & Record<ItemKind, number>>
  /** Titles of episodes, the first words of comments and notes, and names of subtitles, by id, whatever their visibility; those that are gone are absent. */
  titlesOf(subjects: { kind: string; id: string }[]): Promise<Map<string, string>>
  /** @throws Refusal moderation.item_not_found */
  find(id: string): Promise<ItemDetail>
  /** The JPEG of one of the item's frames. @throws Refusal moderation.item_not_found */
  frame(itemId: string, number: number): Promise<Buffer>
  /**
   * Keeps an item for this moderator for 10 minutes, again if it is theirs.
   * @throws Refusal moderation.item_not_found, moderation.claimed (409), moderation.item_closed (409)
   */
  claim(moderator: Account, id: string): Promise<ItemDetail>
  /** Gives an item back. @throws Refusal moderation.item_not_found, moderation.not_your_claim (403) */
  release(moderator: Account, id: string): Promise<ItemDetail>
  /**
   * Leaves an item to another moderator, who alone may decide it.
   * @throws Refusal moderation.item_not_found, moderation.claimed (409), moderation.item_closed (409), moderation.words_invalid
   */
  askSecondOpinion(moderator: Account, id: string, note: string): Promise<void>
}

export interface QueueParts {
  db: Db
  audit: Pick<AuditLog, 'record'>
  things: ModeratedThings
  subtitles: { moderation: Pick<Subtitles['moderation'], 'lines'> }
}

const PAGE = { size: 24, maxSize: 60 }

export function createQueue(parts: QueueParts): Queue {
  const { db, audit, things, subtitles } = parts

  async function toItems(rows: ListedItem[]): Promise<QueueItem[]> {
    const found = await things.findMany(rows.map(({ subjectKind: kind, subjectId: id }) => ({ kind, id })))
    const posters = await things.postersOf(found.filter((thing) => thing !== null))
    return rows.map(({ subjectKind: kind, subjectId: id, ...item }, index) => {
      const { title = null, text = null, path = null, ownerUid = null, picture = null, marks = {} } = found[index] ?? {}
      const { moment = null } = found[index] ?? {}
      const subject = { kind, id, title, text, path, ownerUid, moment, picture: posters.get(id) ?? picture }
      return { ...item, subject, isUrgent: item.rank === 0, isHeld: waitsAs(marks) !== null }
    })
  }

  async function detailOf(id: string): Promise<ItemDetail> {
    const item = isPossibleId(id) ? await findItem(db, id) : undefined
    if (!item) throw new Refusal('moderation.item_not_found')
    const [listed] = await toItems([item])
    const { ownerUid } = listed!.subject
    const [reportList, history, frames, lines] = await Promise.all([
      reportsOn(db, id),
      ownerUid ? findHistory(db, ownerUid) : null,
      item.subjectKind === 'episode' ? keptFramesOf(db, item.subjectId) : [],
      item.subjectKind === 'subtitle' ? subtitles.moderation.lines(item.subjectId) : null,
    ])
    return { ...listed!, reportList, history, frames, lines }
  }

  /** @throws Refusal moderation.item_not_found */
  async function lockListed(trx: Trx, id: string): Promise<ListedItem> {
    if (!isPossibleId(id) || !(await lockItem(trx, id))) throw new Refusal('moderation.item_not_found')
    return (await findItem(trx, id))!
  }

  async function record(
    trx: Trx,
    { uid }: Account,
    { subjectKind: kind, subjectId: id }: ListedItem,
    action: AuditAction,
    reason = '',
  ): Promise<void> {
    const values = { before: {}, after: {} }
    await audit.record(trx, { actor: { uid }, action, subject: { kind, id }, reason, ...values })
  }

  return {
    async list(moderator, { kind, state, isMine, isNewestFirst = false, cursor, limit }) {
      const size = pageSize(limit, PAGE)
      const filter: QueueFilter = {
        kind: kind ?? null,
        state: state ?? null,
        claimedBy: isMine ? moderator.uid : null,
        isNewestFirst,
      }
      const after = cursor === undefined ? null : readPlace(cursor)
      const [rows, total] = await Promise.all([
        listItems(db, filter, { after, limit: size + 1 }),
        countItems(db, filter),
      ])
      const chosen = rows.slice(0, size)
      const items = await toItems(chosen)
      return { items, total, nextCursor: rows.length > size ? writePlace(chosen.at(-1)!) : null }
    },

    waitingCounts: () => countWaiting(db),

    openReportsOn: (episodeIds) => openReportsOn(db, episodeIds),

    async counts() {
      const of = (kind: ItemKind | null) => countItems(db, { kind, state: null, claimedBy: null })
      const [all, suggestion, report, comment, appeal, closedAt] = await Promise.all([
        of(null),
        of('suggestion'),
        of('report'),
        of('comment'),
        of('appeal'),
        lastClosedAt(db),
      ])
      return { all, suggestion, report, comment, appeal, lastClosedAt: closedAt }
    },

    async titlesOf(subjects) {
      const ids = [...new Map(subjects.map((subject) => [subject.id, subject])).values()]
      const found = await things.findMany(
        ids.flatMap(({ kind, id }) => {
          const named = subjectKinds.find((each) => each === kind && each !== 'creator')
          return named ? { kind: named, id } : []
        }),
      )
      return new Map(found.flatMap((thing) => (thing ? [[thing.id, thing.title]] : [])))
    },

    find: detailOf,

    async frame(itemId, number) {
      const item = isPossibleId(itemId) ? await findItem(db, itemId) : undefined
      const picture = item?.subjectKind === 'episode' ? await keptPicture(db, item.subjectId, number) : null
      if (!picture) throw new Refusal('moderation.item_not_found')
      return picture
    },

    async claim(moderator, id) {
      await transact(db, async (trx) => {
        const item = await lockListed(trx, id)
        if (item.state === 'closed') throw new Refusal('moderation.item_closed')
        if (!(await claimItem(trx, id, moderator.uid, CLAIM_MINUTES))) throw new Refusal('moderation.claimed')
        if (item.claimedBy !== moderator.uid) await record(trx, moderator, item, 'item.claimed')
      })
      return detailOf(id)
    },

    async release(moderator, id) {
      await transact(db, async (trx) => {
        const item = await lockListed(trx, id)
        if (item.claimedBy === null) return
        if (item.claimedBy !== moderator.uid) throw new Refusal('moderation.not_your_claim')
        await releaseItem(trx, id)
        await record(trx, moderator, item, 'item.released')
      })
      return detailOf(id)
    },

    async askSecondOpinion(moderator, id, note) {
      const words = readWords(note, 'note')
      await transact(db, async (trx) => {
        const item = await lockListed(trx, id)
        if (item.state === 'closed') throw new Refusal('moderation.item_closed')
        if (item.claimedBy !== null && item.claimedBy !== moderator.uid) throw new Refusal('moderation.claimed')
        await askSecond(trx, id, moderator.uid, words)
        await record(trx, moderator, item, 'item.second-opinion', words)
      })
    },
  }
}

function writePlace({ rank, openedAt, closedAt, id }: ListedItem): string {
  return encodeCursor(`queue~${rank}~${(closedAt ?? openedAt).getTime()}~${id}`)
}

/** @throws Refusal moderation.cursor_invalid for anything that `writePlace` would not have written */
function readPlace(cursor: string): QueuePlace {
  const [, rank = '', at = '', id = ''] =
    /^queue~([012])~(\d{1,15})~([0-9A-Za-z_-]{1,64})$/.exec(decodeCursor(cursor)) ?? []
  const place = { rank: Number(rank), at: new Date(Number(at)), id }
  const isOurs = id !== '' && encodeCursor(`queue~${rank}~${place.at.getTime()}~${id}`) === cursor
  if (!isOurs) throw new Refusal('moderation.cursor_invalid', { field: 'cursor' })
  return place
}
