import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { ClassificationFailure } from './images/image-moderation.ts'
import type { ItemKind, Suggestion } from './item.ts'
import { type Rank, rankOf } from './rank.ts'
import type { SubjectName } from './report.ts'
import type { ReasonCode } from './rules.ts'

/** The state of an item as stored: whether it is claimed depends on the time. */
export type StoredState = 'open' | 'awaiting_second' | 'closed'

export interface ItemRow {
  id: string
  subjectKind: SubjectName['kind']
  subjectId: string
  kinds: ItemKind[]
  state: StoredState
  rank: Rank
  openedAt: Date
  /** The listed word that it contains and that is still undecided. */
  word: string | null
}

/** The values that a decision takes from an item, so that they can be put back. */
export interface ItemContents {
  kinds: ItemKind[]
  secondAskedBy: string | null
  secondNote: string
  suggestion: Suggestion | null
  failure: ClassificationFailure | null
  word: string | null
}

const itemColumns = sql`
  id, subject_kind as "subjectKind", subject_id as "subjectId", kinds, state, rank, opened_at as "openedAt", word
`

/** Puts a thing into the queue for this reason too, and locks its item. @returns its id */
export async function openItem(trx: Trx, subject: SubjectName, kind: ItemKind, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into moderation_items as present (id, subject_kind, subject_id, kinds, state, rank, opened_at)
    values (${newId()}, ${subject.kind}, ${subject.id}, array[${kind}]::text[], 'open', 2, ${at})
    on conflict on constraint moderation_items_subject do update set
      kinds = case when ${kind} = any (present.kinds) then present.kinds else present.kinds || ${kind}::text end,
      state = case present.state when 'closed' then 'open' else present.state end,
      opened_at = case present.state when 'closed' then excluded.opened_at else present.opened_at end,
      closed_at = null
    returning id
  `.execute(trx)
  return rows[0]!.id
}

/** Puts a thing into the queue for a suggestion of the image moderation, or for its failure; locks its item. */
export async function openSuggestion(
  trx: Trx,
  subject: SubjectName,
  { suggestion, failure }: Pick<ItemContents, 'suggestion' | 'failure'>,
  at: Date,
): Promise<void> {
  const id = await openItem(trx, subject, 'suggestion', at)
  await sql`
    update moderation_items
    set suggestion = ${suggestion && JSON.stringify(suggestion)}::jsonb, failure = ${failure} where id = ${id}
  `.execute(trx)
}

/** Puts a thing into the queue for a listed word; locks its item. */
export async function openWord(trx: Trx, subject: SubjectName, word: string, at: Date): Promise<void> {
  const isText = subject.kind === 'comment' || subject.kind === 'note'
  const id = await openItem(trx, subject, isText ? 'comment' : 'suggestion', at)
  await sql`update moderation_items set word = ${word} where id = ${id}`.execute(trx)
}

/** Takes an episode out of the queue that was there because an earlier file could not be checked. */
export async function withdrawFailure(trx: Trx, episodeId: string, at: Date): Promise<void> {
  const { rows } = await sql<ItemRow>`
    update moderation_items set failure = null
    where subject_kind = 'episode' and subject_id = ${episodeId} and failure is not null
    returning ${itemColumns}
  `.execute(trx)
  for (const item of rows) if (item.word === null) await removeKind(trx, item, 'suggestion', at)
}

/** Takes a thing out of the queue that was there because of an earlier picture. */
export async function withdrawSuggestion(trx: Trx, subject: SubjectName, at: Date): Promise<void> {
  const { rows } = await sql<ItemRow>`
    update moderation_items set suggestion = null
    where subject_kind = ${subject.kind} and subject_id = ${subject.id} and suggestion is not null
    returning ${itemColumns}
  `.execute(trx)
  for (const item of rows) if (item.word === null) await removeKind(trx, item, 'suggestion', at)
}

/** The item, locked until the commit; undefined when there is none. */
export async function lockItem(trx: Trx, id: string): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select ${itemColumns} from moderation_items where id = ${id} for update`.execute(
    trx,
  )
  return rows[0]
}

