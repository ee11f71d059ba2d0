import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type ClipSpec, makeClip } from '#tests/support/media/clips.server.ts'
import { makeSlides, type Slides } from '#tests/support/media/slides.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { copyToHls } from '../media/hls/hls.server.ts'
import { planRenditions } from '../media/ladder.ts'
import type { MediaInfo } from '../media/media-info.ts'
import { probeMedia } from '../media/probe/probe.server.ts'
import { createScratchFolders } from '../scratch.server.ts'
import { createGrowingUploads } from './growing-uploads.server.ts'
import { createIngest, type IngestResult } from './ingest.server.ts'

let root: string
let originals: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-ingest-'))
  originals = join(root, 'files/originals')
  await mkdir(originals, { recursive: true })
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal
const opened: (() => void)[] = []
const startedBefore = new Set<string>()
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function open(maxAtOnce = 4, full = new AbortController()) {
  const storage = createDiskStorage(join(root, 'files'))
  const scratchDir = join(root, 'scratch')
  const scratch = createScratchFolders(scratchDir, storage)
  const ingest = createIngest({
    uploadFiles: createGrowingUploads(storage),
    scratch,
    diskSpace: { whileAvailable: (signal, work) => work(AbortSignal.any([signal, full.signal])) },
    mayStart: async ({ uid }) => !startedBefore.has(uid),
    maxAtOnce,
    log: createLog('silent'),
  })
  opened.push(() => ingest.close())
  /** All files in the folders of attempts. */
  const inScratch = async () =>
    (await readdir(scratchDir, { recursive: true })).filter((name) => /\/(?!owner)/.test(name))
  return { ingest, inScratch }
}

const PIECES = 5
/** Two megabytes of boxes. */
const MANY_BOXES = 2 ** 18 - 10

let sent = 0
/** Sends a clip in pieces, the first ones or all. @returns its uid */
async function send(
  ingest: ReturnType<typeof open>['ingest'],
  path: string,
  { upTo = PIECES, maxSeconds = 600 } = {},
): Promise<string> {
  const bytes = await readFile(path)
  sent += 1
  const uid = `video-${sent}`
  await writeFile(join(originals, uid), '')
  for (let piece = 0; piece < upTo; piece += 1) {
    const [from = 0, to = 0] = [piece, piece + 1].map((index) => Math.floor((bytes.length * index) / PIECES))
    await ingest.ensureStarted({ uid, size_bytes: bytes.length, max_seconds: maxSeconds }, from)
    await appendFile(join(originals, uid), bytes.subarray(from, to))
  }
  return uid
}

/** The bytes of each file in a folder. */
async function filesIn(dir: string): Promise<Record<string, string>> {
  const names = await readdir(dir)
  const contents = names.map(async (name) => [name, (await readFile(join(dir, name))).toString('base64')])
  return Object.fromEntries(await Promise.all(contents))
}

const inspect = async (ingested: IngestResult | null) =>
  ingested && { mediaInfo: ingested.mediaInfo, files: await filesIn(ingested.rendition.dir) }

