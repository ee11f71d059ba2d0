import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises'
import { type ClientRequest, createServer, get, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDiskStorage, type DiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createObjectCache, type ObjectCache } from '#platform/object-cache.server.ts'
import { createObjectHandler } from './stored-object.server.ts'

let dir: string
let disk: DiskStorage
let objectCache: ObjectCache
let http: Server
let url: string
const open = { count: 0, bytesRead: 0 }

const bytes = {
  huge: randomBytes(9_000_000),
  segment: randomBytes(3_000_000),
  small: randomBytes(200_000),
  tiny: randomBytes(33),
  empty: Buffer.alloc(0),
}
type Name = keyof typeof bytes

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-sending-'))
  disk = createDiskStorage(dir)
  await mkdir(join(dir, 'files'))
  for (const [name, content] of Object.entries(bytes)) await writeFile(join(dir, 'files', name), content)
  objectCache = createObjectCache({
    stat: disk.stat,
    async open(key) {
      const object = await disk.open(key)
      if (!object) return null
      open.count += 1
      return {
        ...object,
        async readInto(into, length, position) {
          const got = await object.readInto(into, length, position)
          open.bytesRead += got
          return got
        },
        close() {
          open.count -= 1
          return object.close()
        },
      }
    },
  })
  const handle = createObjectHandler({
    folder: 'files',
    objectCache,
    log: createLog('silent'),
    async resolveObject(request) {
      const { url: path = '' } = request
      // Looked up so slowly that the client has disconnected.
      if (path.endsWith('/late')) await once(request, 'close').catch(() => {})
      return { key: path.slice(1), type: 'video/iso.segment', isPublic: true }
    },
  })
  http = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})

afterAll(async () => {
  http?.closeAllConnections()
  http?.close()
  objectCache?.close()
  await rm(dir, { recursive: true, force: true })
})

