import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { createVideoTransitions } from './encode/video-transitions.server.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST, segmentName } from './media/hls/hls-arguments.ts'
import {
  fileNameOf,
  GROWING_PLAYLIST,
  mediaKey,
  nameColumns,
  namesInRow,
  type ObjectKind,
  type ObjectNamesRow,
  originalKey,
  parseKey,
  playlistNameOf,
  shownLargePosterOf,
  smallPosterNamesOf,
  spriteNameOf,
  storedObjects,
  unfinishedKey,
} from './stored-objects.ts'
import type { VideoHosting } from './video-hosting.ts'
import { coverJob, largePosterJob, posterJob, previewAssetsJob, smallPostersJob } from './video-jobs.ts'
import { videoTables } from './video-rows.server.ts'

const id = newId()
const smallPosterNames = smallPosterNamesOf(fileNameOf('smallPoster320', id)).map(({ name }) => name)
const playlistType = 'application/vnd.apple.mpegurl'

/** The name that the code gives each kind, and how it may be sent. */
const expected: Record<ObjectKind, { keys: (uid: string) => string[]; served: object | null }> = {
  original: { keys: (uid) => [originalKey(uid)], served: null },
  unfinished: { keys: (uid) => [unfinishedKey(uid)], served: null },
  master: inVideo(fileNameOf('master', id), playlistType),
  chosenPoster: inVideo(fileNameOf('chosenPoster', id), 'image/webp'),
  poster: inVideo(fileNameOf('poster', id), 'image/webp'),
  largePoster: inVideo(fileNameOf('largePoster', id), 'image/webp'),
  largeChosenPoster: inVideo(fileNameOf('largeChosenPoster', id), 'image/webp'),
  cover: inVideo(fileNameOf('cover', id), 'image/webp'),
  smallPoster320: inVideo(smallPosterNames[0]!, 'image/webp'),
  smallPoster160: inVideo(smallPosterNames[1]!, 'image/webp'),
  smallPoster80: inVideo(smallPosterNames[2]!, 'image/webp'),
  preview: inVideo(fileNameOf('preview', id), 'video/mp4'),
  storyboard: inVideo(fileNameOf('storyboard', id), 'text/vtt; charset=utf-8'),
  sprite: inVideo(spriteNameOf(fileNameOf('storyboard', id)), 'image/webp'),
  mp4File: inVideo(fileNameOf('mp4File', id), 'video/mp4'),
  captions: inVideo(fileNameOf('captions', id), 'text/vtt; charset=utf-8'),
  captionPlaylist: inVideo(fileNameOf('captionPlaylist', id), playlistType),
  audio: { ...inVideo(fileNameOf('audio', id), ''), served: null },
  playlist: inRendition([MEDIA_PLAYLIST, playlistNameOf(id)], playlistType),
  growingPlaylist: inRendition([GROWING_PLAYLIST], playlistType, 'growing'),
  init: inRendition([INIT_SEGMENT, `${id}/${INIT_SEGMENT}`], 'video/mp4'),
  segment: inRendition([segmentName(1), segmentName(123_456), `${id}/${segmentName(10_000)}`], 'video/iso.segment'),
}
const kinds = Object.keys(expected) as ObjectKind[]
const mediaKinds = kinds.filter((kind) => expected[kind].keys('').every((key) => key.startsWith('media/')))

function inVideo(name: string, type: string) {
  return { keys: (uid: string) => [mediaKey(uid, name)], served: { type, cache: 'immutable' } }
}

function inRendition(names: string[], type: string, cache = 'immutable') {
  return { keys: (uid: string) => names.map((name) => mediaKey(uid, `${id}/${name}`)), served: { type, cache } }
}

test('names made for each kind are recognised, with the type and cache class of the kind', () => {
  const uid = newId()
  const all = kinds.flatMap((kind) => expected[kind].keys(uid).map((key) => ({ kind, key, ...expected[kind] })))
  const recognised = all.map(({ key }) => parseKey(key))
  // Both posters have the same names, and both large ones.
  const first: Partial<Record<ObjectKind, ObjectKind>> = { poster: 'chosenPoster', largeChosenPoster: 'largePoster' }
  expect(recognised).toEqual(all.map(({ kind }) => ({ kind: first[kind] ?? kind, uid })))
  expect(recognised.map((each) => each && storedObjects[each.kind].served)).toEqual(all.map(({ served }) => served))
  expect(storedObjects.poster.served).toEqual(expected.poster.served)
  const altered = all.flatMap(({ key }) => [`${key}~`, `/${key}`, key.replace('/', '//'), key.toUpperCase()])
  expect(altered.filter((key) => parseKey(key) !== null)).toEqual([])
})

