import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createPerson, type Person } from '#tests/support/person.ts'
import { type Address, askForAddress } from '#tests/support/tus.ts'
import type { Figure } from './figures.ts'
import { residentMb, withHoshi } from './hoshi-process.ts'
import { CHUNK_BYTES, sendForm, sendPiece, videoOf } from './upload.ts'

const SIZE_BYTES = 1_500_000_000
const SAMPLE_EVERY_MS = 50
const GOAL_MB = 150
/** Between the sign-up and the measurement: what that used is given back or here to stay. */
const REST_MS = 1000
const VERDICT_LIMIT_MS = 60_000

type Send = (address: Address) => Promise<void>

const ways: Record<string, Send> = {
  'tus, 16 MB pieces': async ({ uploadURL }) => {
    for (let from = 0; from < SIZE_BYTES; from += CHUNK_BYTES) {
      await sendPiece(uploadURL, from, Math.min(from + CHUNK_BYTES, SIZE_BYTES), read)
    }
  },
  'tus, one PATCH': ({ uploadURL }) => sendPiece(uploadURL, 0, SIZE_BYTES, read),
  'plain form': ({ uploadURL }) => sendForm(uploadURL, SIZE_BYTES, read),
}

/**
 * What the server process gains in resident memory while 1.5 GB comes in, each way on a fresh server. The bytes are no
 * video; the refusal that follows is part of the measurement.
 */
export async function measureUploadMemory(note: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, send] of Object.entries(ways)) {
    const { before, peak, seconds } = await withHoshi(async (hoshi) => {
      const creator = await createPerson(hoshi.url, 'creator')
      await pause(REST_MS)
      return watched(hoshi.pid, creator, send)
    })
    const speed = SIZE_BYTES / 1e6 / seconds
    note(`${name}: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; ${seconds.toFixed(1)} s`)
    figures.push(
      { name: `upload 1.5 GB, ${name}: memory before`, value: before, unit: 'MB' },
      { name: `upload 1.5 GB, ${name}: memory at most`, value: peak, unit: 'MB' },
      { name: `upload 1.5 GB, ${name}: memory growth`, value: peak - before, unit: 'MB', goal: GOAL_MB },
      { name: `upload 1.5 GB, ${name}: speed`, value: speed, unit: 'MB/s' },
    )
  }
  return figures
}

async function watched(pid: number, creator: Person, send: Send) {
  const before = await residentMb(pid)
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      // A server that died is reported by the upload that fails with it.
      peak = Math.max(peak, await residentMb(pid).catch(() => 0))
      await pause(SAMPLE_EVERY_MS)
    }
  })()
  try {
    const address = await askForAddress(creator, SIZE_BYTES)
    const begun = performance.now()
    await send(address)
    const seconds = (performance.now() - begun) / 1000
    await refused(creator, address.uid)
    return { before, peak, seconds }
  } finally {
    isOver = true
    await watching
  }
}

async function refused(creator: Person, uid: string): Promise<void> {
  const limit = performance.now() + VERDICT_LIMIT_MS
  while ((await videoOf(creator, uid)).status.state !== 'error') {
    if (performance.now() > limit) throw new Error('Random bytes were not refused as a video within a minute.')
    await pause(SAMPLE_EVERY_MS)
  }
}

const block = randomBytes(1024 * 1024)

/** The same random megabyte over and over, made on the way. */
function* read(from: number, to: number): Iterable<Uint8Array> {
  for (let at = from; at < to; ) {
    const inBlock = at % block.length
    const piece = block.subarray(inBlock, Math.min(block.length, inBlock + to - at))
    yield piece
    at += piece.length
  }
}