describe('a video during its upload', () => {
  it.each<[string, ClipSpec]>([
    ['several segments', { seconds: 9, fps: '30000/1001' }],
    ['shorter than one', {}],
    ['silent', { audio: 'none', seconds: 5 }],
    ['Main profile, one channel', { seconds: 5, channels: 1, extra: ['-profile:v', 'main'] }],
    ['MOV', { container: 'mov', seconds: 5 }],
    ['audio that starts late', { audioDelaySeconds: 0.5 }],
    ['audio that has to be encoded', { audio: 'mp3' }],
  ])('is probed and copied like a complete file: %s', async (_name, spec) => {
    const path = await makeClip(join(root, 'clips'), spec)
    const mediaInfo = (await probeMedia(path)) as MediaInfo
    const target = planRenditions(mediaInfo).copy!
    const outDir = join(root, `complete-${sent}`)
    await copyToHls({ source: path, outDir, target, mediaInfo })

    const { ingest, inScratch } = open()
    const uid = await send(ingest, path)
    const seen = await ingest.withResult(uid, never, inspect)
    expect(seen?.mediaInfo).toEqual(mediaInfo)
    const complete = await filesIn(outDir)
    const { 'index.m3u8': _playlist, ...media } = complete
    expect(seen?.files).toMatchObject(media)
    expect(Object.keys(seen?.files ?? {}).sort()).toEqual(Object.keys(complete).sort())
    await eventually('its folder is released', async () => (await inScratch()).length === 0)
  })

  it.each<[string, Slides, 'copied' | 'left to the job']>([
    ['every ten seconds, each a keyframe', { at: [0, 10, 20], audioSeconds: 21, extra: ['-g', '1'] }, 'copied'],
    ['every ten seconds, the first a keyframe', { at: [0, 10, 20], audioSeconds: 21 }, 'left to the job'],
    ['two, forty seconds apart', { at: [0, 40], extra: ['-g', '1'] }, 'left to the job'],
    ['at uneven times', { at: [0, 0.1, 0.2, 15, 15.1], audioSeconds: 16, extra: ['-g', '1'] }, 'left to the job'],
    ['one, under long audio', { at: [0], audioSeconds: 30 }, 'left to the job'],
  ])('is copied or left to the job when it has few frames: %s', async (name, slides, end) => {
    const { ingest } = open()
    const uid = await send(ingest, await makeSlides(join(root, `${name}.mp4`), slides))
    const seen = await ingest.withResult(uid, never, inspect)
    expect(seen === null ? 'left to the job' : 'copied').toBe(end)
  })

  it('is cut into segments while the rest of it is still missing', async () => {
    const { ingest, inScratch } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(ingest, path, { upTo: 4 })
    await eventually('there are segments', async () => (await inScratch()).some((name) => name.endsWith('0002.m4s')))
    const bytes = await readFile(path)
    const { size } = await stat(join(originals, uid))
    expect(size).toBeLessThan(bytes.length)
    await appendFile(join(originals, uid), bytes.subarray(size))
    expect((await ingest.withResult(uid, never, inspect))?.mediaInfo.video?.packets).toBe(480)
  })

  it('is left to the job when the disk fills up during the copy', async () => {
    const full = new AbortController()
    const { ingest, inScratch } = open(4, full)
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(ingest, path, { upTo: 4 })
    await eventually('there are segments', async () => (await inScratch()).some((name) => name.endsWith('0002.m4s')))
    full.abort(new Error('The disk is full.'))
    expect(await ingest.withResult(uid, never, inspect)).toBeNull()
    expect(await inScratch()).toEqual([])
  })

  it.each<[string, ClipSpec, number]>([
    ['its index comes last', { isIndexLast: true }, 600],
    ['it has to be encoded', { video: 'mpeg4' }, 600],
    ['it is longer than allowed', { seconds: 5 }, 3],
    ['it is not an MP4', { container: 'mkv' }, 600],
    ['its video has to be rotated', { rotation: 90 }, 600],
  ])('is left to the job when %s', async (_name, spec, maxSeconds) => {
    const { ingest, inScratch } = open()
    const uid = await send(ingest, await makeClip(join(root, 'clips'), spec), { maxSeconds })
    expect(await ingest.withResult(uid, never, inspect)).toBeNull()
    await eventually('nothing is left', async () => (await inScratch()).length === 0)
  })

  it('is left to the job when its end is missing', async () => {
    const { ingest } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20 })
    const cut = join(root, 'cut.mp4')
    const bytes = await readFile(path)
    await writeFile(cut, bytes.subarray(0, bytes.length * 0.7))
    expect(await ingest.withResult(await send(ingest, cut), never, inspect)).toBeNull()
  })

  it('stops its runs and releases its folder when the upload ends early', async () => {
    const { ingest, inScratch } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(ingest, path, { upTo: 3 })
    await eventually('it is in progress', async () => (await inScratch()).some((name) => name.includes('early-copy')))
    ingest.cancel(uid)
    expect(await ingest.withResult(uid, never, inspect)).toBeNull()
    await eventually('nothing is left', async () => (await inScratch()).length === 0)
  })

  it('is left to the job when too many are in progress', async () => {
    const { ingest } = open(1)
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const first = await send(ingest, path, { upTo: 3 })
    expect(await ingest.withResult(await send(ingest, path), never, inspect)).toBeNull()
    ingest.cancel(first)
  })

  it('leaves its place to another as soon as its first bytes show that its index comes last', async () => {
    const { ingest } = open(1)
    const last = await makeClip(join(root, 'clips'), { seconds: 20, isIndexLast: true })
    const path = await makeClip(join(root, 'clips'), {})
    const uid = await send(ingest, last, { upTo: 1 })
    await eventually('another one is ingested', async () => {
      // It still grows.
      await appendFile(join(originals, uid), Buffer.alloc(1))
      return (await ingest.withResult(await send(ingest, path), never, inspect)) !== null
    })
  })

  it('is left to the job when it was started before', async () => {
    const { ingest, inScratch } = open()
    const bytes = await readFile(await makeClip(join(root, 'clips'), {}))
    startedBefore.add('again')
    await writeFile(join(originals, 'again'), bytes)
    await ingest.ensureStarted({ uid: 'again', size_bytes: bytes.length, max_seconds: 600 }, 0)
    expect(await ingest.withResult('again', never, inspect)).toBeNull()
    await eventually('nothing is left', async () => (await inScratch()).length === 0)
  })

  it('does not keep a stopped job waiting', async () => {
    const { ingest } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(ingest, path, { upTo: 3 })
    const stop = new AbortController()
    const result = ingest.withResult(uid, stop.signal, inspect)
    stop.abort()
    expect(await result).toBeNull()
  })

  it('stays available while it is in use, even when its upload is cancelled', async () => {
    const { ingest, inScratch } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 5 })
    const uid = await send(ingest, path)
    const folders = async () => new Set((await inScratch()).map((name) => name.split('/')[1])).size
    const stop = new AbortController()
    const files = await ingest.withResult(uid, stop.signal, async (ingested) => {
      stop.abort()
      ingest.cancel(uid)
      ingest.close()
      // Another one, cancelled after it, is removed: its own folder would have been removed before.
      const next = await send(ingest, path, { upTo: 3 })
      await eventually('another one is in progress', async () => (await folders()) === 2)
      ingest.cancel(next)
      await eventually('the other one has gone', async () => (await folders()) === 1)
      return Object.keys(await filesIn(ingested!.rendition.dir))
    })
    expect(files).toContain('0002.m4s')
    await eventually('its folder is released', async () => (await inScratch()).length === 0)
  })

  it.each(['trak', 'mdia'])('is left to the job when its index is nothing but %s boxes', async (type) => {
    const box = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(type)])
    const content = Buffer.concat(Array<Buffer>(MANY_BOXES).fill(box))
    const head = (size: number, name: string) => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(size)
      bytes.write(name, 4)
      return bytes
    }
    const moov = Buffer.concat([head(content.length + 8, 'moov'), content])
    const path = join(root, `${type}.mp4`)
    await writeFile(path, Buffer.concat([head(16, 'ftyp'), Buffer.alloc(8), moov, head(8, 'mdat')]))
    const { ingest } = open()
    expect(await ingest.withResult(await send(ingest, path), never, inspect)).toBeNull()
  })
})
