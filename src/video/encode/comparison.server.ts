import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Log } from '#platform/log.server.ts'
import { ObjectMissing, type ObjectStorage } from '#platform/storage.server.ts'
import { ToolError } from '../media/ffmpeg/tool-error.ts'
import { COMPARED_FILES, compareWithSource } from '../media/hls/compare.server.ts'
import { INIT_SEGMENT } from '../media/hls/hls-arguments.ts'
import type { LadderPart } from '../media/hls/ladder-arguments.ts'
import { readMediaPlaylist } from '../media/hls/media-playlist.ts'
import type { MediaInfo } from '../media/media-info.ts'
import type { Similarity } from '../media/replacement.ts'
import type { ScratchFolder } from '../scratch.server.ts'
import { mediaKey } from '../stored-objects.ts'
import { playlistOf, type RenditionRow } from '../video-rows.server.ts'

/** Length of the sample at the start of a video encoded in one go. */
const COMPARED_SECONDS = 60

interface ComparisonInput {
  first: RenditionRow
  /** Folder with the replacement's init segment and segments. */
  dir: string
  /** Names of its segments in that folder, in order. */
  segments: string[]
  mediaInfo: MediaInfo
  /** The chunk that these segments belong to; null for the complete video. */
  chunk: LadderPart['chunk'] | null
}

interface ComparisonParts {
  storage: Pick<ObjectStorage, 'read'>
  log: Pick<Log, 'info'>
}

/** Compares the first rendition with its possible replacement on a sample: a chunk's first segment, or the start. */
export function createComparison({ storage, log }: ComparisonParts, compareFrames = compareWithSource) {
  async function writeRange(folder: string, names: string[], path: string): Promise<void> {
    for (const [index, name] of names.entries())
      await pipeline(
        await storage.read(`${folder}/${name}`),
        createWriteStream(path, { flags: index === 0 ? 'w' : 'a' }),
      )
  }

  async function compareSample(
    compared: ComparisonInput,
    { source, dir: scratch }: ScratchFolder,
    signal: AbortSignal,
  ) {
    const { first, dir, segments, mediaInfo, chunk } = compared
    const uid = first.video_uid
    const folder = mediaKey(uid, first.id)
    const playlist = readMediaPlaylist(await text(await storage.read(`${folder}/${playlistOf(first)}`)))
    const from = chunk?.firstSegment ?? 0
    const own = playlist?.segments.slice(from, from + segments.length) ?? []
    const count = chunk ? 1 : own.filter((_, at) => secondsBefore(own, at) < COMPARED_SECONDS).length
    const frames = first.segment_frames?.slice(from, from + count).reduce((sum, each) => sum + each, 0) ?? 0
    if (!playlist || own.length !== segments.length || frames === 0) return null
    const into = join(scratch, 'compare')
    await mkdir(into)
    try {
      const uris = own.slice(0, count).map(({ uri }) => uri)
      await writeRange(folder, [playlist.init, ...uris], join(into, COMPARED_FILES.first))
      for (const name of [INIT_SEGMENT, ...segments.slice(0, count)])
        await pipeline(
          createReadStream(join(dir, name)),
          createWriteStream(join(into, COMPARED_FILES.replacement), { flags: 'a' }),
        )
      const { width, height } = first
      return await compareFrames({ source, dir: into, mediaInfo, size: { width, height }, frames, chunk, signal })
    } finally {
      await rm(into, { recursive: true, force: true })
    }
  }

  return {
    /**
     * Never fails the encode that it follows: after a failed run, also one out of time, the first rendition stays.
     * @returns null when they cannot be compared
     */
    async compare(
      compared: ComparisonInput,
      scratchFolder: ScratchFolder,
      signal: AbortSignal,
    ): Promise<Similarity | null> {
      try {
        return await compareSample(compared, scratchFolder, signal)
      } catch (error) {
        if (signal.aborted || !(error instanceof ToolError || error instanceof ObjectMissing)) throw error
        log.info({ video: compared.first.video_uid, err: error }, 'video: two renditions cannot be compared')
        return null
      }
    },
  }
}

function secondsBefore(segments: { seconds: number }[], index: number): number {
  return segments.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0)
}
