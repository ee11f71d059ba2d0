import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createS3Storage, type S3Storage } from '#platform/s3-storage.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import {
  createUpload,
  head,
  offsetOf,
  openPatch,
  patch,
  someBytes,
  type UploadTarget,
} from '#tests/support/http/tus.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { environmentOfBucket } from '#tests/support/storage/s3-environment.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const MIB = 1024 ** 2
const PART = 8 * MIB
let double: S3Double
let storage: S3Storage
let otherDir: string
/** Two nodes on one database and one store, each with a disk of its own. */
let one: TestHoshi
let two: TestHoshi
let creator: Person

beforeAll(async () => {
  double = await openS3Double()
  storage = createS3Storage(double.settings)
  otherDir = await mkdtemp(join(tmpdir(), 'hoshi-test-'))
  const environment = environmentOfBucket(double.settings)
  one = await createTestHoshi({ environment })
  two = await createTestHoshi({ beside: one, environment: { ...environment, DATA_DIR: otherDir } })
  creator = await createPerson(one.url, 'creator')
})
afterAll(async () => {
  await two?.close()
  await one?.close()
  storage?.close()
  await double?.close()
  await rm(otherDir, { recursive: true, force: true })
})
afterEach(() => {
  double.fault = () => null
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hashStored = async ({ uid }: UploadTarget) => hash(await buffer(await storage.read(`originals/${uid}`)))
/** The URL of an upload at one of the nodes. */
const at = (node: TestHoshi, { uploadURL }: UploadTarget) => uploadURL.replace(one.url, node.url)
const stateOf = async ({ uid }: UploadTarget) =>
  ((await (await creator.call('GET', `/api/v1/videos/${uid}`)).json()) as { status: { state: string } }).status.state
const keysOf = ({ uid }: UploadTarget) => double.keys().filter((key) => key.includes(uid))
const isPart = ({ query }: { query: URLSearchParams }) => query.has('partNumber')

async function originalsOnDisks(): Promise<string[]> {
  const folders = [one.dataDir, otherDir].map((dir) => readdir(join(dir, 'files/originals')).catch(() => []))
  return (await Promise.all(folders)).flat()
}

describe('an upload over two nodes', () => {
  test('may send its pieces to both in turn, and is stored byte by byte', async () => {
    const bytes = someBytes(2 * PART + 5 * MIB)
    const upload = await createUpload(creator, bytes.length)
    const ends = [3 * MIB, 4 * MIB, PART + 1, 2 * PART, bytes.length]
    let from = 0
    for (const [index, to] of ends.entries()) {
      const [here, there] = index % 2 === 0 ? [one, two] : [two, one]
      const response = await patch(at(here, upload), from, bytes.subarray(from, to))
      expect([response.status, response.headers['upload-offset']]).toEqual([204, String(to)])
      expect(await offsetOf(at(there, upload))).toBe(to)
      from = to
    }
    expect(await stateOf(upload)).toBe('queued')
    expect(await hashStored(upload)).toBe(hash(bytes))
    expect([keysOf(upload), double.uploads()]).toEqual([[`originals/${upload.uid}`], []])
    expect(await originalsOnDisks()).toEqual([])
  })

  test('goes on at the other node when its connection is cut', async () => {
    const bytes = someBytes(PART + 2 * MIB)
    const upload = await createUpload(creator, bytes.length)
    const sent = double.requests.filter((request) => request.includes('partNumber')).length
    const sending = openPatch(at(one, upload), 0, bytes.length)
    sending.request.write(bytes.subarray(0, PART + MIB))
    await expect.poll(() => double.requests.filter((request) => request.includes('partNumber')).length).toBe(sent + 1)
    sending.request.destroy()
    await expect(sending.response).rejects.toThrow()
    const offset = await offsetOf(at(two, upload))
    expect(offset).toBeGreaterThanOrEqual(PART)
    expect(offset).toBeLessThanOrEqual(PART + MIB)
    expect((await patch(at(two, upload), offset, bytes.subarray(offset))).status).toBe(204)
    expect(await hashStored(upload)).toBe(hash(bytes))
  })

  test('is taken over from a node whose client hangs, with what had arrived there', async () => {
    const bytes = someBytes(MIB)
    const upload = await createUpload(creator, bytes.length)
    const stalled = openPatch(at(one, upload), 0, bytes.length)
    await new Promise<void>((done) => void stalled.request.write(bytes.subarray(0, 300_000), () => done()))
    const offset = await offsetOf(at(two, upload))
    expect(offset).toBeLessThanOrEqual(300_000)
    stalled.request.write(someBytes(1000))
    expect((await patch(at(two, upload), offset, bytes.subarray(offset))).status).toBe(204)
    stalled.request.destroy()
    await stalled.response.catch(() => null)
    expect(await hashStored(upload)).toBe(hash(bytes))
  })

  test('has at most one writer, and never a byte twice', async () => {
    const bytes = someBytes(PART + MIB)
    const upload = await createUpload(creator, bytes.length)
    const urls = [one, two, one, two].map((node) => at(node, upload))
    const responses = await Promise.all(urls.map((url) => patch(url, 0, bytes).catch(() => null)))
    const complete = responses.filter((response) => response?.headers['upload-offset'] === String(bytes.length))
    expect(complete.length).toBeLessThanOrEqual(1)
    const offset = await offsetOf(at(two, upload))
    const rest = bytes.subarray(offset)
    const last = rest.length === 0 ? await head(at(two, upload)) : await patch(at(two, upload), offset, rest)
    expect(last.headers['upload-offset']).toBe(String(bytes.length))
    expect(await hashStored(upload)).toBe(hash(bytes))
  })
})

test('a form is stored in parts as well', async () => {
  const bytes = someBytes(PART + 1000)
  const upload = await createUpload(creator, bytes.length)
  await patch(at(one, upload), 0, someBytes(100))
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'clip.mp4')
  const response = await creator.call('POST', at(one, upload), form)
  expect([response.status, await response.json()]).toEqual([200, { uid: upload.uid, sizeBytes: bytes.length }])
  expect(await hashStored(upload)).toBe(hash(bytes))
  expect([keysOf(upload), double.uploads()]).toEqual([[`originals/${upload.uid}`], []])
})

test('a form of another size than announced leaves nothing', async () => {
  const upload = await createUpload(creator, PART + 1000)
  const form = new FormData()
  form.set('file', new Blob([someBytes(PART + 999)]), 'clip.mp4')
  const response = await creator.call('POST', at(one, upload), form)
  expect(await response.json()).toMatchObject({ code: 'video.size_mismatch' })
  expect([keysOf(upload), double.uploads(), await offsetOf(at(two, upload))]).toEqual([[], [], 0])
})

describe('the store', () => {
  test('that is away is 503, and the upload goes on from what it had acknowledged', async () => {
    const bytes = someBytes(2 * PART)
    const upload = await createUpload(creator, bytes.length)
    await patch(at(one, upload), 0, bytes.subarray(0, PART))
    double.fault = (request) => (isPart(request) ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : null)
    const refused = await patch(at(one, upload), PART, bytes.subarray(PART))
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    double.fault = () => null
    expect(await offsetOf(at(two, upload))).toBe(PART)
    expect((await patch(at(two, upload), PART, bytes.subarray(PART))).status).toBe(204)
    expect(await hashStored(upload)).toBe(hash(bytes))
  })

  test('that is full is 507', async () => {
    const bytes = someBytes(100)
    const upload = await createUpload(creator, 200)
    double.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 507, code: 'QuotaExceeded' } : null)
    const refused = await patch(at(one, upload), 0, bytes)
    expect([refused.status, refused.json().code]).toEqual([507, 'video.storage_full'])
    double.fault = () => null
    expect(await offsetOf(at(one, upload))).toBe(0)
  })
})
