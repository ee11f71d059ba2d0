import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { IndexLine } from './archive-index.ts'
import { ArchiveProblem } from './archive-problem.ts'

/** Most memory for the values of a reader, which takes some 150 MB more in all. @see docs/product.md#limits */
const HEAP_MAX_MIB = 192
/** Slower than any disk, so that only a reader that hangs is ended. */
const LEAST_BYTES_PER_SECOND = 5 * 1024 ** 2
const LEAST_SECONDS = 120
const STDERR_MAX_CHARACTERS = 2000
/** V8 ends its process by one of these when the memory is used up. */
const outOfMemorySignals: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL']

const program = join(import.meta.dirname, 'read-archive.child.ts')

/**
 * Reads an archive in a process of its own, which is ended when it takes too much memory or time.
 *
 * @param spool an empty file, which receives the values that the lines name
 * @throws ArchiveProblem, also when the reader does not get through; Error when the disk fails
 */
export async function* readArchive(
  archive: FileHandle,
  sizeBytes: number,
  spool: FileHandle,
  signal: AbortSignal,
): AsyncGenerator<IndexLine> {
  signal.throwIfAborted()
  const args = [`--max-old-space-size=${HEAP_MAX_MIB}`, program]
  const stdio = [archive.fd, 'pipe', 'pipe', spool.fd, 'ipc'] as const
  const child = spawn(process.execPath, args, { env: {}, stdio: [...stdio] })
  const kill = () => child.kill('SIGKILL')
  const seconds = LEAST_SECONDS + sizeBytes / LEAST_BYTES_PER_SECOND
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    kill()
  }, seconds * 1000)
  signal.addEventListener('abort', kill, { once: true })
  const closed = once(child, 'close')
  closed.catch(() => {})
  const errors = collectErrors(child)
  try {
    let last: IndexLine | null = null
    for await (const text of createInterface({ input: child.stdout!, crlfDelay: Infinity })) {
      last = JSON.parse(text) as IndexLine
      if (last.is !== 'end') yield last
    }
    const [code, end] = (await closed) as [number | null, NodeJS.Signals | null]
    signal.throwIfAborted()
    if (isLate) throw new ArchiveProblem('interrupted')
    if (last?.is === 'end') {
      if (last.problem) throw new ArchiveProblem(last.problem)
      return
    }
    const failure = new Error(`The reader of archives ended with ${end ?? code}: ${errors.text()}`)
    if (outOfMemorySignals.includes(end)) throw new ArchiveProblem('document_unreadable', { cause: failure })
    throw failure
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
    kill()
  }
}

function collectErrors(child: ChildProcess) {
  let text = ''
  child.stderr!.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-STDERR_MAX_CHARACTERS)
  })
  return { text: () => text.trim() }
}
