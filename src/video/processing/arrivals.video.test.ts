import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { type ClipSpec, makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { makeSlides, type Slides } from '#tests/support/slides.server.ts'
import { boxesAt } from '../ffmpeg/fmp4-boxes.ts'
import { copyToHls } from '../ffmpeg/hls.server.ts'
import { measure } from '../ffmpeg/measure.server.ts'
import { planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import { type Arrived, createArrivals } from './arrivals.server.ts'
import { createScratchFolders } from './scratch.server.ts'

let root: string
let originals: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-arrivals-'))
  originals = join(root, 'files/originals')
  await mkdir(originals, { recursive: true })
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal
const opened: (() => void)[] = []
const begunBefore = new Set<string>()
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

function open(maxAtOnce = 4, full = new AbortController()) {
  const storage = createDiskStorage(join(root, 'files'))
  const scratchDir = join(root, 'scratch')
  const scratch = createScratchFolders(scratchDir, storage)
  const arrivals = createArrivals({
    storage,
    scratch,
    room: { whileThere: (signal, work) => work(AbortSignal.any([signal, full.signal])) },
    mayBegin: async ({ uid }) => !begunBefore.has(uid),
    maxAtOnce,
    log: createLog('silent'),
  })
  opened.push(() => arrivals.close())
  /** Everything in the folders of attempts. */
  const inScratch = async () =>
    (await readdir(scratchDir, { recursive: true })).filter((name) => /\/(?!owner)/.test(name))
  return { arrivals, inScratch }
}

const PIECES = 5
/** Two megabytes of them: as much as is looked at. */
const MANY_BOXES = 2 ** 18 - 10

let sent = 0
/** Sends a clip in pieces, the first ones or all. @returns its uid */
async function send(
  arrivals: ReturnType<typeof open>['arrivals'],
  path: string,
  { upTo = PIECES, maxSeconds = 600 } = {},
): Promise<string> {
  const bytes = await readFile(path)
  sent += 1
  const uid = `film-${sent}`
  await writeFile(join(originals, uid), '')
  for (let piece = 0; piece < upTo; piece += 1) {
    arrivals.growing({ uid, size_bytes: bytes.length, max_seconds: maxSeconds })
    const [from, to] = [piece, piece + 1].map((place) => Math.floor((bytes.length * place) / PIECES))
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

const looked = async (arrived: Arrived | null) =>
  arrived && { measurement: arrived.measurement, files: await filesIn(arrived.rendition.dir) }

describe('a film that arrives', () => {
  it.each<[string, ClipSpec]>([
    ['several segments', { seconds: 9, fps: '30000/1001' }],
    ['shorter than one', {}],
    ['silent', { audio: 'none', seconds: 5 }],
    ['Main profile, one channel', { seconds: 5, channels: 1, extra: ['-profile:v', 'main'] }],
    ['MOV', { container: 'mov', seconds: 5 }],
  ])('is measured and copied as a whole file is: %s', async (_name, spec) => {
    const path = await makeClip(join(root, 'clips'), spec)
    const measurement = (await measure(path)) as Measurement
    const target = planRenditions(measurement).copy!
    const outDir = join(root, `whole-${sent}`)
    await copyToHls({ source: path, outDir, target, measurement })

    const { arrivals, inScratch } = open()
    const uid = await send(arrivals, path)
    const seen = await arrivals.lend(uid, never, looked)
    expect(seen?.measurement).toEqual(measurement)
    const whole = await filesIn(outDir)
    const { 'index.m3u8': _playlist, ...media } = whole
    expect(seen?.files).toMatchObject(media)
    expect(Object.keys(seen?.files ?? {}).sort()).toEqual(Object.keys(whole).sort())
    await eventually('its folder is given back', async () => (await inScratch()).length === 0)
  })

  it.each<[string, Slides, 'copied' | 'left to the job']>([
    ['every ten seconds, each a keyframe', { at: [0, 10, 20], soundSeconds: 21, extra: ['-g', '1'] }, 'copied'],
    ['every ten seconds, the first a keyframe', { at: [0, 10, 20], soundSeconds: 21 }, 'left to the job'],
    ['two, forty seconds apart', { at: [0, 40], extra: ['-g', '1'] }, 'left to the job'],
    ['at uneven times', { at: [0, 0.1, 0.2, 15, 15.1], soundSeconds: 16, extra: ['-g', '1'] }, 'left to the job'],
    ['one, under long sound', { at: [0], soundSeconds: 30 }, 'left to the job'],
  ])('has few pictures: %s', async (name, slides, end) => {
    const { arrivals } = open()
    const uid = await send(arrivals, await makeSlides(join(root, `${name}.mp4`), slides))
    const seen = await arrivals.lend(uid, never, looked)
    expect(seen === null ? 'left to the job' : 'copied').toBe(end)
  })

  it('is cut while the rest of it is still missing', async () => {
    const { arrivals, inScratch } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(arrivals, path, { upTo: 4 })
    await eventually('there are segments', async () => (await inScratch()).some((name) => name.endsWith('0002.m4s')))
    const bytes = await readFile(path)
    const { size } = await stat(join(originals, uid))
    expect(size).toBeLessThan(bytes.length)
    await appendFile(join(originals, uid), bytes.subarray(size))
    expect((await arrivals.lend(uid, never, looked))?.measurement.video?.packets).toBe(480)
  })

  it('is left to the job when the disk has no room for a copy meanwhile', async () => {
    const full = new AbortController()
    const { arrivals, inScratch } = open(4, full)
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(arrivals, path, { upTo: 4 })
    await eventually('there are segments', async () => (await inScratch()).some((name) => name.endsWith('0002.m4s')))
    full.abort(new Error('The disk is full.'))
    expect(await arrivals.lend(uid, never, looked)).toBeNull()
    expect(await inScratch()).toEqual([])
  })

  it.each<[string, ClipSpec, number]>([
    ['its index comes last', { isIndexLast: true }, 600],
    ['it has to be encoded', { video: 'mpeg4' }, 600],
    ['it is longer than agreed', { seconds: 5 }, 3],
    ['it is no MP4', { container: 'mkv' }, 600],
    ['its sound begins late', { audioDelaySeconds: 0.5 }, 600],
    ['its sound has to be encoded', { audio: 'mp3' }, 600],
    ['its picture has to be turned', { rotation: 90 }, 600],
  ])('is left to the job when %s', async (_name, spec, maxSeconds) => {
    const { arrivals, inScratch } = open()
    const uid = await send(arrivals, await makeClip(join(root, 'clips'), spec), { maxSeconds })
    expect(await arrivals.lend(uid, never, looked)).toBeNull()
    await eventually('nothing is kept', async () => (await inScratch()).length === 0)
  })

  it('is left to the job when its end is missing', async () => {
    const { arrivals } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20 })
    const cut = join(root, 'cut.mp4')
    const bytes = await readFile(path)
    await writeFile(cut, bytes.subarray(0, bytes.length * 0.7))
    expect(await arrivals.lend(await send(arrivals, cut), never, looked)).toBeNull()
  })

  it('ends its runs and gives its folder back when the upload is over before its time', async () => {
    const { arrivals, inScratch } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(arrivals, path, { upTo: 3 })
    await eventually('it is under way', async () => (await inScratch()).some((name) => name.includes('early-copy')))
    arrivals.forget(uid)
    expect(await arrivals.lend(uid, never, looked)).toBeNull()
    await eventually('nothing is kept', async () => (await inScratch()).length === 0)
  })

  it('waits for its turn in the job when there are too many at once', async () => {
    const { arrivals } = open(1)
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const first = await send(arrivals, path, { upTo: 3 })
    expect(await arrivals.lend(await send(arrivals, path), never, looked)).toBeNull()
    arrivals.forget(first)
  })

  it('is left to the job when it was begun once before', async () => {
    const { arrivals, inScratch } = open()
    const bytes = await readFile(await makeClip(join(root, 'clips'), {}))
    begunBefore.add('again')
    await writeFile(join(originals, 'again'), bytes)
    arrivals.growing({ uid: 'again', size_bytes: bytes.length, max_seconds: 600 })
    expect(await arrivals.lend('again', never, looked)).toBeNull()
    await eventually('nothing is kept', async () => (await inScratch()).length === 0)
  })

  it('is not waited for by a job that is to stop', async () => {
    const { arrivals } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 20, keyframeSeconds: 1 })
    const uid = await send(arrivals, path, { upTo: 3 })
    const stop = new AbortController()
    const lent = arrivals.lend(uid, stop.signal, looked)
    stop.abort()
    expect(await lent).toBeNull()
  })

  it('stays for whoever has it, whatever is said of its upload meanwhile', async () => {
    const { arrivals, inScratch } = open()
    const path = await makeClip(join(root, 'clips'), { seconds: 5 })
    const uid = await send(arrivals, path)
    const folders = async () => new Set((await inScratch()).map((name) => name.split('/')[1])).size
    const stop = new AbortController()
    const files = await arrivals.lend(uid, stop.signal, async (arrived) => {
      stop.abort()
      arrivals.forget(uid)
      arrivals.close()
      // One that is ended after it, and whose folder has gone: its own would have gone before.
      const next = await send(arrivals, path, { upTo: 3 })
      await eventually('another one is under way', async () => (await folders()) === 2)
      arrivals.forget(next)
      await eventually('the other one has gone', async () => (await folders()) === 1)
      return Object.keys(await filesIn(arrived!.rendition.dir))
    })
    expect(files).toContain('0002.m4s')
    await eventually('its folder is given back', async () => (await inScratch()).length === 0)
  })

  it.each(['trak', 'mdia'])('does not spend its time on an index that is made of nothing but %s', async (type) => {
    const box = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(type)])
    const content = Buffer.concat(Array<Buffer>(MANY_BOXES).fill(box))
    const head = (size: number, name: string) => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(size)
      bytes.write(name, 4)
      return bytes
    }
    const moov = Buffer.concat([head(content.length + 8, 'moov'), content])
    expect(boxesAt(new DataView(moov.buffer, moov.byteOffset, moov.length), ['moov', type]).length).toBeLessThan(1000)
    const path = join(root, `${type}.mp4`)
    await writeFile(path, Buffer.concat([head(16, 'ftyp'), Buffer.alloc(8), moov, head(8, 'mdat')]))
    const { arrivals } = open()
    expect(await arrivals.lend(await send(arrivals, path), never, looked)).toBeNull()
  })
})
