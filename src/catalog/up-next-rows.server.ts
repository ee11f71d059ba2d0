import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { EpisodeRow } from './episode-rows.server.ts'
import { type NextReason, UP_NEXT_MAX, UP_NEXT_OF_CREATOR, UP_NEXT_SIMILAR } from './up-next.ts'

/** A shared tag counts as much as twice the share of a shared genre. */
const TAG_WEIGHT = 2
const GENRE_WEIGHT = 1

/** An episode that follows another; `term` is the place of their shared term among the tags and genre of that one. */
export interface NextId {
  id: string
  reason: Exclude<NextReason, 'series'>
  term: number | null
}

/**
 * Listed episodes to watch after this one, without those to leave out: some by its creator, the newest first; then those
 * of other creators that share a tag or the genre, by their share of ended watches, one of each creator; then the newest.
 */
export async function idsAfter(
  db: Db,
  { id, creator_id, genre, tags }: Pick<EpisodeRow, 'id' | 'creator_id' | 'genre' | 'tags'>,
  leftOut: string[],
): Promise<NextId[]> {
  const terms = [...tags, genre]
  const weights = terms.map((_, at) => (at < tags.length ? TAG_WEIGHT : GENRE_WEIGHT))
  const without = [id, ...leftOut]
  const { rows } = await sql<NextId>`
    with of_creator as (
      select episode_id, row_number() over (order by published_at desc, episode_id desc) as place
      from listed_episodes where creator_id = ${creator_id} and episode_id <> all(${without}::text[])
      order by published_at desc, episode_id desc limit ${UP_NEXT_OF_CREATOR}
    ), sharing as (
      select distinct on (best.creator_id)
        best.episode_id, best.lot, best.share * weight as score, term.number
      from unnest(${terms}::text[], ${weights}::real[]) with ordinality as term (name, weight, number)
      cross join lateral (
        -- The best, then in turn the best by none of the creators found: no more of a term can be among the similar ones.
        with recursive best_of as (
          select null::text as episode_id, null::text as creator_id, null::real as share, null::integer as lot,
            array[${creator_id}::text] as found
          union all
          select following.*, found || following.creator_id
          from best_of cross join lateral (
            select episode_id, creator_id, share, lot from listed_terms
            where term_key = search_key(term.name) and creator_id <> all(found) and episode_id <> all(${without}::text[])
            order by share desc, lot, episode_id limit 1
          ) as following
          where cardinality(found) <= ${UP_NEXT_SIMILAR}
        )
        select episode_id, creator_id, share, lot from best_of where episode_id is not null
      ) as best
      order by best.creator_id, score desc, best.lot, best.episode_id, term.number
    ), similar_ones as (
      select episode_id, number, row_number() over (order by score desc, lot, episode_id) as place
      from sharing order by score desc, lot, episode_id limit ${UP_NEXT_SIMILAR}
    ), newest as (
      select episode_id, row_number() over (order by published_at desc, episode_id desc) as place
      from listed_episodes where episode_id <> all(${without}::text[])
      order by published_at desc, episode_id desc limit ${UP_NEXT_MAX}
    ), chosen as (
      select episode_id, 'creator' as reason, null::bigint as term, 1 as part, place from of_creator
      union all select episode_id, 'similar', number - 1, 2, place from similar_ones
      union all select episode_id, 'newest', null, 3, place from newest
      where episode_id not in (select episode_id from of_creator union all select episode_id from similar_ones)
    )
    select episode_id as id, reason, term from chosen order by part, place limit ${UP_NEXT_MAX}
  `.execute(db)
  return rows
}

/** Stores shares of ended watches. The caller's transaction locks the rows of these episodes' terms, in id order. */
export async function storeEndedShares(trx: Trx, shares: { id: string; share: number }[]): Promise<void> {
  const given = sql`
    select id, share from unnest(${shares.map(({ id }) => id)}::text[], ${shares.map(({ share }) => share)}::real[])
      as given (id, share)
  `
  // Their terms change with the episode: its row is locked first, as by an edit.
  await sql`
    select from episodes where id in (select id from (${given}) as given) order by id for no key update
  `.execute(trx)
  await sql`
    insert into ended_shares (episode_id, share)
    select id, share from (${given}) as given where exists (select from episodes where episodes.id = given.id) order by id
    on conflict (episode_id) do update set share = excluded.share where ended_shares.share <> excluded.share
  `.execute(trx)
  await sql`
    update listed_terms set share = given.share from (${given}) as given
    where listed_terms.episode_id = given.id and listed_terms.share <> given.share
  `.execute(trx)
}
