import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { copyToHls } from '../hls/hls.server.ts'
import { planRenditions } from '../ladder.ts'
import { probeMedia } from '../probe/probe.server.ts'
import { makePreviewAssets, PREVIEW_MAX_BYTES, type PreviewAssets } from './preview-assets.server.ts'

const run = promisify(execFile)
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-preview-assets-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Preview assets of a rendition that is a copy of the clip. */
async function previewAssetsOf(spec: ClipSpec): Promise<PreviewAssets> {
  const source = await makeClip(dir, spec)
  const mediaInfo = await probeMedia(source)
  if (!mediaInfo.isReadable) throw new Error('unreadable clip')
  const { copy: target } = planRenditions(mediaInfo)
  if (!target) throw new Error('no copy')
  const outDir = await mkdtemp(join(dir, 'rendition-'))
  await copyToHls({ source, outDir, target, mediaInfo })
  const { width, height } = target
  const { durationSeconds } = mediaInfo
  return await makePreviewAssets({ dir: outDir, width, height, durationSeconds, framesPerSecond: 60 })
}

async function probe(path: string, entries: string): Promise<string[]> {
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', path]
  return (await run('ffprobe', args)).stdout.split('\n').filter(Boolean)
}

/** Types of the outermost boxes, in order. */
async function boxesOf(path: string): Promise<string[]> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const types: string[] = []
    for (let at = 0; at < size; ) {
      const { buffer } = await file.read({ buffer: Buffer.alloc(8), position: at })
      types.push(buffer.toString('latin1', 4, 8))
      at += buffer.readUInt32BE(0)
    }
    return types
  } finally {
    await file.close()
  }
}

describe('a preview clip', () => {
  it('is twelve silent seconds within its limit, playable from the first bytes on', async () => {
    // Noise, which no encoder makes small.
    const noise = ['-filter:v', 'noise=alls=60:allf=t,format=yuv420p', '-maxrate', '4M', '-bufsize', '4M']
    const { preview } = await previewAssetsOf({ seconds: 13, width: 640, height: 360, fps: 12, extra: noise })
    expect(await probe(preview, 'stream=codec_name,width,height,pix_fmt')).toEqual(['h264,480,270,yuv420p'])
    expect(Number((await probe(preview, 'format=duration'))[0])).toBeCloseTo(12, 1)
    expect((await stat(preview)).size).toBeLessThanOrEqual(PREVIEW_MAX_BYTES)
    expect((await boxesOf(preview)).slice(0, 2)).toEqual(['ftyp', 'moov'])
  })
  it('begins in the middle of a segment when the motion is there', async () => {
    // Still, then in motion from the 20th second on.
    const still = ['-filter:v', 'loop=loop=480:size=1:start=0,setpts=N/24/TB,trim=end_frame=840,format=yuv420p']
    const { preview } = await previewAssetsOf({ seconds: 15, audio: 'none', keyframeSeconds: 5, extra: still })
    expect(Number((await probe(preview, 'format=duration'))[0])).toBeCloseTo(12, 1)
    const args = ['-v', 'info', '-i', preview, '-vf', 'freezedetect=n=0.003:d=2', '-f', 'null', '-']
    expect((await run('ffmpeg', args)).stderr).not.toContain('freeze_start')
  })
  it('is all of a shorter video, at its own size, portrait too', async () => {
    const { preview } = await previewAssetsOf({ seconds: 2, width: 90, height: 160, fps: 50 })
    expect(await probe(preview, 'stream=width,height')).toEqual(['90,160'])
  })
})

describe('a storyboard', () => {
  it('is one sprite with a frame for each second', async () => {
    const { sprite, storyboard } = await previewAssetsOf({ seconds: 12 })
    expect(storyboard).toMatchObject({ tiles: 12, columns: 10, rows: 2, tileWidth: 160, tileHeight: 90 })
    expect(await probe(sprite, 'stream=codec_name,width,height')).toEqual(['webp,1600,180'])
  })
})
