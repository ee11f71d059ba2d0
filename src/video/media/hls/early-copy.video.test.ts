import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { planRenditions } from '../ladder.ts'
import type { MediaInfo } from '../media-info.ts'
import { probeMedia } from '../probe/probe.server.ts'
import { createEarlyCopy } from './early-copy.server.ts'
import { copyToHls } from './hls.server.ts'
import { INIT_SEGMENT, segmentName } from './hls-arguments.ts'
import { verifyRendition } from './verify-rendition.server.ts'
import { verifyStart } from './verify-start.server.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-early-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal

async function started(spec: ClipSpec, maxSeconds = 600) {
  const source = await makeClip(root, spec)
  const early = createEarlyCopy({ source, dir: await mkdtemp(join(root, 'scratch-')) }, maxSeconds, never)
  const mediaInfo = (await probeMedia(source, { onHeaders: early.start })) as MediaInfo
  const { copy } = planRenditions(mediaInfo)
  return { early, mediaInfo, copy }
}

describe('a copy started from the headers alone', () => {
  it.each<[string, ClipSpec]>([
    ['MP4', {}],
    ['MP4 whose audio starts late', { audioDelaySeconds: 0.5 }],
    ['Matroska', { container: 'mkv', fps: '30000/1001' }],
    ['without audio', { audio: 'none' }],
  ])('is the copy that probing asks for: %s', async (_name, spec) => {
    const { early, copy, mediaInfo } = await started(spec)
    const made = await early.finishedFor(copy!, mediaInfo)
    expect(made).not.toBeNull()
    expect(await verifyRendition(made!.dir, { target: copy!, mediaInfo })).toMatchObject({
      frames: mediaInfo.video!.packets,
    })
    await early.abandon()
  })

  it('is not used when probing leads to another command', async () => {
    const { early, copy, mediaInfo } = await started({})
    expect(await early.finishedFor({ ...copy!, audio: 'encode' }, mediaInfo)).toBeNull()
    await early.abandon()
  })

  it('is not started for a video that its headers rule out, or that is too long', async () => {
    for (const { early, mediaInfo } of [
      await started({ video: 'vp9', container: 'webm', audio: 'opus' }),
      await started({}, 1),
    ]) {
      const target = planRenditions({ ...mediaInfo }).copy
      expect(target && (await early.finishedFor(target, mediaInfo))).toBeNull()
    }
  })
})

describe('the beginning of a copy', () => {
  it('is not changed before the copy tells that it is written', async () => {
    const source = await makeClip(root, {})
    const mediaInfo = (await probeMedia(source)) as MediaInfo
    const outDir = await mkdtemp(join(root, 'copy-'))
    const sizeOfInit = () => statSync(join(outDir, INIT_SEGMENT)).size
    let written = 0
    const onWritten = () => {
      written = sizeOfInit()
    }
    await copyToHls({ source, outDir, target: planRenditions(mediaInfo).copy!, mediaInfo, onWritten })
    expect(written).toBeGreaterThan(sizeOfInit())
  })

  it('is left to the full verification when the copy is written before it was read', async () => {
    const dir = await mkdtemp(join(root, 'start-'))
    await writeFile(join(dir, INIT_SEGMENT), 'changed meanwhile')
    await writeFile(join(dir, segmentName(2)), '')
    const source = await makeClip(root, {})
    const { copy: target } = planRenditions((await probeMedia(source)) as MediaInfo)
    const over = new AbortController()
    const check = verifyStart({
      outDir: dir,
      ownDir: join(dir, 'own'),
      target: target!,
      isOver: over.signal,
      signal: never,
    })
    over.abort()
    expect(await check).toBe(false)
  })
})
