import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callCompatibleApi, compatibleApiSettings, uploadToCompatibleApi } from '#tests/support/http/compatible-api.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let clipsDir: string
let clip: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true, environment: compatibleApiSettings })
  clipsDir = await mkdtemp(join(tmpdir(), 'hoshi-compatible-api-'))
  clip = new Uint8Array(await readFile(await makeClip(clipsDir, { seconds: 3 })))
})

afterAll(async () => {
  await site?.close()
  await rm(clipsDir, { recursive: true, force: true })
})

interface Details {
  duration: number
  status: { state: string; errorReasonCode: string }
  playback: { hls: string }
}

async function settled(uid: string): Promise<Details> {
  const getVideo = async () => {
    const { result } = (await (await callCompatibleApi(site.url, 'GET', `/${uid}`)).json()) as { result: Details }
    expect(result.status.state).toMatch(/ready|error/)
    return result
  }
  return await vi.waitFor(getVideo, { timeout: MAX_WAIT_MS, interval: 200 })
}

/** Fields of a video that are null, where the service leaves unknown ones out. */
async function nullsOf(uid: string): Promise<string[]> {
  const text = await (await callCompatibleApi(site.url, 'GET', `/${uid}`)).text()
  return text.slice(0, text.indexOf('"success"')).match(/"\w+":null/g) ?? []
}

test('a file sent to a direct upload becomes playable for everyone with its URL', async () => {
  const { uid } = await uploadToCompatibleApi(site.url, clip)
  const { status, duration, playback } = await settled(uid)
  expect([status.state, Math.round(duration)]).toEqual(['ready', 3])
  expect(await nullsOf(uid)).toEqual([])
  expect(await (await fetch(playback.hls)).text()).toMatch(/^#EXTM3U/)
})

test('a file longer than agreed fails with that reason', async () => {
  const { uid } = await uploadToCompatibleApi(site.url, clip, { maxDurationSeconds: 1 })
  expect((await settled(uid)).status).toMatchObject({
    state: 'error',
    errorReasonCode: 'ERR_DURATION_EXCEED_CONSTRAINT',
  })
  expect(await nullsOf(uid)).toEqual([])
})