/** Resolves with the head of a response, before its body is read. */
function ask(name: string, headers: Record<string, string> = {}): Promise<[IncomingMessage, ClientRequest]> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/files/${name}`, { headers, agent: false }, (response) => resolve([response, request]))
    request.on('error', reject)
  })
}

describe('concurrent readers', () => {
  test('get exactly their bytes, all or a range, from memory or not', async () => {
    const names = Object.keys(bytes) as Name[]
    const readers = Array.from({ length: 60 }, async (_, n) => {
      const name = names[n % names.length]!
      const complete = bytes[name]
      const from = Math.floor((complete.length * n) / 60)
      const to = from + Math.floor(((complete.length - from) * ((n * 7) % 60)) / 60)
      const isPartial = n % 2 === 1 && complete.length > 0
      const [response] = await ask(name, isPartial ? { Range: `bytes=${from}-${to}` } : {})
      expect(response.statusCode).toBe(isPartial ? 206 : 200)
      const got = await buffer(response)
      expect(got.equals(isPartial ? complete.subarray(from, to + 1) : complete), `${name} ${from}-${to}`).toBe(true)
    })
    await Promise.all(readers)
  })

  test('on one connection get their responses in order', async () => {
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    const order: Name[] = ['segment', 'tiny', 'huge', 'small', 'empty', 'tiny']
    const last = 'Connection: close\r\n'
    for (const [n, name] of order.entries())
      socket.write(`GET /files/${name} HTTP/1.1\r\nHost: x\r\n${n === order.length - 1 ? last : ''}\r\n`)
    let rest = await buffer(socket)
    for (const name of order) {
      const head = rest.indexOf('\r\n\r\n') + 4
      expect(rest.subarray(0, 15).toString()).toBe('HTTP/1.1 200 OK')
      expect(rest.subarray(head, head + bytes[name].length).equals(bytes[name]), name).toBe(true)
      rest = rest.subarray(head + bytes[name].length)
    }
    expect(rest.length).toBe(0)
  })
})

describe('media are sent as stored', () => {
  test('never compressed', async () => {
    const [response] = await ask('small', { 'Accept-Encoding': 'gzip, br, zstd' })
    expect([response.headers['content-encoding'], response.headers.vary]).toEqual([undefined, undefined])
    expect((await buffer(response)).equals(bytes.small)).toBe(true)
  })

  test('a suffix range gets the end of a file, and any range of an empty one is refused', async () => {
    const [response] = await ask('segment', { Range: 'bytes=-100' })
    expect(response.headers['content-range']).toBe('bytes 2999900-2999999/3000000')
    expect((await buffer(response)).equals(bytes.segment.subarray(-100))).toBe(true)
    const [none] = await ask('empty', { Range: 'bytes=0-' })
    expect([none.statusCode, none.headers['content-range']]).toEqual([416, 'bytes */0'])
    none.resume()
  })

  test('HEAD ignores a range, whether the file has it or not', async () => {
    for (const range of ['bytes=0-9', 'bytes=9000000-']) {
      const { status, headers } = await fetch(`${url}/files/tiny`, { method: 'HEAD', headers: { Range: range } })
      expect([status, headers.get('content-length'), headers.get('content-range')], range).toEqual([200, '33', null])
    }
  })

  test('a weak or dated condition on a range gets the entire file', async () => {
    const [first] = await ask('tiny')
    first.resume()
    const tag = first.headers.etag!
    for (const [condition, status] of [
      [tag, 206],
      [`W/${tag}`, 200],
      [new Date().toUTCString(), 200],
    ] as const) {
      const [response] = await ask('tiny', { Range: 'bytes=0-3', 'If-Range': condition })
      expect(response.statusCode, condition).toBe(status)
      response.resume()
    }
  })
})

describe('a reader', () => {
  /** A file of zeros, too large for the socket buffers and for the cache in memory. */
  async function aVeryLargeFile(name: string): Promise<number> {
    const file = await openFile(join(dir, 'files', name), 'w')
    await file.truncate(60_000_000)
    await file.close()
    return 60_000_000
  }

  /** A request that was still looking its object up may have added it since the last eviction. */
  function usageAfterEviction() {
    objectCache.evictFolder('files')
    return [open.count, objectCache.usage()]
  }

  test('that disconnects in the middle leaves nothing open', async () => {
    await aVeryLargeFile('left')
    const responses = await Promise.all(Array.from({ length: 8 }, () => ask('left')))
    for (const [response, request] of responses) {
      response.once('data', () => request.destroy())
      response.on('error', () => {})
    }
    await Promise.all(responses.map(([response]) => new Promise((closed) => response.once('close', closed))))
    objectCache.evictFolder('files')
    await expect.poll(() => open.count).toBe(0)
  })

  test('that disconnects with several responses queued leaves nothing open', async () => {
    await aVeryLargeFile('queued')
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    for (const name of ['queued', 'segment', 'queued', 'small']) {
      socket.write(`GET /files/${name} HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(usageAfterEviction).toEqual([0, { descriptors: 0, memoryBytes: 0 }])
  })

  test('that disconnects before its object is found leaves nothing open', async () => {
    await aVeryLargeFile('queued')
    await writeFile(join(dir, 'files/late'), bytes.small)
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    for (const name of ['queued', 'late']) socket.write(`GET /files/${name} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => objectCache.usage().memoryBytes).toBeGreaterThan(bytes.small.length)
    await expect.poll(usageAfterEviction).toEqual([0, { descriptors: 0, memoryBytes: 0 }])
  })

  test('that pauses causes few reads, does not delay others, and gets everything after resuming', async () => {
    const size = await aVeryLargeFile('slow')
    const before = open.bytesRead
    const [slow] = await ask('slow')
    const [quick] = await ask('tiny')
    expect((await buffer(quick)).equals(bytes.tiny)).toBe(true)
    expect(open.bytesRead - before).toBeLessThan(size / 2)
    expect((await buffer(slow)).length).toBe(size)
  })

  test('can finish an object that is removed, and the next one finds nothing', async () => {
    const size = await aVeryLargeFile('removed')
    const [response] = await ask('removed')
    await disk.remove('files/removed')
    objectCache.evictFolder('files')
    const [after] = await ask('removed')
    expect(after.statusCode).toBe(404)
    after.resume()
    expect((await buffer(response)).length).toBe(size)
    await expect.poll(() => open.count).toBe(0)
  })

  test('of a truncated object is cut off, so that it never looks complete', async () => {
    await aVeryLargeFile('cut')
    const [response] = await ask('cut')
    const file = await openFile(join(dir, 'files/cut'), 'r+')
    await file.truncate(1000)
    await file.close()
    await expect(buffer(response)).rejects.toThrow('aborted')
    await expect.poll(() => open.count).toBeLessThanOrEqual(1)
  })
})
