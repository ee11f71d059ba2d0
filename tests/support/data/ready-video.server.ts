import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import type { Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import type { TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { smallPosterNamesOf } from '#video/stored-objects.ts'
import { queryDatabase } from './query-database.server.ts'

export interface ReadyVideo {
  uid: string
  /** Paths of its media, and the bytes of each. */
  media: Record<MediaName, string>
  bytes: Record<MediaName, Buffer>
}

type MediaName = 'master' | 'poster' | 'smallPoster' | 'playlist' | 'init' | 'segment'

const makeReady = `with made as (
    insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth,
      frame_rate, size_bytes) values ($2, $1, 'copy', 320, 180, 'avc1.64000c', 1000, 1000, 24, 5000)
  )
  update videos set state = 'ready', percent_complete = 100, has_mp4_files = true, received_at = now(), probed_at = now(),
    duration_seconds = 2, width = 320, height = 180, frame_rate_numerator = 24, frame_rate_denominator = 1,
    master_name = $3, poster_name = $4, small_posters_name = $5, poster_width = 640, poster_height = 360
  where uid = $1`

/** A finished video without ffmpeg: rows in state `ready`, and a file for every name. */
export async function makeReadyVideo(site: TestHoshi, creator: Person): Promise<ReadyVideo> {
  const { uid } = await createUpload(creator, 1000)
  const rendition = newId()
  const names: Record<MediaName, string> = {
    master: `master-${newId()}.m3u8`,
    poster: `poster-${newId()}.webp`,
    smallPoster: `small-poster-320-${newId()}.webp`,
    playlist: `${rendition}/index.m3u8`,
    init: `${rendition}/init.mp4`,
    segment: `${rendition}/0000.m4s`,
  }
  const bytes = {
    master: Buffer.from('#EXTM3U\n'),
    poster: Buffer.from('a poster'),
    smallPoster: Buffer.from('a small poster'),
    playlist: Buffer.from('#EXTM3U\n#EXT-X-ENDLIST\n'),
    init: Buffer.from('ftyp'),
    segment: Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)),
  }
  for (const [kind, name] of Object.entries(names) as [MediaName, string][]) {
    const path = join(site.dataDir, 'files/media', uid, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes[kind])
    if (kind === 'smallPoster')
      for (const { name: other } of smallPosterNamesOf(name)) await writeFile(join(dirname(path), other), bytes[kind])
  }
  await queryDatabase(site.connectionString, makeReady, [
    ...[uid, rendition, names.master, names.poster, names.smallPoster],
  ])
  const urlOf = (name: string) => `/media/${uid}/${name}`
  const media = {
    master: urlOf(names.master),
    poster: urlOf(names.poster),
    smallPoster: urlOf(names.smallPoster),
    playlist: urlOf(names.playlist),
    init: urlOf(names.init),
    segment: urlOf(names.segment),
  }
  return { uid, media, bytes }
}

/** Publishes an episode on a ready video, which anybody can watch. */
export async function publishEpisode(site: TestHoshi, creator: Person, fields: object = {}) {
  const video = await makeReadyVideo(site, creator)
  const episode = { title: 'A star', genre: 'Action', nsfw: false, videoId: video.uid, ...fields }
  const response = await creator.call('POST', '/api/v1/episodes', episode)
  if (response.status !== 201) throw new Error(`Publishing answered ${response.status}: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return { id, video }
}
