import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

/** The requests of all viewers together, and their answers. */
export interface Tally {
  requests: number
  bytes: number
  /** Bytes of segments and other media, without pictures. */
  mediaBytes: number
  /** Time until each page, or its data, was complete, in milliseconds. */
  pageTimes: number[]
  views: number
  segments: number
  /** Segments that arrived after their moment in the video. */
  lateSegments: number
  /** Answers that no viewer should get. */
  failures: string[]
  /** Requests whose connection broke, or was refused. */
  broken: number
}

export function createTally(): Tally {
  return {
    requests: 0,
    bytes: 0,
    mediaBytes: 0,
    pageTimes: [],
    views: 0,
    segments: 0,
    lateSegments: 0,
    failures: [],
    broken: 0,
  }
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Empty where the text was not asked for. */
  text: string
  bytes: number
}

interface CachedAnswer {
  /** The ETag to ask with; null while the answer need not be asked for again. */
  tag: string | null
  text: string
}

/** Connections to each node, as many as a proxy would open. A node closes those beyond its own limit, which is higher. */
const CONNECTIONS = 2000

/** Connections are shared, as a proxy in front of the nodes does. */
export function createConnections(): Agent {
  return new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
}

/** One person's browser without an account: an address, cookies, and a cache that obeys `Cache-Control` and `ETag`. */
export class Browser {
  readonly #cache = new Map<string, CachedAnswer>()
  readonly #address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.')
  #cookie: string | null = null
  #asked = Math.floor(Math.random() * 1000)

  readonly tally: Tally
  readonly #nodes: readonly string[]
  readonly #connections: Agent

  /** @param nodes URLs of the site's nodes */
  constructor(nodes: readonly string[], tally: Tally, connections: Agent) {
    this.tally = tally
    this.#nodes = nodes
    this.#connections = connections
  }

  /** @param options.isRead whether the body is needed as text */
  async get(path: string, { isRead = false } = {}): Promise<Pick<Answer, 'text' | 'bytes'>> {
    const { tag, text } = this.#cache.get(path) ?? {}
    if (tag === null) return { text: text ?? '', bytes: 0 }
    const answer = await this.#send('GET', path, tag === undefined ? {} : { 'If-None-Match': tag }, null, isRead)
    const control = String(answer.headers['cache-control'] ?? '')
    if (answer.status === 304) return { text: text ?? '', bytes: answer.bytes }
    if (control.includes('immutable')) this.#cache.set(path, { tag: null, text: answer.text })
    else if (answer.headers.etag !== undefined && !control.includes('no-store'))
      this.#cache.set(path, { tag: answer.headers.etag, text: answer.text })
    return answer
  }

  async post(path: string, body: object): Promise<Answer> {
    return await this.#send('POST', path, { 'Content-Type': 'application/json' }, JSON.stringify(body), false)
  }

  /** The nodes take turns, as behind a proxy. */
  async #send(method: string, path: string, own: Record<string, string>, body: string | null, isRead: boolean) {
    this.#asked += 1
    const node = this.#nodes[this.#asked % this.#nodes.length]!
    const headers = {
      ...own,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Accept-Encoding': 'gzip, br, zstd',
      'X-Forwarded-For': `10.${this.#address}`,
      ...(method === 'POST' ? { Origin: node } : {}),
      ...(this.#cookie === null ? {} : { Cookie: this.#cookie }),
    }
    const answer = await this.#exchange(`${node}${path}`, method, headers, body, isRead)
    this.tally.requests += 1
    this.tally.bytes += answer.bytes
    if (answer.status >= 400) this.tally.failures.push(`${method} ${path}: ${answer.status}`)
    const [cookie] = answer.headers['set-cookie'] ?? []
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? null
    return answer
  }

  #exchange(
    url: string,
    method: string,
    headers: Record<string, string>,
    body: string | null,
    isRead: boolean,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#connections }, (response) => {
        let bytes = 0
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => {
          bytes += piece.length
          if (isRead) pieces.push(piece)
        })
        response.on('error', reject)
        response.on('end', () => {
          const text = decoded(Buffer.concat(pieces), response.headers['content-encoding'])
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, bytes })
        })
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The node may close an idle connection just then; browsers ask again.
        const isClosedIdle = sent.reusedSocket && error.code === 'ECONNRESET'
        if (isClosedIdle) resolve(this.#exchange(url, method, headers, body, isRead))
        else reject(error)
      })
      sent.end(body ?? undefined)
    })
  }
}

function decoded(bytes: Buffer, coding = 'none'): string {
  if (bytes.length === 0) return ''
  const decode = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[coding]
  return (decode ? decode(bytes) : bytes).toString()
}
