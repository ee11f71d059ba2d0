import { sql } from 'kysely'
import type { WordAction, WordPlace } from '#creators/listed-words.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { SiteWord } from './site-word.ts'

type WordTables = {
  site_words: {
    id: string
    word: string
    normal_form: string
    action: WordAction
    places: WordPlace[]
    created_at: Date
  }
}

const tables = (db: Db | Trx) => db.withTables<WordTables>()
const columns = ['id', 'word', 'action', 'places', 'created_at as createdAt'] as const

/** All of them, in the order of their normal forms. */
export async function listWords(db: Db): Promise<SiteWord[]> {
  return await tables(db).selectFrom('site_words').select(columns).orderBy(sql`normal_form collate "C"`).execute()
}

export async function countWords(trx: Trx): Promise<number> {
  const row = await tables(trx)
    .selectFrom('site_words')
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** @returns false when a word of this form is there already */
export async function insertWord(trx: Trx, { createdAt, ...word }: SiteWord, normalForm: string): Promise<boolean> {
  const row = await tables(trx)
    .insertInto('site_words')
    .values({ ...word, normal_form: normalForm, created_at: createdAt })
    .onConflict((conflict) => conflict.column('normal_form').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns the word; undefined when there is none */
export async function deleteWord(trx: Trx, id: string): Promise<SiteWord | undefined> {
  return await tables(trx).deleteFrom('site_words').where('id', '=', id).returning(columns).executeTakeFirst()
}
