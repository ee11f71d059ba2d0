// Reads the same address again and again over connections that stay open, and looks at what comes. The job is JSON in
// the first argument, the result JSON on the standard output. It speaks HTTP by itself and reads into one buffer: a
// reader that is slower than the server would measure itself.
import { createHash, type Hash } from 'node:crypto'
import { connect } from 'node:net'

/** One way to ask, and what must come back. */
export interface Wanted {
  range?: string
  sizeBytes: number
  sha256: string
}

export interface Reading {
  url: string
  connections: number
  requests: number
  /** Asked for in turn. */
  wanted: Wanted[]
}

export interface Read {
  bytes: number
}

/** Hashing everything would leave the servers waiting for us. */
const HASH_EVERY = 20
const BUFFER_BYTES = 1024 * 1024

const reading = JSON.parse(process.argv[2] ?? '') as Reading
const { hostname, port, pathname } = new URL(reading.url)
let next = 0
let bytes = 0

/** Asks over one connection, an answer after the other, until enough was asked for. */
function readOn(): Promise<void> {
  return new Promise((resolve, reject) => {
    let wanted: Wanted
    let head = ''
    let left = 0
    let hash: Hash | null = null

    function ask(): void {
      if (next >= reading.requests) return void socket.end(resolve)
      wanted = reading.wanted[next % reading.wanted.length]!
      hash = next % HASH_EVERY === 0 ? createHash('sha256') : null
      next += 1
      head = ''
      const range = wanted.range ? `Range: ${wanted.range}\r\n` : ''
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${range}\r\n`)
    }

    function fail(why: string): void {
      socket.destroy()
      reject(new Error(`${reading.url} ${wanted.range ?? ''}: ${why}`))
    }

    /** @returns where the body begins in these bytes; -1 while the head is not whole, or wrong */
    function readHead(piece: Buffer): number {
      const before = head.length
      head += piece.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return -1
      head = head.slice(0, end + 4)
      const status = head.slice(9, 12)
      left = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (status === (wanted.range ? '206' : '200') && left === wanted.sizeBytes) return head.length - before
      fail(`${status}, ${left} bytes`)
      return -1
    }

    function take(piece: Buffer): void {
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
      if (hash && hash.digest('hex') !== wanted.sha256) return void fail('other bytes')
      ask()
    }

    const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
    const onread = {
      buffer,
      callback(length: number) {
        take(buffer.subarray(0, length))
        return true
      },
    }
    const socket = connect({ host: hostname, port: Number(port), onread }, ask)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${reading.url}: the connection was closed`)))
  })
}

await Promise.all(Array.from({ length: reading.connections }, readOn))
const read: Read = { bytes }
console.log(JSON.stringify(read))
