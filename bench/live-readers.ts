import { connect, type Socket } from 'node:net'

// Thousands of readers of live streams, each with a socket of its own, in a process of their own.

export type ReadersOrder =
  | { what: 'open'; port: number; path: string; count: number; cookies: string[] }
  /** Report when every reader has been told of so many views. */
  | { what: 'await'; views: number }
  | { what: 'close' }

export type ReadersReport =
  | { what: 'opened' | 'closed' }
  /** @param atMs time on the clock of `monotonicMs` */
  | { what: 'told'; atMs: number }
  | { what: 'failed'; reason: string }

/** Milliseconds on the machine's monotonic clock, the same in every process. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6

/** Streams opened at a time, each of which asks the database who opens it. */
const OPENING = 20
/** Whole events are shorter, and one may be split between two reads. */
const TAIL_CHARACTERS = 40

interface Reader {
  socket: Socket
  views: number
  tail: string
}

if (import.meta.main) {
  const readers = new Set<Reader>()
  let awaited = Number.POSITIVE_INFINITY
  let missing = 0

  const report = (message: ReadersReport) => process.send?.(message)

  function read(reader: Reader, text: string): void {
    const known = reader.tail + text
    reader.tail = known.slice(-TAIL_CHARACTERS)
    const last = [...known.matchAll(/"views":(\d+),/g)].at(-1)
    if (last === undefined) return
    const before = reader.views
    reader.views = Math.max(before, Number(last[1]))
    if (before >= awaited || reader.views < awaited) return
    missing -= 1
    if (missing === 0) report({ what: 'told', atMs: monotonicMs() })
  }

  /** Resolves with the first event, which is sent when the stream has caught up. */
  function open(port: number, path: string, cookie: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      const reader: Reader = { socket, views: 0, tail: '' }
      let head = ''
      socket.setEncoding('latin1')
      socket.on('connect', () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\nAccept: text/event-stream\r\n\r\n`,
        ),
      )
      socket.on('data', (text: string) => {
        if (readers.has(reader)) return read(reader, text)
        head += text
        if (!head.startsWith('HTTP/1.1 200 '.slice(0, head.length))) return reject(new Error(head.slice(0, 300)))
        if (!head.includes('\nid: ') && !head.includes('\ndata: ')) return
        readers.add(reader)
        resolve()
      })
      socket.on('close', () => {
        if (readers.delete(reader)) report({ what: 'failed', reason: 'A stream has ended.' })
      })
      socket.on('error', reject)
    })
  }

  async function openAll({ port, path, count, cookies }: Extract<ReadersOrder, { what: 'open' }>): Promise<void> {
    let next = 0
    const openSome = async () => {
      while (next < count) {
        next += 1
        await open(port, path, cookies[next % cookies.length]!)
      }
    }
    await Promise.all(Array.from({ length: OPENING }, openSome))
    report({ what: 'opened' })
  }

  process.on('message', (order: ReadersOrder) => {
    if (order.what === 'open') {
      openAll(order).catch((error: Error) => report({ what: 'failed', reason: error.message }))
    } else if (order.what === 'await') {
      awaited = order.views
      missing = [...readers].filter(({ views }) => views < awaited).length
      if (missing === 0) report({ what: 'told', atMs: monotonicMs() })
    } else {
      const open = [...readers]
      readers.clear()
      for (const { socket } of open) socket.destroy()
      report({ what: 'closed' })
    }
  })
}
