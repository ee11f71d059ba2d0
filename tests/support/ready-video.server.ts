import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '#platform/ids.server.ts'
import { askDatabase } from './ask-database.server.ts'
import type { Person } from './person.ts'
import type { TestHoshi } from './test-hoshi.ts'
import { askForAddress } from './tus.ts'

export interface ReadyVideo {
  uid: string
  /** Addresses of its media, and the bytes behind each. */
  media: { master: string; poster: string; playlist: string; head: string; segment: string }
  bytes: Record<keyof ReadyVideo['media'], Buffer>
}

const makeReady = `with made as (
    insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth,
      frame_rate, size_bytes) values ($2, $1, 'copy', 320, 180, 'avc1.64000c', 1000, 1000, 24, 5000)
  )
  update videos set state = 'ready', percent_complete = 100, received_at = now(), measured_at = now(),
    duration_seconds = 2, width = 320, height = 180, frame_rate_numerator = 24, frame_rate_denominator = 1,
    master_name = $3, poster_name = $4
  where uid = $1`

/** A video as a worker leaves it, without ffmpeg: rows that say `ready`, and a file behind every name. */
export async function makeReadyVideo(site: TestHoshi, creator: Person): Promise<ReadyVideo> {
  const { uid } = await askForAddress(creator, 1000)
  const rendition = newId()
  const names = {
    master: `master-${newId()}.m3u8`,
    poster: `poster-${newId()}.webp`,
    playlist: `${rendition}/index.m3u8`,
    head: `${rendition}/init.mp4`,
    segment: `${rendition}/0000.m4s`,
  }
  const bytes = {
    master: Buffer.from('#EXTM3U\n'),
    poster: Buffer.from('a poster'),
    playlist: Buffer.from('#EXTM3U\n#EXT-X-ENDLIST\n'),
    head: Buffer.from('ftyp'),
    segment: Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 251)),
  }
  for (const [kind, name] of Object.entries(names) as [keyof typeof names, string][]) {
    const path = join(site.dataDir, 'files/media', uid, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes[kind])
  }
  await askDatabase(site.connectionString, makeReady, [uid, rendition, names.master, names.poster])
  const address = (name: string) => `/media/${uid}/${name}`
  const media = {
    master: address(names.master),
    poster: address(names.poster),
    playlist: address(names.playlist),
    head: address(names.head),
    segment: address(names.segment),
  }
  return { uid, media, bytes }
}

/** An episode on a ready video: what anybody can watch. */
export async function publishEpisode(site: TestHoshi, creator: Person, fields: object = {}) {
  const video = await makeReadyVideo(site, creator)
  const episode = { title: 'A star', genre: 'Action', nsfw: false, videoId: video.uid, ...fields }
  const answer = await creator.call('POST', '/api/v1/episodes', episode)
  if (answer.status !== 201) throw new Error(`Publishing answered ${answer.status}: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return { id, video }
}
