import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import {
  cancel,
  createUpload,
  head,
  offsetOf,
  openPatch,
  patch,
  someBytes,
  type UploadTarget,
} from '#tests/support/http/tus.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const lines: LogEntry[] = []
let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ log: createMemoryLog(lines) })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hashStored = async ({ uid }: UploadTarget) => hash(await readFile(join(site.dataDir, 'files/originals', uid)))

/** Sends the missing bytes, as a resuming client does. */
async function resume(upload: UploadTarget, bytes: Buffer): Promise<void> {
  const offset = await offsetOf(upload.uploadURL)
  const isComplete = offset === bytes.length
  const status = isComplete ? 204 : (await patch(upload.uploadURL, offset, bytes.subarray(offset))).status
  expect(status).toBe(204)
}

function written(sending: ReturnType<typeof openPatch>, bytes: Uint8Array): Promise<void> {
  return new Promise((done) => void sending.request.write(bytes, () => done()))
}

describe('concurrent writers', () => {
  test('never mix: at most one succeeds, and the stored file is correct', async () => {
    const bytes = someBytes(3_000_000)
    const upload = await createUpload(creator, bytes.length)
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => patch(upload.uploadURL, 0, bytes).catch(() => null)),
    )
    const good = responses.filter((response) => response?.headers['upload-offset'] === String(bytes.length))
    expect(good.length).toBeLessThanOrEqual(1)
    for (const response of responses) expect([undefined, 204, 400, 409, 423]).toContain(response?.status)
    await resume(upload, bytes)
    expect(await hashStored(upload)).toBe(hash(bytes))
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(Number((await head(upload.uploadURL)).headers['upload-offset'])).toBe(bytes.length)
  })

  test('on different uploads do not wait for each other', async () => {
    const bytes = someBytes(10_000)
    const slow = await createUpload(creator, bytes.length)
    const sending = openPatch(slow.uploadURL, 0, bytes.length)
    await written(sending, bytes.subarray(0, 10))
    const uploads = await Promise.all(Array.from({ length: 5 }, () => createUpload(creator, bytes.length)))
    const responses = await Promise.all(uploads.map(({ uploadURL }) => patch(uploadURL, 0, bytes)))
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    sending.request.end(bytes.subarray(10))
    expect((await sending.response).status).toBe(204)
    expect(await hashStored(slow)).toBe(hash(bytes))
  })
})

describe('a connection', () => {
  test('that is cut preserves the received bytes, without an error in the log, and the upload continues', async () => {
    const bytes = someBytes(1_000_000)
    const upload = await createUpload(creator, bytes.length)
    const sending = openPatch(upload.uploadURL, 0, bytes.length)
    await written(sending, bytes.subarray(0, 400_000))
    await expect.poll(async () => (await readStored(upload)).length).toBeGreaterThan(0)
    sending.request.destroy()
    await expect(sending.response).rejects.toThrow()
    const offset = await offsetOf(upload.uploadURL)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(400_000)
    await resume(upload, bytes)
    expect(await hashStored(upload)).toBe(hash(bytes))
  })

  test('that hangs half-open is replaced by the next one, and writes nothing more', async () => {
    const bytes = someBytes(1_000_000)
    const upload = await createUpload(creator, bytes.length)
    const stalled = openPatch(upload.uploadURL, 0, bytes.length)
    await written(stalled, bytes.subarray(0, 300_000))
    await expect.poll(async () => (await readStored(upload)).length).toBe(300_000)
    const offset = await offsetOf(upload.uploadURL)
    expect(offset).toBe(300_000)
    const rest = patch(upload.uploadURL, offset, bytes.subarray(offset))
    stalled.request.write(someBytes(50_000))
    expect((await rest).status).toBe(204)
    stalled.request.destroy()
    await stalled.response.catch(() => null)
    expect(await hashStored(upload)).toBe(hash(bytes))
  })

  test('may be cut repeatedly', async () => {
    const bytes = someBytes(600_000)
    const upload = await createUpload(creator, bytes.length)
    for (let n = 0; n < 3; n++) {
      const offset = await offsetOf(upload.uploadURL)
      const sending = openPatch(upload.uploadURL, offset, bytes.length - offset)
      await written(sending, bytes.subarray(offset, offset + 120_000))
      await expect.poll(async () => (await readStored(upload)).length).toBeGreaterThan(offset)
      sending.request.destroy()
      await sending.response.catch(() => null)
    }
    await resume(upload, bytes)
    expect(await hashStored(upload)).toBe(hash(bytes))
  })
})

describe('cancelling an upload', () => {
  test('removes its URL and its video', async () => {
    const upload = await createUpload(creator, 1000)
    await patch(upload.uploadURL, 0, someBytes(500))
    const response = await cancel(upload.uploadURL)
    expect([response.status, response.headers['tus-resumable']]).toEqual([204, '1.0.0'])
    expect((await head(upload.uploadURL)).status).toBe(404)
    expect((await patch(upload.uploadURL, 500, someBytes(500))).status).toBe(404)
    expect((await cancel(upload.uploadURL)).status).toBe(404)
    expect((await creator.call('GET', `/api/v1/videos/${upload.uid}`)).status).toBe(404)
  })

  test('under an episode leaves the episode with a reason, and removes the URL', async () => {
    const upload = await createUpload(creator, 1000)
    const created = await creator.call('POST', '/api/v1/episodes', {
      title: 'T',
      genre: 'Action',
      nsfw: false,
      videoId: upload.uid,
    })
    expect(created.status).toBe(201)
    expect((await cancel(upload.uploadURL)).status).toBe(204)
    const afterDeletion = await patch(upload.uploadURL, 0, someBytes(1000))
    expect([afterDeletion.status, afterDeletion.json().code]).toEqual([410, 'video.upload_gone'])
    const video = await (await creator.call('GET', `/api/v1/videos/${upload.uid}`)).json()
    expect(video).toMatchObject({ status: { state: 'error', reasonCode: 'upload_cancelled' } })
  })
})

async function readStored({ uid }: UploadTarget): Promise<Buffer> {
  return readFile(join(site.dataDir, 'files/originals', uid))
}
