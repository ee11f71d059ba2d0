import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { type CloudflareClient, createCloudflareClient } from './client.server.ts'
import { mergeReport } from './service-state.ts'

// One Hoshi's client of the hosted service, against another Hoshi's compatible API.
let site: TestHoshi
let client: CloudflareClient
let dir: string

beforeAll(async () => {
  site = await createTestHoshi({ environment: compatibleApiSettings })
  dir = await mkdtemp(join(tmpdir(), 'hoshi-client-'))
  client = open(compatibleApiSettings.STREAM_API_TOKEN)
})

afterAll(async () => {
  await site?.close()
  await rm(dir, { recursive: true, force: true })
})

function open(apiToken: string): CloudflareClient {
  return createCloudflareClient({
    accountId: compatibleApiSettings.STREAM_ACCOUNT_ID,
    apiToken,
    apiUrl: `${site.url}/client/v4`,
  })
}

const initial = {
  state: 'pendingupload' as const,
  percent_complete: 0,
  reason_code: null,
  duration_seconds: null,
  width: null,
  height: null,
}

test('a file sent by form is received', async () => {
  const creator = await createPerson(site.url, 'creator')
  const expiresAt = new Date(Date.now() + 3_600_000)
  const options = { name: 'rain.mp4', maxSeconds: 600, expiresAt, creator: creator.account.uid }
  const { uid, uploadURL } = await client.openFormUpload(options)
  const path = join(dir, 'rain')
  await writeFile(path, 'some bytes')
  expect(await client.find(uid)).toMatchObject({ status: { state: 'pendingupload' }, duration: -1 })
  await client.sendForm(uploadURL, { path, name: 'rain.mp4' })
  expect(mergeReport(initial, (await client.find(uid))!)).toMatchObject({ state: 'queued' })
  await expect(client.sendForm(uploadURL, { path, name: 'rain.mp4' })).rejects.toMatchObject({ kind: 'refused' })
})

test('a video that is ready at the service is ready here', async () => {
  const creator = await createPerson(site.url, 'creator')
  const { uid } = await makeReadyVideo(site, creator)
  const report = await client.find(uid)
  const expected = { state: 'ready', percent_complete: 100, duration_seconds: 2, width: 320, height: 180 }
  expect(mergeReport(initial, report!)).toMatchObject(expected)
})

test('an unknown video, a wrong token and an excessive length are distinguished', async () => {
  expect(await client.find('unknown')).toBeNull()
  await expect(open('another').find('unknown')).rejects.toMatchObject({ kind: 'credentials' })
  const expiresAt = new Date(Date.now() + 3_600_000)
  const tooLong = { name: 'rain.mp4', maxSeconds: 601, expiresAt, creator: 'nobody' }
  await expect(client.openFormUpload(tooLong)).rejects.toMatchObject({ kind: 'refused' })
})
