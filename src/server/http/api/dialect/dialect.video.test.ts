import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { callDialect, dialectSettings, uploadInDialect } from '#tests/support/dialect.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

let site: TestHoshi
let clipsDir: string
let clip: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  site = await createTestHoshi({ environment: dialectSettings })
  clipsDir = await mkdtemp(join(tmpdir(), 'hoshi-dialect-'))
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
  const look = async () => {
    const { result } = (await (await callDialect(site.url, 'GET', `/${uid}`)).json()) as { result: Details }
    expect(result.status.state).toMatch(/ready|error/)
    return result
  }
  return await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 200 })
}

test('a file sent to a direct upload becomes playable by whoever knows its address', async () => {
  const { uid } = await uploadInDialect(site.url, clip)
  const { status, duration, playback } = await settled(uid)
  expect([status.state, Math.round(duration)]).toEqual(['ready', 3])
  expect(await (await fetch(playback.hls)).text()).toMatch(/^#EXTM3U/)
})

test('a file longer than was agreed ends with that reason', async () => {
  const { uid } = await uploadInDialect(site.url, clip, { maxDurationSeconds: 1 })
  expect((await settled(uid)).status).toMatchObject({
    state: 'error',
    errorReasonCode: 'ERR_DURATION_EXCEED_CONSTRAINT',
  })
})
