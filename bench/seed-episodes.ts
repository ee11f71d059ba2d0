import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'

const CREATORS = 20_000
const SYLLABLES =
  'ka mi sto ne ra tu lo be shi gan ve pri do el fu gre ha in jo ky lun ma no or pel qui ros sa ta um vi wo xi yu zen chi bra dy eth fen'

/**
 * Fills a database with episodes number `from` to `to`, always the same: titles of two to four words out of about 3,000
 * and a number, one in ten in Japanese; up to four of 90 tags; 20,000 creators; a skewed choice of 14 genres; one in
 * 100 trending; one in 25 adult, one in 50 not ready; one a minute.
 */
export async function seedEpisodes(db: Db, from: number, to: number): Promise<void> {
  // Updating the index of grams row by row takes minutes; building it at the end gives the same index.
  const index = await db
    .withTables<{ pg_indexes: { indexname: string; indexdef: string } }>()
    .selectFrom('pg_indexes')
    .select('indexdef')
    .where('indexname', '=', 'listed_episodes_grams')
    .executeTakeFirstOrThrow()
  await sql`drop index listed_episodes_grams`.execute(db)
  await sql`
    insert into users (id, email, role)
    select 'c' || n, 'c' || n || '@example.com', 'creator' from generate_series(1, ${CREATORS}::int) as n
    on conflict do nothing
  `.execute(db)
  await sql`
    insert into creators (uid, username, username_key)
    select 'c' || n, initcap(name), name from generate_series(1, ${CREATORS}::int) as n,
      lateral (select ${word(sql`n * 7`)} || ' studio ' || n as name) as named
    on conflict do nothing
  `.execute(db)
  await sql`
    insert into videos (uid, creator_id, name, size_bytes, state, is_published, upload_key_hash, upload_expires_at)
    select 'v' || n, 'c' || 1 + n % ${CREATORS}::int, 'clip.mp4', 1000000, 'ready', true, sha256(n::text::bytea), now()
    from generate_series(${from}::int, ${to}::int) as n
  `.execute(db)
  await sql`
    insert into episodes (
      id, creator_id, video_id, title, description, genre, tags, nsfw, trending, is_playable, published_at, updated_at
    )
    select 'e' || n, 'c' || 1 + n % ${CREATORS}::int, 'v' || n, ${title(sql`n`)}, repeat(${word(sql`n`)} || ' and so on. ', 12),
      (array['Action', 'Action', 'Fantasy', 'Fantasy', 'Comedy', 'Romance', 'Drama', 'Sci-Fi', 'Slice of Life', 'Mecha',
        'Horror', 'Thriller', 'Adventure', 'Iyashikei', 'Experimental'])[1 + ${pseudoRandom(sql`n`, 11)} % 15],
      array(select distinct 'tag ' || ${word(sql`1 + ${pseudoRandom(sql`n * 4 + k`, 12)} % 90`)}
        from generate_series(1, ${pseudoRandom(sql`n`, 13)} % 5) as k),
      n % 25 = 0, n % 100 = 1, n % 50 <> 3, moment, moment
    from generate_series(${from}::int, ${to}::int) as n,
      lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as moment) as published
  `.execute(db)
  await sql.raw(index.indexdef).execute(db)
  await sql`alter index listed_episodes_grams alter column 1 set statistics 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** The title of an episode, without its number. */
function title(n: RawBuilder<unknown>): RawBuilder<string> {
  const any = (salt: number) => word(pseudoRandom(n, salt))
  return sql`case ${n} % 10
    when 0 then ${kanji(n, 1)} || ${kanji(n, 2)} || 'の' || ${kanji(n, 3)} || ' ' || ${n}
    when 1 then 'The ' || ${any(1)} || ' of ' || ${any(2)}
    when 2 then initcap(${any(1)}) || ' and the ' || ${any(2)}
    else initcap(${any(1)}) || ' ' || ${any(2)} || ' ' || ${n} end`
}

/** One of about 3,000 words of four to nine letters. */
function word(n: RawBuilder<unknown>): RawBuilder<string> {
  const syllable = (salt: number) => sql`
    (string_to_array(${SYLLABLES}, ' '))[1 + ${pseudoRandom(sql`${n} % 3000`, salt)} % 40]`
  return sql<string>`(${syllable(21)} || ${syllable(22)} ||
    case when ${pseudoRandom(sql`${n} % 3000`, 23)} % 3 = 0 then '' else ${syllable(24)} end)`
}

function kanji(n: RawBuilder<unknown>, salt: number): RawBuilder<string> {
  return sql<string>`chr(x'4e00'::int + ${pseudoRandom(n, salt)} % 1500)`
}

/** A pseudo-random number, the same every time. */
function pseudoRandom(n: RawBuilder<unknown>, salt: number): RawBuilder<number> {
  return sql<number>`(hashint4extended((${n})::int, ${sql.lit(salt)}) & 1073741823)::int`
}
