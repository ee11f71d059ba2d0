import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, type UploadTarget } from '#tests/support/http/tus.ts'
import type { Figure } from './figures.ts'
import { withHoshi } from './hoshi-process.ts'
import { withMemoryPeak } from './memory-peak.ts'
import { CHUNK_BYTES, sendChunk, sendForm, videoOf } from './upload.ts'

const SIZE_BYTES = 1_500_000_000
const CHECK_EVERY_MS = 50
const GOAL_MB = 150
/** Pause after the sign-up: memory that it used is released by then, or permanent. */
const SETTLE_MS = 1000
const VALIDATION_TIMEOUT_MS = 60_000

type Send = (upload: UploadTarget) => Promise<void>

const methods: Record<string, Send> = {
  'tus, 16 MB pieces': async ({ uploadURL }) => {
    for (let from = 0; from < SIZE_BYTES; from += CHUNK_BYTES) {
      await sendChunk(uploadURL, from, Math.min(from + CHUNK_BYTES, SIZE_BYTES), read)
    }
  },
  'tus, one PATCH': ({ uploadURL }) => sendChunk(uploadURL, 0, SIZE_BYTES, read),
  'plain form': ({ uploadURL }) => sendForm(uploadURL, SIZE_BYTES, read),
}

/**
 * Growth of the server's resident memory during an upload of 1.5 GB, each way on a fresh server. The bytes are not a
 * video; their refusal is part of the measurement.
 */
export async function measureUploadMemory(report: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, send] of Object.entries(methods)) {
    const { before, peak, seconds } = await withHoshi(async (hoshi) => {
      const creator = await createPerson(hoshi.url, 'creator')
      await pause(SETTLE_MS)
      return measureUpload(hoshi.pid, creator, send)
    })
    const speed = SIZE_BYTES / 1e6 / seconds
    report(`${name}: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; ${seconds.toFixed(1)} s`)
    figures.push(
      { name: `upload 1.5 GB, ${name}: memory before`, value: before, unit: 'MB' },
      { name: `upload 1.5 GB, ${name}: memory at most`, value: peak, unit: 'MB' },
      { name: `upload 1.5 GB, ${name}: memory growth`, value: peak - before, unit: 'MB', goal: GOAL_MB },
      { name: `upload 1.5 GB, ${name}: speed`, value: speed, unit: 'MB/s' },
    )
  }
  return figures
}

async function measureUpload(pid: number, creator: Person, send: Send) {
  const { before, peak, result } = await withMemoryPeak(pid, async () => {
    const upload = await createUpload(creator, SIZE_BYTES)
    const startedAt = performance.now()
    await send(upload)
    const seconds = (performance.now() - startedAt) / 1000
    await waitForRefusal(creator, upload.uid)
    return seconds
  })
  return { before, peak, seconds: result }
}

async function waitForRefusal(creator: Person, uid: string): Promise<void> {
  const limit = performance.now() + VALIDATION_TIMEOUT_MS
  while ((await videoOf(creator, uid)).status.state !== 'error') {
    if (performance.now() > limit) throw new Error('Random bytes were not refused as a video within a minute.')
    await pause(CHECK_EVERY_MS)
  }
}

const block = randomBytes(1024 * 1024)

/** Bytes of a random mebibyte that repeats. */
function* read(from: number, to: number): Iterable<Uint8Array> {
  for (let at = from; at < to; ) {
    const inBlock = at % block.length
    const piece = block.subarray(inBlock, Math.min(block.length, inBlock + to - at))
    yield piece
    at += piece.length
  }
}
