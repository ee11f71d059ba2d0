import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaInfo } from '../media-info.ts'
import { tracksOfInitSegment } from '../mp4/fmp4-tracks.ts'
import { shiftFragments } from '../mp4/shift-fragments.ts'
import type { EncodeTarget } from '../rendition.ts'
import type { Similarity } from '../replacement.ts'
import type { AudioRange } from './audio-range.ts'
import type { Chunk } from './chunk-plan.ts'
import { encodeToHls } from './hls.server.ts'
import { INIT_SEGMENT } from './hls-arguments.ts'
import { RenditionError, readRendition, type Segment } from './read-rendition.server.ts'

/** More fragments than one chunk can have; their numbers only have to increase. */
const FRAGMENTS_PER_CHUNK = 10_000

export interface ChunkRun {
  /** The uploaded bytes: a scratch copy under a name of ours, absolute. */
  source: string
  /** A folder that is empty except for the audio file. */
  outDir: string
  targets: EncodeTarget[]
  mediaInfo: MediaInfo
  chunk: Chunk
  audio: AudioRange | null
  isLowPriority: boolean
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** A chunk of one rendition. */
export interface EncodedChunk {
  /** Folder with the init segment, which is the same for every chunk, and the segments under their final names. */
  dir: string
  init: string
  /** Its segments in order, with their names. */
  segments: (Segment & { name: string })[]
  codecs: string
  /** Present when it may replace a chunk of the first rendition and was compared with it. */
  likeness?: Similarity
}

/**
 * Encodes a range of an uploaded file for all targets, and shifts its times to its position in the video.
 * @returns one chunk for each target, in their order
 * @throws RenditionError unless it has exactly the planned frames and audio
 * @throws ToolError
 */
export async function encodeChunk(run: ChunkRun): Promise<EncodedChunk[]> {
  const { outDir, targets, chunk, audio, signal } = run
  const length = chunk.endsAt - chunk.startsAt
  await encodeToHls({
    ...run,
    segmentStarts: chunk.segmentStarts,
    part: { chunk, audio },
    mediaInfo: { ...run.mediaInfo, durationSeconds: length },
  })
  return await Promise.all(
    targets.map(async (target) => {
      const dir = join(outDir, target.name)
      const {
        codecs,
        segments,
        video: videoTotals,
        audio: audioTotals,
        files,
      } = await readRendition(dir, target, signal, chunk.number > 0)
      expectCount('frames', videoTotals.samples, chunk.frameCount)
      expectCount('audio packets', audioTotals.samples, audio?.packets ?? 0)
      expectCount('segments', segments.length, chunk.segmentStarts.length)
      const names = files.slice(2)
      await shiftSegments(dir, names, run)
      return {
        dir,
        init: INIT_SEGMENT,
        codecs,
        segments: segments.map((segment, index) => ({ ...segment, name: names[index] ?? '' })),
      }
    }),
  )
}

function expectCount(what: string, found: number, planned: number): void {
  if (found !== planned) throw new RenditionError(`${found} ${what} in a chunk of ${planned}`)
}

async function shiftSegments(dir: string, names: string[], { chunk, audio, mediaInfo }: ChunkRun): Promise<void> {
  const init = await readFile(join(dir, INIT_SEGMENT))
  const ticks = new Map<number, number>()
  for (const { id, kind, timescale } of tracksOfInitSegment(viewOf(init))) {
    if (kind === 'video') ticks.set(id, videoTicks(chunk, mediaInfo, timescale))
    if (kind === 'audio' && audio) ticks.set(id, Math.round((audio.offsetTicks * timescale) / audio.ticksPerSecond))
  }
  for (const name of names) {
    const bytes = await readFile(join(dir, name))
    shiftFragments(viewOf(bytes), ticks, chunk.number * FRAGMENTS_PER_CHUNK)
    await writeFile(join(dir, name), bytes)
  }
}

/** Uses the exact rate: times in the source may be rounded. */
function videoTicks(chunk: Chunk, { video }: MediaInfo, timescale: number): number {
  const { numerator, denominator } = video?.frameRate ?? { numerator: 1, denominator: 1 }
  return Math.round((chunk.firstFrame * timescale * denominator) / numerator)
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
