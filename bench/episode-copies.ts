import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'

const CREATORS = 20

/**
 * Copies a finished episode with its media: rows of its own and files under its own names, which are hard links to those of the
 * first. Only their bytes are shared. The copies belong to 20 creators in turn.
 *
 * @returns ids of the episodes
 */
export async function copyEpisode(
  filesDir: string,
  databaseUrl: string,
  { episodeId, uid }: { episodeId: string; uid: string },
  count: number,
): Promise<string[]> {
  const renditions = (
    await queryDatabase<{ id: string }>(databaseUrl, 'select id from renditions where video_uid = $1', [uid])
  ).map(({ id }) => id)
  const copies = Array.from({ length: count }, (_, n) => {
    const names = new Map(renditions.map((id) => [id, newId()]))
    return { n, uid: newId(), episodeId: newId(), creator: `c${1 + (n % CREATORS)}`, names }
  })
  for (const copy of copies)
    await linkMedia(join(filesDir, 'media', uid), join(filesDir, 'media', copy.uid), copy.names)
  const write = (statement: string, first: string, rows: object[]) =>
    queryDatabase(databaseUrl, statement, [first, JSON.stringify(rows)])
  await queryDatabase(
    databaseUrl,
    `insert into users (id, email, role) select 'c' || n, 'c' || n || '@example.com', 'creator' from generate_series(1, $1::int) as n`,
    [CREATORS],
  )
  await queryDatabase(
    databaseUrl,
    `insert into creators (uid, username, username_key) select 'c' || n, 'Studio ' || n, 'studio ' || n from generate_series(1, $1::int) as n`,
    [CREATORS],
  )
  await write(
    `insert into videos select (jsonb_populate_record(one, new || jsonb_build_object('upload_key_hash', sha256((new->>'uid')::bytea)))).*
      from videos as one, jsonb_array_elements($2::jsonb) as new where uid = $1`,
    uid,
    copies.map((copy) => ({ uid: copy.uid, creator_id: copy.creator })),
  )
  await write(
    `insert into renditions select (jsonb_populate_record(one, new)).*
      from renditions as one join jsonb_array_elements($2::jsonb) as new on new->>'copied' = one.id where video_uid = $1`,
    uid,
    copies.flatMap((copy) => [...copy.names].map(([copied, id]) => ({ copied, id, video_uid: copy.uid }))),
  )
  await write(
    `insert into episodes (id, creator_id, video_id, title, description, genre, tags, is_playable, published_at, updated_at)
      select new->>'id', new->>'creator_id', new->>'video_id', title || ' ' || (new->>'n'),
        repeat('A crew of three looks for the light. ', 8),
        (array['Drama', 'Action', 'Comedy', 'Fantasy', 'Sci-Fi'])[1 + (new->>'n')::int % 5], array['space', 'short'],
        true, published_at - (new->>'n')::int * interval '1 hour', updated_at
      from episodes, jsonb_array_elements($2::jsonb) as new where id = $1`,
    episodeId,
    copies.map((copy) => ({ n: copy.n, id: copy.episodeId, creator_id: copy.creator, video_id: copy.uid })),
  )
  await queryDatabase(databaseUrl, 'vacuum analyze')
  return copies.map((copy) => copy.episodeId)
}

/** Links all files of a video; renditions get other names, also in its playlists. */
async function linkMedia(from: string, to: string, names: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, names.get(entry.name) ?? entry.name)
    if (entry.isDirectory()) await linkMedia(source, target, new Map())
    else if (entry.name.endsWith('.m3u8') && names.size > 0)
      await writeFile(target, renamed(await readFile(source, 'utf8'), names))
    else await link(source, target)
  }
}

function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return [...names].reduce((changed, [old, name]) => changed.replaceAll(old, name), text)
}
