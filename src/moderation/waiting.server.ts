import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { openItem, openWord, withdrawKind } from './item-rows.server.ts'
import type { SubjectName } from './report.ts'

/** Queues things that other rooms hold for approval, in the transactions that hold them. */
export interface Waiting {
  /** Adds a held comment to the queue, while its episode's creator is told of it, too; removes one that is not held. */
  comment(trx: Trx, comment: { id: string; onPicture: boolean; isWaiting: boolean }): Promise<void>
  /** Adds a thing with a listed word to the queue. */
  word(trx: Trx, subject: SubjectName, word: string): Promise<void>
}

export function createWaiting({ clock }: { clock: Clock }): Waiting {
  return {
    async comment(trx, { id, onPicture, isWaiting }) {
      const subject: SubjectName = { kind: onPicture ? 'note' : 'comment', id }
      if (isWaiting) await openItem(trx, subject, 'comment', clock.now())
      else await withdrawKind(trx, subject, 'comment', clock.now())
    },
    word: (trx, subject, word) => openWord(trx, subject, word, clock.now()),
  }
}
