import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { FoldedText } from './search-condition-rows.server.ts'

/** Folds texts into the forms that searches compare, in the same order. */
export async function foldTexts(db: Db, texts: string[]): Promise<FoldedText[]> {
  const { rows } = await sql<{ folded: FoldedText[] }>`
    select coalesce(
      json_agg(json_build_object('key', search_key(text), 'exactKey', exact_key(text)) order by at), '[]'
    ) as folded
    from unnest(${texts}::text[]) with ordinality as given (text, at)
  `.execute(db)
  return rows[0]!.folded
}

/** The words of a term, folded; without those of which nothing is left, such as a lone accent. */
export async function foldWords(db: Db, words: string[]): Promise<FoldedText[]> {
  return withoutBlanks(await foldTexts(db, words))
}

/** Folds the words of a term as `foldWords` does, and the term itself. */
export async function foldTerm(
  db: Db,
  term: string,
  words: string[],
): Promise<{ term: FoldedText; words: FoldedText[] }> {
  const [whole, ...folded] = await foldTexts(db, [term, ...words])
  return { term: whole!, words: withoutBlanks(folded) }
}

function withoutBlanks(words: FoldedText[]): FoldedText[] {
  return words.map(({ key, exactKey }) => ({ key: key.trim(), exactKey })).filter(({ key }) => key !== '')
}
