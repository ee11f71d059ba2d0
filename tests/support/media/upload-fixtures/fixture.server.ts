import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReasonCode } from '#video/media/reason-codes.ts'
import { type ClipSpec, makeClip } from '../clips.server.ts'

/** A file that might be uploaded, and its expected result. */
export interface UploadFixture {
  /** Description, for the test's title. */
  name: string
  make(factory: FixtureFactory): Promise<string>
  /** Why it is refused, or how it plays. */
  expected: ReasonCode | ExpectedPlayback
}

/** Properties of the largest rendition; every rendition has this number of frames. */
export interface ExpectedPlayback {
  width: number
  height: number
  seconds: number
  frames: number
  /** Audio channels; 0 without an audio track. */
  audioChannels: number
}

/** Makes the files. */
export interface FixtureFactory {
  dir: string
  /** Files beside the uploads that must not be read. */
  canaries: { video: string; stream: string; text: string }
  /** URL of a server that must not be called. */
  url: string
  clip(spec?: ClipSpec): Promise<string>
  /** A clip's bytes. */
  bytes(spec?: ClipSpec): Promise<Buffer>
  /** Made by ffmpeg, with these arguments before the output name. */
  encode(name: string, ...args: string[]): Promise<string>
  write(name: string, content: string | Uint8Array): Promise<string>
}

export async function createFixtureFactory(dir: string, url: string): Promise<FixtureFactory> {
  const beside = join(dir, 'beside')
  const encode = async (name: string, ...args: string[]) => {
    const path = join(dir, name)
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
    return path
  }
  await mkdir(beside, { recursive: true })
  // No other test image has this colour.
  const magenta = ['-f', 'lavfi', '-i', 'color=magenta:size=160x120:rate=24:duration=1', '-c:v', 'libx264']
  await writeFile(join(beside, 'secret.txt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nA word that must not be read.\n')
  return {
    dir,
    canaries: {
      video: await encode('beside/film.mp4', ...magenta, '-movflags', '0'),
      stream: await encode('beside/film.ts', ...magenta),
      text: join(beside, 'secret.txt'),
    },
    url,
    clip: (spec) => makeClip(dir, { ...small, ...spec }),
    bytes: async (spec) => await readFile(await makeClip(dir, { ...small, ...spec })),
    encode,
    async write(name, content) {
      const path = join(dir, name)
      await writeFile(path, content)
      return path
    },
  }
}

/** Large enough to check, and quick to process. */
const small: ClipSpec = { seconds: 1, width: 160, height: 120 }

/** Expected playback of a default clip of the factory. */
export function playable(changes: Partial<ExpectedPlayback> = {}): ExpectedPlayback {
  return { width: 160, height: 120, seconds: 1, frames: 24, audioChannels: 2, ...changes }
}

/** A test card as ffmpeg input. */
export const testCard = (options = 'size=160x120:rate=24:duration=1') => ['-f', 'lavfi', '-i', `testsrc2=${options}`]
export const tone = (seconds = 1) => ['-f', 'lavfi', '-i', `sine=sample_rate=48000:duration=${seconds}`]
