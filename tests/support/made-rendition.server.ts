import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { copyToHls, encodeToHls } from '#video/ffmpeg/hls.server.ts'
import { ownPlaylistInput } from '#video/ffmpeg/input-arguments.ts'
import { measure } from '#video/ffmpeg/measure.server.ts'
import { runTool } from '#video/ffmpeg/run-tool.server.ts'
import { planRenditions } from '#video/ladder.ts'
import type { Measurement } from '#video/measurement.ts'
import type { RenditionTarget } from '#video/rendition.ts'
import { type ClipSpec, makeClip } from './clips.server.ts'
import { PATIENCE_MS } from './patience.ts'

export interface MadeRendition {
  outDir: string
  target: RenditionTarget
  measurement: Measurement
  source: string
}

export interface RenditionMaker {
  /** A folder for clips, gone after the last test. */
  readonly dir: string
  /** Makes a clip and the first rendition that is planned for it. */
  make(spec: ClipSpec, onProgress?: (share: number) => void): Promise<MadeRendition>
  /** The same of a file that is there. */
  makeFrom(source: string, onProgress?: (share: number) => void): Promise<MadeRendition>
}

/** Called once at the top of a test file. */
export function onRenditions(): RenditionMaker {
  let dir = ''
  let made = 0
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hoshi-hls-'))
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  async function makeFrom(source: string, onProgress?: (share: number) => void): Promise<MadeRendition> {
    const measurement = await measure(source)
    if (!measurement.isReadable) throw new Error('unreadable clip')
    const { copy, encodes } = planRenditions(measurement)
    const target = copy ?? encodes.at(-1)
    if (!target) throw new Error('nothing planned')
    const runDir = join(dir, `out-${++made}`)
    const outDir = join(runDir, target.name)
    if (target.kind === 'copy') await copyToHls({ source, outDir, target, measurement, onProgress })
    else await encodeToHls({ source, outDir: runDir, targets: [target], segmentStarts: null, measurement, onProgress })
    return { outDir, target, measurement, source }
  }

  return {
    get dir() {
      return dir
    },
    make: async (spec, onProgress) => makeFrom(await makeClip(dir, spec), onProgress),
    makeFrom,
  }
}

/** A figure of a stream of a finished rendition, as ffprobe names it. */
export async function probeRendition(outDir: string, entry: string, stream = 'v:0'): Promise<string> {
  const args = ['-v', 'error', '-select_streams', stream, '-show_entries', entry, '-of', 'csv=p=0']
  const input = ownPlaylistInput('index.m3u8')
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [...args, ...input],
    deadlineMs: PATIENCE_MS,
    outputDir: outDir,
  })
  // A playlist's streams are told twice: as its program's and as the file's.
  return stdout.split('\n')[0] ?? ''
}
