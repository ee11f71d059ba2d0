import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { launchChromium } from '../tests/support/browser/browser.server.ts'
import { compatibleApiSettings } from '../tests/support/http/compatible-api.ts'
import { createPerson } from '../tests/support/http/person.ts'
import { createUpload } from '../tests/support/http/tus.ts'
import { makeClip } from '../tests/support/media/clips.server.ts'
import { MAX_WAIT_MS } from '../tests/support/run/max-wait.ts'
import { createMemoryLog, type LogEntry } from '../tests/support/run/memory-log.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'
import { openServiceClient } from './service-client.ts'

// Uploads from a page of another site, in a browser, which asks first and hides what it is not allowed to read.

const tusClient = join(import.meta.dirname, '../node_modules/tus-js-client/dist/tus.min.js')
const account = { account_id: compatibleApiSettings.STREAM_ACCOUNT_ID }

let site: TestHoshi
let clipsDir: string
let clip: Buffer
let chrome: Awaited<ReturnType<typeof launchChromium>>
let page: Page
const lines: LogEntry[] = []

const elsewhere = createServer(async (request, response) => {
  if (request.url === '/tus.js')
    return response.setHeader('Content-Type', 'text/javascript').end(await readFile(tusClient))
  if (request.url === '/clip.mp4') return response.end(clip)
  return response.setHeader('Content-Type', 'text/html').end('<!doctype html><script src="/tus.js"></script>')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  site = await createTestHoshi({ worksJobs: true, environment: compatibleApiSettings, log: createMemoryLog(lines) })
  clipsDir = await mkdtemp(join(tmpdir(), 'hoshi-clients-'))
  clip = await readFile(await makeClip(clipsDir, { seconds: 3 }))
  chrome = await launchChromium()
})

beforeEach(async () => {
  lines.length = 0
  page = await chrome.newPage()
  // Another site than 127.0.0.1, for the browser.
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`)
})

afterEach(() => page.close())

afterAll(async () => {
  await chrome?.close()
  await site?.close()
  elsewhere.close()
  await rm(clipsDir, { recursive: true, force: true })
})

/** Methods and statuses of the requests at upload URLs, as the server answered them. */
const requests = () =>
  lines.flatMap(({ details }) => (details.path === '/api/uploads/:key' ? [`${details.method} ${details.status}`] : []))

async function waitUntilReady(uid: string): Promise<void> {
  const client = openServiceClient(site.url)
  const check = async () => expect((await client.stream.get(uid, account)).status?.state).toBe('ready')
  await vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 200 })
}

test('a page of another site sends a file in pieces, after the browser has asked', async () => {
  const params = { 'Tus-Resumable': '1.0.0' as const, 'Upload-Length': clip.length, 'Upload-Metadata': 'name UmFpbg==' }
  const created = await openServiceClient(site.url)
    .stream.create({ ...account, ...params, direct_user: true })
    .asResponse()
  const offsets = await page.evaluate(async (uploadUrl) => {
    const { tus } = window as unknown as { tus: { Upload: typeof Upload } }
    const file = await (await fetch('/clip.mp4')).blob()
    const sent: number[] = []
    await new Promise<void>((resolve, reject) => {
      const upload = new tus.Upload(file, {
        uploadUrl,
        chunkSize: Math.ceil(file.size / 3),
        retryDelays: null,
        storeFingerprintForResuming: false,
        onChunkComplete: (_, accepted) => sent.push(accepted),
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    })
    return sent
  }, created.headers.get('location')!)
  const third = Math.ceil(clip.length / 3)
  expect(offsets).toEqual([third, 2 * third, clip.length])
  expect(requests()).toEqual(['OPTIONS 204', 'HEAD 200', 'PATCH 204', 'PATCH 204', 'PATCH 204'])
  await waitUntilReady(created.headers.get('stream-media-id')!)
})

test('a page of another site sends a file as a form, and reads the answer', async () => {
  const { uid, uploadURL } = await openServiceClient(site.url).stream.directUpload.create({
    ...account,
    maxDurationSeconds: 60,
  })
  const answer = await page.evaluate(async (url) => {
    const form = new FormData()
    form.set('file', await (await fetch('/clip.mp4')).blob(), 'clip.mp4')
    const response = await fetch(url, { method: 'POST', body: form })
    return { status: response.status, body: await response.json() }
  }, uploadURL!)
  expect(answer).toEqual({ status: 200, body: { uid, sizeBytes: clip.length } })
  await waitUntilReady(uid!)
})

test('a page of another site reads why a piece is refused', async () => {
  const params = { 'Tus-Resumable': '1.0.0' as const, 'Upload-Length': 1000 }
  const created = await openServiceClient(site.url)
    .stream.create({ ...account, ...params, direct_user: true })
    .asResponse()
  const answer = await page.evaluate(async (url) => {
    const headers = {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '5',
      'Content-Type': 'application/offset+octet-stream',
    }
    const response = await fetch(url, { method: 'PATCH', headers, body: new Uint8Array(10) })
    const { code } = await response.json()
    return [response.status, code, response.headers.get('Tus-Resumable')]
  }, created.headers.get('location')!)
  expect(answer).toEqual([409, 'video.upload_offset', '1.0.0'])
})

test('an upload URL of our own pages takes nothing from a page of another site', async () => {
  const creator = await createPerson(site.url, 'creator')
  const { uploadURL } = await createUpload(creator, clip.length)
  const tried = await page.evaluate(async (url) => {
    const form = new FormData()
    form.set('file', await (await fetch('/clip.mp4')).blob(), 'clip.mp4')
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0' }
    const attempts = [
      () => fetch(url, { method: 'POST', body: form }),
      () => fetch(url, { method: 'PATCH', headers, body: new Uint8Array(10) }),
    ]
    return Promise.all(attempts.map((attempt) => attempt().then(({ status }) => status, String)))
  }, new URL(uploadURL, site.url).href)
  expect(tried).toEqual(['TypeError: Failed to fetch', 'TypeError: Failed to fetch'])
  expect(requests().sort()).toEqual(['OPTIONS 204', 'POST 403'])
})
