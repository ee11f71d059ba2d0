import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** Large steps: a step for every few bytes that come would cost more than all the rest. */
const READ_BYTES = 1024 * 1024
const LOOK_EVERY_MS = 50
/** Nobody waits longer than this for bytes that do not come. */
const IDLE_MS = 30_000

/** A file to which somebody else appends until it is as long as was said. */
export interface GrowingFile {
  sizeBytes: number
  /**
   * Gives all of it to `sink`, each byte soon after it is there, and tells of each step; less when `sink` wants no more.
   * Does not end it. @throws Error when the wait is ended, or nothing comes
   */
  copyTo(sink: Writable, onStep: () => void): Promise<void>
  /** Some bytes from a place, soon after they are there; null when they lie beyond the end. @throws as `copyTo` */
  at(position: number, length: number): Promise<DataView | null>
  /** Nobody waits any more: all of it is there. */
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

  /** Each piece lies in the same buffer as the one before. */
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
      if ((await file.stat()).size < at) throw new Error('The file was written anew.')
      if (isComplete) throw new Error('The file ended before its end.')
      if (performance.now() - grownAt > idleMs) throw new Error('Nothing more comes.')
      await pause(LOOK_EVERY_MS, undefined, { signal: noMore }).catch(() => {})
    }
  }

  return {
    sizeBytes,
    async copyTo(sink, onStep) {
      for await (const piece of pieces(0, sizeBytes)) {
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

/** Whether the bytes are with the system. */
function write(sink: Writable, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    sink.write(bytes, (error) => resolve(!error))
  })
}
