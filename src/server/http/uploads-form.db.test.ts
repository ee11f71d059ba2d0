import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { openRaw, type RawResponse, sendRaw } from '#tests/support/http/raw-http.ts'
import { createUpload, offsetOf, patch, someBytes, type UploadTarget } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

const BOUNDARY = 'line-between-parts'
const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }

interface Part {
  name: string
  fileName?: string
  body: string | Uint8Array
}

/** A form as bytes; `end: false` leaves out the closing boundary, as a cut connection does. */
function form(parts: Part[], { end = true } = {}): Buffer {
  const chunks = parts.flatMap(({ name, fileName, body }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: video/mp4`}\r\n\r\n`,
    ),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from(end ? `--${BOUNDARY}--\r\n` : '')])
}

const file = (body: Uint8Array, name = 'file'): Part => ({ name, fileName: 'clip.mp4', body })

function post(
  { uploadURL }: UploadTarget,
  body: Uint8Array,
  headers: Record<string, string> = type,
): Promise<RawResponse> {
  return sendRaw(uploadURL, { method: 'POST', headers: { 'Content-Length': String(body.length), ...headers }, body })
}

async function stored({ uid }: UploadTarget): Promise<Buffer> {
  return readFile(join(site.dataDir, 'files/originals', uid))
}

describe('one plain form', () => {
  test('takes a complete file, as browsers and programs send it', async () => {
    const bytes = someBytes(400_000)
    const upload = await createUpload(creator, bytes.length)
    const data = new FormData()
    data.set('file', new File([new Uint8Array(bytes)], 'my clip ★.mp4', { type: 'video/mp4' }))
    const response = await fetch(upload.uploadURL, { method: 'POST', body: data })
    expect([response.status, await response.json()]).toEqual([200, { uid: upload.uid, sizeBytes: bytes.length }])
    expect((await stored(upload)).equals(bytes)).toBe(true)
    const video = await (await creator.call('GET', `/api/v1/videos/${upload.uid}`)).json()
    expect(video).toMatchObject({ status: { state: 'queued' } })
  })

  test('may carry small fields beside the file, and bytes that look like a boundary', async () => {
    const bytes = Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\n--${BOUNDARY.slice(1)}--\r\n`)
    const upload = await createUpload(creator, bytes.length)
    const response = await post(upload, form([{ name: 'title', body: 'T' }, file(bytes), { name: 'genre', body: 'G' }]))
    expect(response.status).toBe(200)
    expect((await stored(upload)).equals(bytes)).toBe(true)
  })

  test('starts from the beginning, also after bytes sent by tus', async () => {
    const bytes = someBytes(1000)
    const upload = await createUpload(creator, bytes.length)
    await patch(upload.uploadURL, 0, someBytes(700))
    expect((await post(upload, form([file(bytes)]))).status).toBe(200)
    expect((await stored(upload)).equals(bytes)).toBe(true)
  })

  test('is the only kind of upload whose job may not rely on bytes read during the upload', async () => {
    const bytes = someBytes(1000)
    const [sent, written] = [await createUpload(creator, bytes.length), await createUpload(creator, bytes.length)]
    await patch(sent.uploadURL, 0, bytes)
    await patch(written.uploadURL, 0, bytes.subarray(0, 999))
    await post(written, form([file(bytes)]))
    const jobs = "select data from pgboss.job where name = 'video.measure' and data->>'uid' = $1"
    const notified = async ({ uid }: UploadTarget) =>
      (await queryDatabase<{ data: object }>(site.connectionString, jobs, [uid])).map(({ data }) => data)
    expect(await notified(sent)).toEqual([{ uid: sent.uid, onlyGrew: true }])
    expect(await notified(written)).toEqual([{ uid: written.uid }])
  })
})

describe('an invalid form', () => {
  const bytes = someBytes(1000)
  const wrong: [string, Buffer, number, string, Record<string, string>?][] = [
    ['with fewer bytes than announced', form([file(bytes.subarray(1))]), 422, 'video.size_mismatch'],
    [
      'with one byte more than announced',
      form([file(Buffer.concat([bytes, bytes.subarray(0, 1)]))]),
      413,
      'video.too_many_bytes',
    ],
    ['with a length far beyond the file', form([file(someBytes(200_000))]), 413, 'video.too_many_bytes'],
    ['with two files', form([file(bytes), file(bytes, 'file')]), 400, 'video.upload_malformed'],
    ['with the file under another name', form([file(bytes, 'video')]), 400, 'video.upload_malformed'],
    ['without a file', form([{ name: 'title', body: 'T' }]), 422, 'video.file_missing'],
    ['with an empty file', form([file(Buffer.alloc(0))]), 422, 'video.file_missing'],
    [
      'with too many parts',
      form(Array.from({ length: 40 }, () => ({ name: 'a', body: 'b' }))),
      400,
      'video.upload_malformed',
    ],
    ['that ends in the middle', form([file(bytes)], { end: false }).subarray(0, 600), 400, 'video.upload_malformed'],
    [
      'with another boundary',
      form([file(bytes)]),
      400,
      'video.upload_malformed',
      { 'Content-Type': 'multipart/form-data; boundary=other' },
    ],
    [
      'without a boundary',
      form([file(bytes)]),
      400,
      'video.upload_malformed',
      { 'Content-Type': 'multipart/form-data' },
    ],
    ['of another type', bytes, 400, 'video.upload_malformed', { 'Content-Type': 'video/mp4' }],
    ['without a type', bytes, 400, 'video.upload_malformed', {}],
  ]

  test.each(wrong)('%s is refused and leaves nothing behind', async (_what, body, status, code, headers) => {
    const upload = await createUpload(creator, bytes.length)
    const response = await post(upload, body, headers)
    expect([response.status, response.json().code]).toEqual([status, code])
    expect(await offsetOf(upload.uploadURL)).toBe(0)
    expect((await post(upload, form([file(bytes)]))).status).toBe(200)
    expect((await stored(upload)).equals(bytes)).toBe(true)
  })

  test('without a length that exceeds the announced size is stopped', async () => {
    const upload = await createUpload(creator, bytes.length)
    const sending = openRaw(upload.uploadURL, {
      method: 'POST',
      headers: { ...type, 'Transfer-Encoding': 'chunked' },
    })
    sending.request.end(form([file(someBytes(3_000_000))]))
    const result = await sending.response.then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect([413, 'cut off']).toContain(result)
    expect(await offsetOf(upload.uploadURL)).toBe(0)
  })

  test('whose connection is cut leaves nothing behind, and the URL stays usable', async () => {
    const upload = await createUpload(creator, bytes.length)
    const complete = form([file(bytes)])
    const sending = openRaw(upload.uploadURL, {
      method: 'POST',
      headers: { ...type, 'Content-Length': String(complete.length) },
    })
    await new Promise<void>((written) => sending.request.write(complete.subarray(0, 700), () => written()))
    // Otherwise the server might handle this request after the next one.
    await expect.poll(async () => (await stored(upload)).length).toBeGreaterThan(0)
    sending.request.destroy()
    await expect(sending.response).rejects.toThrow()
    await expect.poll(() => offsetOf(upload.uploadURL)).toBe(0)
    expect((await post(upload, complete)).status).toBe(200)
    expect((await stored(upload)).equals(bytes)).toBe(true)
  })
})
