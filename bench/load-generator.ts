// Reads the same URL repeatedly over keep-alive connections, and checks the responses. The job is JSON in the first
// argument, the result JSON on standard output. It has its own HTTP client that reads into one buffer: a reader slower
// than the server would measure itself.
import { createHash, type Hash } from 'node:crypto'
import { connect } from 'node:net'

/** One kind of request, and the expected body. */
export interface ExpectedResponse {
  range?: string
  sizeBytes: number
  sha256: string
}

export interface LoadJob {
  url: string
  connections: number
  requests: number
  /** Requested in turn. */
  expected: ExpectedResponse[]
}

export interface LoadResult {
  bytes: number
}

/** Hashing every response would keep the servers waiting. */
const HASH_EVERY = 20
const BUFFER_BYTES = 1024 * 1024

const job = JSON.parse(process.argv[2] ?? '') as LoadJob
const { hostname, port, pathname } = new URL(job.url)
let next = 0
let bytes = 0

/** Sends requests over one connection, one at a time, until all are sent. */
function runConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    let expected: ExpectedResponse
    let head = ''
    let left = 0
    let hash: Hash | null = null

    function sendNext(): void {
      if (next >= job.requests) return void socket.end(resolve)
      expected = job.expected[next % job.expected.length]!
      hash = next % HASH_EVERY === 0 ? createHash('sha256') : null
      next += 1
      head = ''
      const range = expected.range ? `Range: ${expected.range}\r\n` : ''
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${range}\r\n`)
    }

    function fail(why: string): void {
      socket.destroy()
      reject(new Error(`${job.url} ${expected.range ?? ''}: ${why}`))
    }

    /** @returns offset of the body in these bytes; -1 while the head is incomplete, or when it is wrong */
    function readHead(piece: Buffer): number {
      const before = head.length
      head += piece.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return -1
      head = head.slice(0, end + 4)
      const status = head.slice(9, 12)
      left = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (status === (expected.range ? '206' : '200') && left === expected.sizeBytes) return head.length - before
      fail(`${status}, ${left} bytes`)
      return -1
    }

    function onData(piece: Buffer): void {
      let from = 0
      if (left === 0) {
        from = readHead(piece)
        if (from < 0) return
      }
      const length = piece.length - from
      if (length > left) return void fail('more bytes than announced')
      hash?.update(piece.subarray(from))
      left -= length
      bytes += length
      if (left > 0) return
      if (hash && hash.digest('hex') !== expected.sha256) return void fail('other bytes')
      sendNext()
    }

    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const onread = {
      buffer,
      callback(length: number) {
        onData(buffer.subarray(0, length))
        return true
      },
    }
    const socket = connect({ host: hostname, port: Number(port), onread }, sendNext)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${job.url}: the connection was closed`)))
  })
}

await Promise.all(Array.from({ length: job.connections }, runConnection))
const result: LoadResult = { bytes }
console.log(JSON.stringify(result))
