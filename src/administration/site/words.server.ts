import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { mayOpenConsole } from '../permissions.ts'
import { type Site, siteChannel } from './site.server.ts'
import { lockActor, recordAct, type SiteChangeParts } from './site-change.server.ts'
import { lockSettings } from './site-setting-rows.server.ts'
import { type NewWord, readNewWord, type SiteWord, WORDS_MAX } from './site-word.ts'
import { wordForm } from './word-matching.server.ts'
import { countWords, deleteWord, insertWord, listWords } from './word-rows.server.ts'

/** The list of words that moderators keep. A change has effect on every node within a second, and an entry in the log. */
export interface Words {
  /** All words, in alphabetical order. */
  list(): Promise<SiteWord[]>
  /**
   * Puts a word on the list; texts that are there already stay.
   * @throws Refusal moderation.word_invalid, moderation.word_places_required, moderation.word_listed (409),
   *   moderation.too_many_words (409), moderation.admins_only
   */
  add(actor: Account, input: NewWord): Promise<SiteWord>
  /** @throws Refusal moderation.word_not_found, moderation.admins_only */
  remove(actor: Account, id: string): Promise<void>
}

export interface WordsParts extends SiteChangeParts {
  clock: Clock
  events: Pick<Events, 'publish'>
  site: Site
}

export function createWords(parts: WordsParts): Words {
  const { db, clock, events, site } = parts
  return {
    list: () => listWords(db),

    async add(actor, input) {
      const word = { id: newId(), ...readNewWord(input), createdAt: clock.now() }
      const form = wordForm(word.word)
      // Letters that nobody sees are none.
      if (form === '') throw new Refusal('moderation.word_invalid', { field: 'word' })
      await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayOpenConsole)
        // One after the other, so that none is counted too late.
        await lockSettings(trx)
        if ((await countWords(trx)) >= WORDS_MAX) throw new Refusal('moderation.too_many_words')
        if (!(await insertWord(trx, word, form))) throw new Refusal('moderation.word_listed', { field: 'word' })
        await events.publish(trx, siteChannel, {})
        await recordAct(parts, trx, actor, { id: word.id, action: 'word.added', before: {}, after: valuesOf(word) })
      })
      site.evict()
      return word
    },

    async remove(actor, id) {
      await transact(db, async (trx) => {
        await lockActor(parts, trx, actor, mayOpenConsole)
        const removed = isPossibleId(id) ? await deleteWord(trx, id) : undefined
        if (!removed) throw new Refusal('moderation.word_not_found')
        await events.publish(trx, siteChannel, {})
        await recordAct(parts, trx, actor, { id, action: 'word.removed', before: valuesOf(removed), after: {} })
      })
      site.evict()
    },
  }
}

/** The values of a word for the audit log. */
function valuesOf({ word, action, places }: SiteWord) {
  return { word, action, places: places.join(' ') }
}
