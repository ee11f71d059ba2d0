import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compatibleApiSettings } from '../tests/support/http/compatible-api.ts'
import { makeClip } from '../tests/support/media/clips.server.ts'
import { MAX_WAIT_MS } from '../tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'
import { openServiceClient } from './service-client.ts'

let site: TestHoshi
let clipsDir: string
let clip: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true, environment: compatibleApiSettings })
  clipsDir = await mkdtemp(join(tmpdir(), 'hoshi-clients-'))
  clip = new Uint8Array(await readFile(await makeClip(clipsDir, { seconds: 3 })))
})

afterAll(async () => {
  await site?.close()
  await rm(clipsDir, { recursive: true, force: true })
})

test('a file that tus-js-client sends from another site becomes playable there', async () => {
  const client = openServiceClient(site.url)
  const account = { account_id: compatibleApiSettings.STREAM_ACCOUNT_ID }
  const metadata = `thumbnailtimestamppct ${Buffer.from('0.9').toString('base64')}`
  const params = { 'Tus-Resumable': '1.0.0' as const, 'Upload-Length': clip.byteLength, 'Upload-Metadata': metadata }
  const created = await client.stream.create({ ...account, ...params, direct_user: true }).asResponse()
  const uid = created.headers.get('stream-media-id')!
  const Origin = 'https://elsewhere.example'
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(Buffer.from(clip), {
      uploadUrl: created.headers.get('location')!,
      headers: { Origin },
      chunkSize: Math.ceil(clip.byteLength / 3),
      onSuccess: () => resolve(),
      onError: reject,
    })
    upload.start()
  })
  const video = await vi.waitFor(
    async () => {
      const details = await client.stream.get(uid, account)
      expect([details.status?.state, details.thumbnail]).toEqual(['ready', expect.any(String)])
      return details
    },
    { timeout: MAX_WAIT_MS, interval: 200 },
  )
  expect(Date.parse(video.readyToStreamAt!)).toBeGreaterThanOrEqual(Date.parse(video.uploaded!))
  for (const url of [video.playback!.hls!, video.thumbnail!]) {
    const { status, headers } = await fetch(url, { headers: { Origin } })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  }
  const edited = await client.stream.edit(uid, { ...account, thumbnailTimestampPct: 0.1 })
  expect(edited.thumbnail).not.toBe(video.thumbnail)
  expect((await fetch(edited.thumbnail!)).status).toBe(200)
})
