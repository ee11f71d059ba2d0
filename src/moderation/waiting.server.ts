import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { openItem, withdrawKind } from './item-rows.server.ts'

/** Things that other rooms make wait for a person. Called inside the transactions that cause it. */
export interface Waiting {
  /** Puts a held comment into the queue, beside its episode's creator who is told of it; takes one out that is not held. */
  commentWaits(trx: Trx, comment: { id: string; isWaiting: boolean }): Promise<void>
}

export function createWaiting({ clock }: { clock: Clock }): Waiting {
  return {
    async commentWaits(trx, { id, isWaiting }) {
      const subject = { kind: 'comment' as const, id }
      if (isWaiting) await openItem(trx, subject, 'comment', clock.now())
      else await withdrawKind(trx, subject, 'comment', clock.now())
    },
  }
}