/** Reasons of the open reports of an item. */
async function openReasons(db: Db | Trx, itemId: string): Promise<ReasonCode[]> {
  const { rows } = await sql<{ reason: ReasonCode }>`
    select reason from reports where item_id = ${itemId} and closed_at is null
  `.execute(db)
  return rows.map(({ reason }) => reason)
}

/**
 * Stores the consequences of the open reports of a locked item: its place in the queue, and whether it is there for them. An
 * item with no other reason to be in the queue is closed when its last report is taken back.
 */
export async function applyReports(trx: Trx, item: ItemRow, urgentFrom: number, at: Date): Promise<void> {
  const reasons = await openReasons(trx, item.id)
  const kinds = reasons.length > 0 ? item.kinds : item.kinds.filter((kind) => kind !== 'report')
  await storeKinds(trx, item, { kinds, rank: rankOf(reasons, urgentFrom), at })
}

async function storeKinds(
  trx: Trx,
  { id }: Pick<ItemRow, 'id'>,
  { kinds, rank, at }: { kinds: ItemKind[]; rank: Rank; at: Date },
): Promise<void> {
  if (kinds.length === 0) return await closeItem(trx, id, at)
  await sql`update moderation_items set kinds = ${kinds}::text[], rank = ${rank} where id = ${id}`.execute(trx)
}

/** Takes a decided item out of the queue, unless an appeal about the same thing waits. */
export async function settleItem(trx: Trx, item: ItemRow, at: Date): Promise<void> {
  const kinds = item.kinds.filter((kind) => kind === 'appeal')
  await sql`
    update moderation_items set state = 'open', second_asked_by = null, second_note = '', suggestion = null, failure = null,
      word = null, claimed_by = null, claimed_until = null
    where id = ${item.id} and state <> 'closed'
  `.execute(trx)
  await storeKinds(trx, item, { kinds, rank: 2, at })
}

/** Takes one reason to be in the queue from a locked item, which is closed with the last. */
export async function removeKind(trx: Trx, item: ItemRow, kind: ItemKind, at: Date): Promise<void> {
  await storeKinds(trx, item, { kinds: item.kinds.filter((each) => each !== kind), rank: item.rank, at })
}

/** Takes this reason from the item of a thing, if it is in the queue for it. */
export async function withdrawKind(trx: Trx, subject: SubjectName, kind: ItemKind, at: Date): Promise<void> {
  const { rows } = await sql<ItemRow>`
    update moderation_items set word = null
    where subject_kind = ${subject.kind} and subject_id = ${subject.id} and ${kind} = any (kinds)
    returning ${itemColumns}
  `.execute(trx)
  for (const item of rows) await removeKind(trx, item, kind, at)
}

/** Leaves a locked item to a second moderator. */
export async function setAwaiting(trx: Trx, id: string): Promise<void> {
  await sql`
    update moderation_items set state = 'awaiting_second', claimed_by = null, claimed_until = null
    where id = ${id} and state <> 'closed'
  `.execute(trx)
}

/** Takes a locked item out of the queue. */
async function closeItem(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`
    update moderation_items set state = 'closed', kinds = '{}', closed_at = ${at}, rank = 2,
      claimed_by = null, claimed_until = null
    where id = ${id}
  `.execute(trx)
}

/**
 * Puts an item back into the queue with the contents that a decision took from it, beside those that came since. An appeal
 * is not put back: a decision leaves it in the queue.
 */
export async function reopenItem(trx: Trx, id: string, contents: ItemContents, isAwaiting: boolean): Promise<void> {
  const kinds = contents.kinds.filter((kind) => kind !== 'appeal')
  const state = isAwaiting || contents.secondAskedBy !== null ? 'awaiting_second' : 'open'
  await sql`
    update moderation_items set closed_at = null, state = ${state},
      kinds = array(select distinct kind from unnest(kinds || ${kinds}::text[]) as kind),
      second_asked_by = (select id from users where id = ${contents.secondAskedBy}), second_note = ${contents.secondNote},
      suggestion = ${contents.suggestion && JSON.stringify(contents.suggestion)}::jsonb, failure = ${contents.failure},
      word = coalesce(word, ${contents.word ?? null}::text)
    where id = ${id} and kinds || ${kinds}::text[] <> '{}'
  `.execute(trx)
}
