import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { callCompatibleApi, compatibleApiSettings } from '../tests/support/http/compatible-api.ts'
import { type ClipSpec, makeClip } from '../tests/support/media/clips.server.ts'
import { MAX_WAIT_MS } from '../tests/support/run/max-wait.ts'
import { createTestHoshi } from '../tests/support/worlds/test-hoshi.ts'
import { openServiceClient } from './service-client.ts'

/** A Hoshi with a finished video uploaded over the compatible API. */
export interface ServiceVideo {
  /** Address of its master playlist. */
  hls: string
  close(): Promise<void>
}

export async function makeServiceVideo(clip: ClipSpec): Promise<ServiceVideo> {
  const site = await createTestHoshi({ worksJobs: true, environment: compatibleApiSettings })
  const folder = await mkdtemp(join(tmpdir(), 'hoshi-clients-'))
  const response = await callCompatibleApi(site.url, 'POST', '/direct_upload', { maxDurationSeconds: 60 })
  const { uid, uploadURL } = ((await response.json()) as { result: { uid: string; uploadURL: string } }).result
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await readFile(await makeClip(folder, clip)))], 'clip.mp4'))
  await fetch(uploadURL, { method: 'POST', body: form })
  const client = openServiceClient(site.url)
  const hls = await vi.waitFor(
    async () => {
      const { status, playback } = await client.stream.get(uid, { account_id: compatibleApiSettings.STREAM_ACCOUNT_ID })
      if (status?.state !== 'ready' || !playback?.hls) throw new Error(`The video is ${status?.state}.`)
      return playback.hls
    },
    { timeout: MAX_WAIT_MS, interval: 200 },
  )
  return {
    hls,
    async close() {
      await site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
