import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { type Address, askForAddress, cancel, head, offsetOf, openPatch, patch, someBytes } from '#tests/support/tus.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hashStored = async ({ uid }: Address) => hash(await readFile(join(site.dataDir, 'files/originals', uid)))

/** Sends what is missing, as a client that resumes does. */
async function resume(address: Address, bytes: Buffer): Promise<void> {
  const offset = await offsetOf(address.uploadURL)
  const isWhole = offset === bytes.length
  const status = isWhole ? 204 : (await patch(address.uploadURL, offset, bytes.subarray(offset))).status
  expect(status).toBe(204)
}

function written(sending: ReturnType<typeof openPatch>, bytes: Uint8Array): Promise<void> {
  return new Promise((done) => void sending.request.write(bytes, () => done()))
}

describe('writers at once', () => {
  test('never mix: at most one has its way, and the stored file is the right one', async () => {
    const bytes = someBytes(3_000_000)
    const address = await askForAddress(creator, bytes.length)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => patch(address.uploadURL, 0, bytes).catch(() => null)),
    )
    const good = answers.filter((answer) => answer?.headers['upload-offset'] === String(bytes.length))
    expect(good.length).toBeLessThanOrEqual(1)
    for (const answer of answers) expect([undefined, 204, 400, 409, 423]).toContain(answer?.status)
    await resume(address, bytes)
    expect(await hashStored(address)).toBe(hash(bytes))
    expect(Number((await head(address.uploadURL)).headers['upload-offset'])).toBe(bytes.length)
  })

  test('on different uploads do not wait for each other', async () => {
    const bytes = someBytes(10_000)
    const slow = await askForAddress(creator, bytes.length)
    const sending = openPatch(slow.uploadURL, 0, bytes.length)
    await written(sending, bytes.subarray(0, 10))
    const addresses = await Promise.all(Array.from({ length: 5 }, () => askForAddress(creator, bytes.length)))
    const answers = await Promise.all(addresses.map(({ uploadURL }) => patch(uploadURL, 0, bytes)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    sending.request.end(bytes.subarray(10))
    expect((await sending.answer).status).toBe(204)
    expect(await hashStored(slow)).toBe(hash(bytes))
  })
})

describe('a connection', () => {
  test('that is cut leaves what arrived, and the upload goes on from there', async () => {
    const bytes = someBytes(1_000_000)
    const address = await askForAddress(creator, bytes.length)
    const sending = openPatch(address.uploadURL, 0, bytes.length)
    await written(sending, bytes.subarray(0, 400_000))
    await expect.poll(async () => (await readStored(address)).length).toBeGreaterThan(0)
    sending.request.destroy()
    await expect(sending.answer).rejects.toThrow()
    const offset = await offsetOf(address.uploadURL)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(400_000)
    await resume(address, bytes)
    expect(await hashStored(address)).toBe(hash(bytes))
  })

  test('that hangs half-open gives way to the next one, and writes nothing more', async () => {
    const bytes = someBytes(1_000_000)
    const address = await askForAddress(creator, bytes.length)
    const hanging = openPatch(address.uploadURL, 0, bytes.length)
    await written(hanging, bytes.subarray(0, 300_000))
    await expect.poll(async () => (await readStored(address)).length).toBe(300_000)
    const offset = await offsetOf(address.uploadURL)
    expect(offset).toBe(300_000)
    const rest = patch(address.uploadURL, offset, bytes.subarray(offset))
    hanging.request.write(someBytes(50_000))
    expect((await rest).status).toBe(204)
    hanging.request.destroy()
    await hanging.answer.catch(() => null)
    expect(await hashStored(address)).toBe(hash(bytes))
  })

  test('may be cut again and again', async () => {
    const bytes = someBytes(600_000)
    const address = await askForAddress(creator, bytes.length)
    for (let n = 0; n < 3; n++) {
      const offset = await offsetOf(address.uploadURL)
      const sending = openPatch(address.uploadURL, offset, bytes.length - offset)
      await written(sending, bytes.subarray(offset, offset + 120_000))
      await expect.poll(async () => (await readStored(address)).length).toBeGreaterThan(offset)
      sending.request.destroy()
      await sending.answer.catch(() => null)
    }
    await resume(address, bytes)
    expect(await hashStored(address)).toBe(hash(bytes))
  })
})

describe('ending an upload', () => {
  test('makes its address and its video unknown', async () => {
    const address = await askForAddress(creator, 1000)
    await patch(address.uploadURL, 0, someBytes(500))
    const answer = await cancel(address.uploadURL)
    expect([answer.status, answer.headers['tus-resumable']]).toEqual([204, '1.0.0'])
    expect((await head(address.uploadURL)).status).toBe(404)
    expect((await patch(address.uploadURL, 500, someBytes(500))).status).toBe(404)
    expect((await cancel(address.uploadURL)).status).toBe(404)
    expect((await creator.call('GET', `/api/v1/videos/${address.uid}`)).status).toBe(404)
  })

  test('under an episode leaves the episode with a reason, and the address gone', async () => {
    const address = await askForAddress(creator, 1000)
    const made = await creator.call('POST', '/api/v1/episodes', {
      title: 'T',
      genre: 'Action',
      nsfw: false,
      videoId: address.uid,
    })
    expect(made.status).toBe(201)
    expect((await cancel(address.uploadURL)).status).toBe(204)
    const gone = await patch(address.uploadURL, 0, someBytes(1000))
    expect([gone.status, gone.json().code]).toEqual([410, 'video.upload_gone'])
    const video = await (await creator.call('GET', `/api/v1/videos/${address.uid}`)).json()
    expect(video).toMatchObject({ status: { state: 'error', reasonCode: 'upload_cancelled' } })
  })
})

async function readStored({ uid }: Address): Promise<Buffer> {
  return readFile(join(site.dataDir, 'files/originals', uid))
}
