import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReasonCode } from '#video/verdict.ts'
import { type ClipSpec, makeClip } from '../clips.server.ts'

/** A file that somebody might upload, and how it has to end. */
export interface OddFile {
  /** What it is. */
  name: string
  make(shop: Workshop): Promise<string>
  /** Why it is refused, or how it plays. */
  end: ReasonCode | Plays
}

/** Of the largest rendition; every rendition has these frames. */
export interface Plays {
  width: number
  height: number
  seconds: number
  frames: number
  /** Channels of its sound; 0 without sound. */
  sound: number
}

/** Where odd files are made. */
export interface Workshop {
  dir: string
  /** What lies beside the uploads and must stay unread. */
  canaries: { film: string; stream: string; text: string }
  /** Of a server that nobody may call. */
  address: string
  clip(spec?: ClipSpec): Promise<string>
  /** A clip's bytes. */
  bytes(spec?: ClipSpec): Promise<Buffer>
  /** By ffmpeg, with these words before the name of the output. */
  made(name: string, ...words: string[]): Promise<string>
  write(name: string, content: string | Uint8Array): Promise<string>
}

export async function openWorkshop(dir: string, address: string): Promise<Workshop> {
  const beside = join(dir, 'beside')
  const made = async (name: string, ...words: string[]) => {
    const path = join(dir, name)
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...words, path])
    return path
  }
  await mkdir(beside, { recursive: true })
  // No other picture of the tests is of this colour.
  const magenta = ['-f', 'lavfi', '-i', 'color=magenta:size=160x120:rate=24:duration=1', '-c:v', 'libx264']
  await writeFile(join(beside, 'secret.txt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nA word that nobody else may read.\n')
  return {
    dir,
    canaries: {
      film: await made('beside/film.mp4', ...magenta, '-movflags', '0'),
      stream: await made('beside/film.ts', ...magenta),
      text: join(beside, 'secret.txt'),
    },
    address,
    clip: (spec) => makeClip(dir, { ...small, ...spec }),
    bytes: async (spec) => await readFile(await makeClip(dir, { ...small, ...spec })),
    made,
    async write(name, content) {
      const path = join(dir, name)
      await writeFile(path, content)
      return path
    },
  }
}

/** Enough to tell right from wrong, and quick to work on. */
const small: ClipSpec = { seconds: 1, width: 160, height: 120 }

/** How a clip of the workshop plays when nothing is lost. */
export function plays(changes: Partial<Plays> = {}): Plays {
  return { width: 160, height: 120, seconds: 1, frames: 24, sound: 2, ...changes }
}

/** A picture for ffmpeg to take. */
export const card = (options = 'size=160x120:rate=24:duration=1') => ['-f', 'lavfi', '-i', `testsrc2=${options}`]
export const tone = (seconds = 1) => ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${seconds}`]