let fixture: VideoFixture
let hosting: VideoHosting

beforeAll(async () => {
  fixture = await openVideoFixture()
  hosting = fixture.open(null)
})
afterAll(async () => {
  hosting?.close()
  await fixture?.close()
})

async function insertVideo(): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
    values (${uid}, 'aya', 'clip', 5, 'ready', ${Buffer.from(uid)}, now())`.execute(fixture.db)
  return uid
}

describe('cleanup', () => {
  async function store(kind: ObjectKind, uid: string): Promise<void> {
    for (const key of expected[kind].keys(uid)) await fixture.parts.storage.putText(key, 'bytes')
  }

  /** Keys of a kind under which there are objects. */
  async function presentOf(kind: ObjectKind, uid: string): Promise<string[]> {
    const keys = expected[kind].keys(uid)
    const stats = await Promise.all(keys.map((key) => fixture.parts.storage.stat(key)))
    return keys.filter((_, index) => stats[index] !== null)
  }

  /** Lets a row of a table name the objects of a kind. */
  async function nameIn(table: string, kind: ObjectKind, uid: string): Promise<void> {
    const { column } = storedObjects[kind]
    const rows = {
      videos:
        column &&
        sql`update videos set ${sql.ref(column)} = ${fileOf(kind)}, poster_width = 640, poster_height = 360
          where uid = ${uid}`,
      renditions: sql`insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth,
        average_bandwidth, frame_rate, size_bytes) values (${id}, ${uid}, 'copy', 320, 180, 'avc1', 1, 1, 24, 5)`,
      retired_renditions: sql`insert into retired_renditions (id, video_uid, retired_at)
        values (${id}, ${uid}, now() + interval '1 hour')`,
      chunk_plans: sql`insert into chunk_plans (video_uid, stage, renditions, sound_name, longest_segment_seconds)
        values (${uid}, 'first', ${JSON.stringify([{ id }])}, ${fileNameOf('audio', id)}, 4)`,
      mp4_files: sql`with made as (insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth,
          average_bandwidth, frame_rate, size_bytes) values (${newId()}, ${uid}, 'copy', 320, 180, 'avc1', 1, 1, 24, 5)
          returning id, video_uid)
        insert into mp4_files (rendition_id, video_uid, name, size_bytes, parts)
        select id, video_uid, ${fileNameOf('mp4File', id)}, 9, '[{"name": "0001.m4s", "sizeBytes": 4}]' from made`,
      text_tracks: sql`insert into text_tracks (id, video_uid, position, source, language, name, kind)
        values (${id}, ${uid}, 0, 'a', 'en', 'English', 'subtitles')`,
      av1_sets: sql`insert into av1_sets (video_uid, state, renditions)
        values (${uid}, 'listed', ${JSON.stringify([{ id }])})`,
    }
    const change = rows[table as keyof typeof rows]
    if (!change) throw new Error(`The table ${table} cannot name the kind ${kind}.`)
    await change.execute(fixture.db)
  }

  function fileOf(kind: ObjectKind): string {
    if (kind === 'smallPoster160' || kind === 'smallPoster80') return fileNameOf('smallPoster320', id)
    return fileNameOf(kind === 'sprite' ? 'storyboard' : (kind as 'master'), id)
  }

  test('removes unnamed objects of every kind, and keeps named ones', async () => {
    const left: string[] = []
    const lost: string[] = []
    for (const kind of mediaKinds) {
      const unnamed = await insertVideo()
      await store(kind, unnamed)
      await fixture.run('video.tidy', { uid: unnamed })
      left.push(...(await presentOf(kind, unnamed)))
      for (const table of storedObjects[kind].namedBy) {
        const uid = await insertVideo()
        await store(kind, uid)
        await nameIn(table, kind, uid)
        await fixture.run('video.tidy', { uid })
        const present = await presentOf(kind, uid)
        lost.push(...expected[kind].keys(uid).filter((key) => !present.includes(key)))
        await sql`delete from videos where uid = ${uid}`.execute(fixture.db)
      }
    }
    expect({ left, lost }).toEqual({ left: [], lost: [] })
  })

  test('removes objects of every kind with their video', async () => {
    const uid = await insertVideo()
    for (const kind of kinds) await store(kind, uid)
    const present = async () => (await Promise.all(kinds.map((kind) => presentOf(kind, uid)))).flat()
    expect(await present()).toEqual(kinds.flatMap((kind) => expected[kind].keys(uid)))
    await sql`delete from videos where uid = ${uid}`.execute(fixture.db)
    await fixture.run('video.erase', { uid })
    expect(await present()).toEqual([])
  })

  test('removes an object of no kind', async () => {
    const uid = await insertVideo()
    await fixture.parts.storage.putText(mediaKey(uid, 'notes.txt'), 'bytes')
    await fixture.run('video.tidy', { uid })
    expect(await fixture.parts.storage.children(`media/${uid}`)).toEqual([])
  })
})

test('a lost image is drawn again with those of the same job, a chosen poster is only dropped', async () => {
  const transitions = createVideoTransitions(fixture.parts)
  const storyboard = fileNameOf('storyboard', id)
  const names = { poster_name: 'p', chosen_poster_name: 'c', preview_name: 'v', storyboard_name: storyboard }
  const regenerate = async (...lost: string[]) => {
    const uid = await insertVideo()
    await videoTables(fixture.db).updateTable('videos').set(names).where('uid', '=', uid).execute()
    const row = await transitions.regenerateImages(uid, lost)
    const jobs = [posterJob.name, previewAssetsJob.name].filter((kind) => fixture.isEnqueued(kind, uid))
    return { jobs, left: namesInRow(row!).map(({ name }) => name) }
  }
  const assets = ['v', storyboard, spriteNameOf(storyboard)]
  expect(await regenerate(spriteNameOf(storyboard))).toEqual({ jobs: [previewAssetsJob.name], left: ['c', 'p'] })
  expect(await regenerate('p', 'c')).toEqual({ jobs: [posterJob.name], left: assets })
  expect(await regenerate('c')).toEqual({ jobs: [], left: ['p', ...assets] })
  expect(await regenerate('other')).toEqual({ jobs: [], left: ['c', 'p', ...assets] })
})

test('what was drawn from the poster that is shown is drawn again with a part of it, and when that poster is lost', async () => {
  const transitions = createVideoTransitions(fixture.parts)
  const [largest = '', ...others] = smallPosterNames
  const cover = fileNameOf('cover', id)
  const copies = { cover_name: cover, small_posters_name: largest, poster_width: 640, poster_height: 360 }
  const names = Object.assign({ poster_name: 'p', chosen_poster_name: 'c' }, copies)
  const regenerate = async (lost: string) => {
    const uid = await insertVideo()
    await videoTables(fixture.db).updateTable('videos').set(names).where('uid', '=', uid).execute()
    const row = await transitions.regenerateImages(uid, [lost])
    const jobs = [coverJob.name, smallPostersJob.name].filter((kind) => fixture.isEnqueued(kind, uid))
    return { jobs, left: namesInRow(row!).map(({ name }) => name) }
  }
  expect(await regenerate('c')).toEqual({ jobs: [coverJob.name, smallPostersJob.name], left: ['p'] })
  expect(await regenerate('p')).toEqual({ jobs: [], left: ['c', cover, largest, ...others] })
  const withoutSmallPosters = { jobs: [smallPostersJob.name], left: ['c', 'p', cover] }
  expect(await Promise.all(smallPosterNames.map(regenerate))).toEqual(smallPosterNames.map(() => withoutSmallPosters))
})

test('a lost large poster is drawn again, and that of a chosen poster is lost with it', async () => {
  const transitions = createVideoTransitions(fixture.parts)
  const names = {
    poster_name: `poster-${id}.webp`,
    large_poster_name: `large-poster-${id}.webp`,
    chosen_poster_name: 'poster-c.webp',
    large_chosen_poster_name: 'large-poster-c.webp',
  }
  const regenerate = async (lost: string) => {
    const uid = await insertVideo()
    await videoTables(fixture.db).updateTable('videos').set(names).where('uid', '=', uid).execute()
    const row = await transitions.regenerateImages(uid, [lost])
    const left = namesInRow(row!).map(({ name }) => name)
    return { isQueued: fixture.isEnqueued(largePosterJob.name, uid), left, shown: shownLargePosterOf(row!) }
  }
  const automatic = [names.poster_name, names.large_poster_name]
  expect(await regenerate(names.large_poster_name)).toEqual({
    isQueued: true,
    left: [names.chosen_poster_name, names.poster_name, names.large_chosen_poster_name],
    shown: names.large_chosen_poster_name,
  })
  const withoutChosen = { isQueued: false, left: automatic, shown: names.large_poster_name }
  expect(await regenerate(names.chosen_poster_name)).toEqual(withoutChosen)
})

test('a large poster of another poster is not shown', () => {
  const none = Object.fromEntries(nameColumns.map((column) => [column, null])) as ObjectNamesRow
  const names = { ...none, chosen_poster_name: 'poster-b.webp', large_chosen_poster_name: 'large-poster-a.webp' }
  expect(shownLargePosterOf(names)).toBeNull()
  expect(shownLargePosterOf({ ...names, large_chosen_poster_name: 'large-poster-b.webp' })).toBe('large-poster-b.webp')
})
