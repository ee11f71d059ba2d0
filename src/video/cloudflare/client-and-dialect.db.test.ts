import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialectSettings } from '#tests/support/dialect.ts'
import { createPerson } from '#tests/support/person.ts'
import { makeReadyVideo } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { type CloudflareClient, createCloudflareClient } from './cloudflare-client.server.ts'
import { learn } from './service-state.ts'

// One Hoshi's client of the hosted service, against another Hoshi that answers in its dialect.
let site: TestHoshi
let client: CloudflareClient
let dir: string

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web', ...dialectSettings } })
  dir = await mkdtemp(join(tmpdir(), 'hoshi-client-'))
  client = open(dialectSettings.STREAM_API_TOKEN)
})

afterAll(async () => {
  await site?.close()
  await rm(dir, { recursive: true, force: true })
})

function open(apiToken: string): CloudflareClient {
  return createCloudflareClient({
    accountId: dialectSettings.STREAM_ACCOUNT_ID,
    apiToken,
    apiUrl: `${site.url}/client/v4`,
  })
}

const nothing = {
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
  const wish = { name: 'rain.mp4', maxSeconds: 600, expiresAt, creator: creator.account.uid }
  const { uid, uploadURL } = await client.openFormUpload(wish)
  const path = join(dir, 'rain')
  await writeFile(path, 'some bytes')
  expect(await client.find(uid)).toMatchObject({ status: { state: 'pendingupload' }, duration: -1 })
  await client.sendForm(uploadURL, { path, name: 'rain.mp4' })
  expect(learn(nothing, (await client.find(uid))!)).toMatchObject({ state: 'queued' })
  await expect(client.sendForm(uploadURL, { path, name: 'rain.mp4' })).rejects.toMatchObject({ kind: 'refused' })
})

test('a video that plays there plays here', async () => {
  const creator = await createPerson(site.url, 'creator')
  const { uid } = await makeReadyVideo(site, creator)
  const told = await client.find(uid)
  const learned = { state: 'ready', percent_complete: 100, duration_seconds: 2, width: 320, height: 180 }
  expect(learn(nothing, told!)).toMatchObject(learned)
})

test('what is not there is not found, and a wrong token is told apart', async () => {
  expect(await client.find('unknown')).toBeNull()
  await expect(open('another').find('unknown')).rejects.toMatchObject({ kind: 'credentials' })
  const expiresAt = new Date(Date.now() + 3_600_000)
  const tooLong = { name: 'rain.mp4', maxSeconds: 601, expiresAt, creator: 'nobody' }
  await expect(client.openFormUpload(tooLong)).rejects.toMatchObject({ kind: 'refused' })
})
