import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ClipSpec, makeClip } from './clips.server.ts'

/** A separate transport stream, as a recorder writes it. */
export interface Piece {
  seconds: number
  /** Clock value at its start, besides the second or so that ffmpeg adds. */
  clockSeconds?: number
  /** Excess length of the audio track over the video track. */
  audioLongerBySeconds?: number
}

const run = promisify(execFile)
const small: ClipSpec = { container: 'ts', width: 160, height: 90 }
/** Rate of a transport stream's clock, which starts at about 1.4 s. */
const TICKS_PER_SECOND = 90_000
let fileCount = 0

/** Concatenates transport streams byte by byte. */
export async function joinStreams(dir: string, pieces: Piece[]): Promise<string> {
  const parts: Buffer[] = []
  for (const { seconds, clockSeconds = 0, audioLongerBySeconds = 0 } of pieces) {
    const longer = audioLongerBySeconds ? ['-af', `apad=pad_dur=${audioLongerBySeconds}`] : []
    const extra = [...longer, '-output_ts_offset', String(clockSeconds)]
    parts.push(await readFile(await makeClip(dir, { ...small, seconds, extra })))
  }
  const path = join(dir, `joined-${++fileCount}.ts`)
  await writeFile(path, Buffer.concat(parts))
  return path
}

/** A four-second transport stream whose tracks jump ahead in the middle, each by the given seconds. */
export async function makeDiscontinuousStream(
  dir: string,
  videoJumpSeconds: number,
  audioJumpSeconds: number,
): Promise<string> {
  const continuous = await makeClip(dir, { ...small, seconds: 4 })
  const path = join(dir, `jumping-${++fileCount}.ts`)
  const middle = 3.4 * TICKS_PER_SECOND
  const ahead = (seconds: number) => {
    const ticks = `gte(DTS\\,${middle})*${seconds * TICKS_PER_SECOND}`
    return `setts=pts=PTS+${ticks}:dts=DTS+${ticks}`
  }
  const jumps = ['-bsf:v', ahead(videoJumpSeconds), '-bsf:a', ahead(audioJumpSeconds)]
  // Packets keep their order, whatever their new times.
  const order = ['-max_interleave_delta', '1']
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-copyts', '-i', continuous, '-c', 'copy', ...jumps, ...order, path])
  return path
}
