import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { type Before, changeBefore, type DecisionRow, laterDecisions } from './decision-rows.server.ts'
import type { ModeratedThing } from './moderated-things.server.ts'
import { changesOf, markNames, type ThingMarks } from './thing-marks.ts'

export interface ReversalParts {
  clock: Clock
  identity: Pick<Identity, 'setSuspension'>
}

/**
 * Takes back the changes of a decision, its suspension included. A value that a later decision changed again stays, and
 * returns to the value before this decision when that one is taken back too. The item and the accounts are locked.
 *
 * @param thing null when it is gone @param owner undefined when the account is gone
 * @returns the marks that the thing is to have again
 */
export async function reverse(
  parts: ReversalParts,
  trx: Trx,
  made: DecisionRow,
  { thing, owner }: { thing: ModeratedThing | null; owner: Account | undefined },
): Promise<ThingMarks> {
  const later = await laterDecisions(trx, made)
  const set: Before = { ...made.before, ...changesOf(made, made.before.item.suggestion, made.before) }
  const names = markNames.filter((name) => name in made.before)
  const current: ThingMarks = {}
  for (const name of names) {
    const next = later.find(({ itemId, before }) => itemId === made.itemId && name in before)
    const value = { [name]: made.before[name] }
    if (next) await changeBefore(trx, next.id, value)
    else if (thing && thing.marks[name] === set[name]) Object.assign(current, value)
  }
  if ('suspendedUntil' in made.before) await reverseSuspension(parts, trx, made, { later, owner })
  return current
}

async function reverseSuspension(
  { clock, identity }: ReversalParts,
  trx: Trx,
  made: DecisionRow,
  { later, owner }: { later: DecisionRow[]; owner: Account | undefined },
): Promise<void> {
  const { suspendedUntil = null, suspensionReason = '' } = made.before
  const next = later.find(({ before }) => 'suspendedUntil' in before)
  if (next) return await changeBefore(trx, next.id, { suspendedUntil, suspensionReason })
  if (owner?.suspension?.until.getTime() !== made.until?.getTime()) return
  const until = suspendedUntil === null ? null : new Date(suspendedUntil)
  const isOver = until === null || until <= clock.now()
  await identity.setSuspension(trx, made.ownerUid, isOver ? null : { until, reason: suspensionReason })
}
