import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { ownPlaylistInput } from '#video/media/ffmpeg/input-arguments.ts'
import { runTool } from '#video/media/ffmpeg/run-tool.server.ts'
import { copyToHls, encodeToHls } from '#video/media/hls/hls.server.ts'
import { planRenditions } from '#video/media/ladder.ts'
import type { MediaInfo } from '#video/media/media-info.ts'
import { probeMedia } from '#video/media/probe/probe.server.ts'
import type { RenditionTarget } from '#video/media/rendition.ts'
import { type ClipSpec, makeClip } from './clips.server.ts'

export interface RenditionResult {
  outDir: string
  target: RenditionTarget
  mediaInfo: MediaInfo
  source: string
}

export interface RenditionMaker {
  /** A folder for clips, removed after the last test. */
  readonly dir: string
  /** Makes a clip and the first rendition planned for it. */
  make(spec: ClipSpec, onProgress?: (share: number) => void): Promise<RenditionResult>
  /** Makes the first rendition planned for an existing file. */
  makeFrom(source: string, onProgress?: (share: number) => void): Promise<RenditionResult>
}

/** Sets up a maker of renditions. Called once at the top of a test file. */
export function setUpRenditions(): RenditionMaker {
  let dir = ''
  let runCount = 0
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hoshi-hls-'))
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  async function makeFrom(source: string, onProgress?: (share: number) => void): Promise<RenditionResult> {
    const mediaInfo = await probeMedia(source)
    if (!mediaInfo.isReadable) throw new Error('unreadable clip')
    const { copy, encodes } = planRenditions(mediaInfo)
    const target = copy ?? encodes.at(-1)
    if (!target) throw new Error('nothing planned')
    const runDir = join(dir, `out-${++runCount}`)
    const outDir = join(runDir, target.name)
    if (target.kind === 'copy') await copyToHls({ source, outDir, target, mediaInfo, onProgress })
    else await encodeToHls({ source, outDir: runDir, targets: [target], segmentStarts: null, mediaInfo, onProgress })
    return { outDir, target, mediaInfo, source }
  }

  return {
    get dir() {
      return dir
    },
    make: async (spec, onProgress) => makeFrom(await makeClip(dir, spec), onProgress),
    makeFrom,
  }
}

/** A property of a finished rendition's stream, by ffprobe's name. */
export async function probeRendition(outDir: string, entry: string, stream = 'v:0'): Promise<string> {
  const args = ['-v', 'error', '-select_streams', stream, '-show_entries', entry, '-of', 'csv=p=0']
  const input = ownPlaylistInput('index.m3u8')
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [...args, ...input],
    deadlineMs: MAX_WAIT_MS,
    outputDir: outDir,
  })
  // ffprobe lists a playlist's streams twice: for its program and for the file.
  return stdout.split('\n')[0] ?? ''
}
