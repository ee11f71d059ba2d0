import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** Large reads: a read for every few bytes that arrive would cost more than all the rest. */
const READ_BYTES = 1024 * 1024
/** The writer tells only when the file is complete; an event for each of its writes would be one for every few kilobytes. */
const POLL_MS = 50
/** Longest wait for bytes that do not arrive. */
const IDLE_MS = 30_000

/** A file to which another writer appends until it has its declared size. */
export interface GrowingFile {
  sizeBytes: number
  /**
   * Writes all of it, or its first `maxBytes`, to `sink`, each byte soon after it arrives, and calls `onStep` after each write; stops when `sink`
   * fails, and does not end it. @throws Error when the wait is ended, or nothing arrives
   */
  copyTo(sink: Writable, onStep: () => void, maxBytes?: number): Promise<void>
  /** Bytes from a position, soon after they arrive; null when they are beyond the end. @throws as `copyTo` */
  at(position: number, length: number): Promise<DataView | null>
  /** Ends all waits: every byte has arrived. */
  complete(): void
}

/** @param signal ends every wait */
export function openGrowingFile(
  path: string,
  sizeBytes: number,
  signal: AbortSignal,
  idleMs: number = IDLE_MS,
): GrowingFile {
  const complete = new AbortController()
  const noMore = AbortSignal.any([signal, complete.signal])

  /** Each piece is in the same buffer as the one before, and overwrites it. */
  async function* pieces(from: number, to: number): AsyncGenerator<Buffer> {
    await using file = await open(path)
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, to - from))
    let grownAt = performance.now()
    for (let at = from; at < to; ) {
      const isComplete = complete.signal.aborted
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, to - at), at)
      signal.throwIfAborted()
      at += bytesRead
      if (bytesRead > 0) {
        yield buffer.subarray(0, bytesRead)
        grownAt = performance.now()
        continue
      }
      if ((await file.stat()).size < at) throw new Error('The file was rewritten.')
      if (isComplete) throw new Error('The file ended before its declared size.')
      if (performance.now() - grownAt > idleMs) throw new Error('No more bytes arrive.')
      await pause(POLL_MS, undefined, { signal: noMore }).catch(() => {})
    }
  }

  return {
    sizeBytes,
    async copyTo(sink, onStep, maxBytes = sizeBytes) {
      for await (const piece of pieces(0, Math.min(maxBytes, sizeBytes))) {
        if (!(await write(sink, piece))) return
        onStep()
      }
    },
    async at(position, length) {
      if (position + length > sizeBytes) return null
      const bytes = Buffer.alloc(length)
      let filled = 0
      for await (const piece of pieces(position, position + length)) filled += piece.copy(bytes, filled)
      return new DataView(bytes.buffer, bytes.byteOffset, length)
    },
    complete: () => complete.abort(),
  }
}

/** @returns whether the bytes were written */
function write(sink: Writable, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    sink.write(bytes, (error) => resolve(!error))
  })
}
