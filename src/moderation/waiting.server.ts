import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { openItem, withdrawKind } from './item-rows.server.ts'
import type { SubjectName } from './report.ts'

/** Things that other rooms make wait for a person. Called inside the transactions that cause it. */
export interface Waiting {
  /** Puts a held comment into the queue, beside its episode's creator who is told of it; takes one out that is not held. */
  commentWaits(trx: Trx, comment: { id: string; isWaiting: boolean }): Promise<void>
  /** The same with a held note, which its episode's creator sees beside the film. */
  noteWaits(trx: Trx, note: { id: string; isWaiting: boolean }): Promise<void>
}

export function createWaiting({ clock }: { clock: Clock }): Waiting {
  async function setWaiting(trx: Trx, subject: SubjectName, isWaiting: boolean): Promise<void> {
    if (isWaiting) await openItem(trx, subject, 'comment', clock.now())
    else await withdrawKind(trx, subject, 'comment', clock.now())
  }
  return {
    commentWaits: (trx, { id, isWaiting }) => setWaiting(trx, { kind: 'comment', id }, isWaiting),
    noteWaits: (trx, { id, isWaiting }) => setWaiting(trx, { kind: 'note', id }, isWaiting),
  }
}
