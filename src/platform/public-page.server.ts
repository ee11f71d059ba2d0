import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isPublicAddress } from './ip-address.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024
const MAX_REDIRECTS = 3

/** The internet, as tests replace it. */
export interface Internet {
  /** All IP addresses of a host. */
  resolve(host: string): Promise<{ address: string; family: number }[]>
  isPublic(address: string): boolean
  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ReturnType<typeof request>
  timeoutMs: number
}

const internet: Internet = {
  resolve: (host) => lookup(host, { all: true }),
  isPublic: isPublicAddress,
  request,
  timeoutMs: TIMEOUT_MS,
}

/** Reads pages of the public internet whose URLs come from people. */
export type FetchPublicPage = (url: string) => Promise<string | null>

/**
 * Creates a reader of pages: https on its usual port, public addresses only, each host resolved once, redirects within
 * the same host only, five seconds in all, no cookies, no credentials. Of a larger page it reads the first 256 KiB.
 *
 * @param userAgent names this server to the others
 * @returns the HTML of a page; null when there is none, or when it may not be fetched
 */
export function createPublicPages(userAgent: string, outside: Internet = internet): FetchPublicPage {
  return async (raw) => {
    const start = readAllowedUrl(raw)
    if (!start) return null
    const signal = AbortSignal.timeout(outside.timeoutMs)
    try {
      const pinned = await publicAddressOf(start.hostname, outside, signal)
      if (!pinned) return null
      let url = start
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const response = await open(url, pinned, { outside, userAgent, signal })
        const next = redirectOf(response, url)
        if (next === undefined) return await readHtml(response)
        response.destroy()
        if (next?.hostname !== start.hostname) return null
        url = next
      }
      return null
    } catch {
      // Unreachable, too slow, or no valid HTTP: not a fault of ours.
      return null
    }
  }
}

interface Pinned {
  address: string
  family: number
}

/** @returns the first address of a host whose addresses are all public */
async function publicAddressOf(hostname: string, outside: Internet, signal: AbortSignal): Promise<Pinned | null> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const addresses = await Promise.race([outside.resolve(host), aborted])
  return addresses.every(({ address }) => outside.isPublic(address)) ? (addresses[0] ?? null) : null
}

function readAllowedUrl(raw: string, base?: URL): URL | null {
  const url = URL.parse(raw, base)
  if (url?.protocol !== 'https:' || url.port !== '') return null
  return url.username === '' && url.password === '' ? url : null
}

function open(
  url: URL,
  { address, family }: Pinned,
  { outside, userAgent, signal }: { outside: Internet; userAgent: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: 'text/html, application/xhtml+xml',
        'Accept-Encoding': 'identity',
      },
      agent: false,
      signal,
      // The address that was checked, whatever the name resolves to by now.
      lookup: (_, { all }, callback) => (all ? callback(null, [{ address, family }]) : callback(null, address, family)),
    }
    outside.request(options, resolve).on('error', reject).end()
  })
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Where a response leads: undefined for no redirect, null for one that may not be followed. */
function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | null | undefined {
  if (!redirects.has(statusCode ?? 0)) return undefined
  return readAllowedUrl(headers.location ?? '', from)
}

async function readHtml(response: IncomingMessage): Promise<string | null> {
  const { statusCode, headers } = response
  const isHtml = /^(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(headers['content-type'] ?? '')
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity'
  if (statusCode !== 200 || !isHtml || !isPlain) {
    response.destroy()
    return null
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8')
}
