import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/**
 * A loopback server that fakes Cloudflare Stream. Requests, responses and headers follow the service's public
 * documentation as of 2026-11-21; values are ours:
 *
 * - https://developers.cloudflare.com/stream/uploading-videos/direct-creator-uploads/ (both kinds of upload URL)
 * - https://developers.cloudflare.com/stream/uploading-videos/resumable-uploads/ (`stream-media-id`, `Upload-Creator`)
 * - https://developers.cloudflare.com/api/resources/stream/methods/get/ and /delete/ (details, removal)
 * - https://developers.cloudflare.com/stream/manage-video-library/using-webhooks/ (webhook, its signature, error codes)
 */
export interface FakeStream {
  /** Hoshi's settings of the service. */
  service: {
    accountId: string
    apiToken: string
    apiUrl: string
    mediaUrl: string
    uploadOrigins: string[]
    webhookSecret: string
  }
  /** Every request received, oldest first. */
  requests: ReceivedRequest[]
  /** Answers the next requests with these faults, whatever they request. */
  failNext(...faults: Fault[]): void
  /** Sets the details of a video from now on. */
  setDetails(uid: string, details: VideoDetails): void
  /** Uids the service knows. */
  uids(): string[]
  remove(uid: string): void
  /** Serves a folder as the media of every video: `video.m3u8` and the files it names. */
  serveMedia(dir: string): void
  close(): Promise<void>
}

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface VideoDetails {
  state: 'pendingupload' | 'downloading' | 'queued' | 'inprogress' | 'ready' | 'error'
  pctComplete?: string
  readyToStream?: boolean
  duration?: number
  input?: { width: number; height: number }
  errorReasonCode?: string
}

export type Fault = 'no answer' | 'cut off' | { status: number; headers?: Record<string, string>; body?: string }

export const failureBody = JSON.stringify({
  result: null,
  success: false,
  errors: [{ code: 10005, message: 'Bad Request: something is not as it should be' }],
  messages: [],
})

/** A video that plays in every quality. */
export const ready: VideoDetails = {
  state: 'ready',
  pctComplete: '100.000000',
  readyToStream: true,
  duration: 5.5,
  input: { width: 560, height: 320 },
}

/** The service's details of a video, in responses and webhooks. */
export function detailsOf(uid: string, details: VideoDetails): object {
  const { state, pctComplete, errorReasonCode = '', readyToStream = false } = details
  return {
    uid,
    creator: null,
    thumbnail: `https://customer-abc.cloudflarestream.example/${uid}/thumbnails/thumbnail.jpg`,
    thumbnailTimestampPct: 0,
    readyToStream,
    status: { state, ...(pctComplete ? { pctComplete } : {}), errorReasonCode, errorReasonText: '' },
    meta: { name: 'rain.mp4' },
    created: '2026-11-21T10:00:00.000000Z',
    modified: '2026-11-21T10:00:09.000000Z',
    size: 383_631,
    allowedOrigins: [],
    requireSignedURLs: false,
    uploadExpiry: '2026-11-21T16:00:00.000000Z',
    maxDurationSeconds: 601,
    duration: details.duration ?? -1,
    input: details.input ?? { width: -1, height: -1 },
    playback: { hls: `https://customer-abc.cloudflarestream.example/${uid}/manifest/video.m3u8` },
    watermark: null,
  }
}

/** The settings of a Hoshi with its videos at this service. */
export function hostedSettings({ service }: FakeStream): Record<string, string> {
  return {
    VIDEO_HOST: 'cloudflare',
    CLOUDFLARE_ACCOUNT_ID: service.accountId,
    CLOUDFLARE_API_TOKEN: service.apiToken,
    CLOUDFLARE_CUSTOMER_CODE: 'abc',
    CLOUDFLARE_WEBHOOK_SECRET: service.webhookSecret,
  }
}

/** The signature header of a webhook, as the service makes it. */
export function webhookSignature(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000)
  return `time=${time},sig1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

const accountId = '023e105f4ecef8ad9ca31a8372d0c353'
const apiToken = 'a-token-of-the-service'
let videoCount = 0

export async function openFakeStream(): Promise<FakeStream> {
  const videos = new Map<string, VideoDetails>()
  const sizes = new Map<string, { length: number; offset: number }>()
  const requests: ReceivedRequest[] = []
  const faults: Fault[] = []
  let mediaDir: string | null = null
  // Keeps idle connections open: one must not end just as it is reused.
  const http = createServer({ keepAliveTimeout: 0 }, (request, response) => void handle(request, response))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const stream = `/client/v4/accounts/${accountId}/stream`

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { method = '', url: path = '', headers } = request
    requests.push({ method, path, headers, body })
    const fault = faults.shift()
    if (fault === 'no answer') return
    if (fault === 'cut off') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
      response.write('{"success": tr')
      return void setImmediate(() => response.destroy())
    }
    if (fault) return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    if (path.startsWith('/upload/')) return receiveBytes(request, response, body)
    if (path.startsWith('/media/')) return await sendMedia(path, response)
    if (headers.authorization !== `Bearer ${apiToken}`) return sendJson(response, 403, null, 'Authentication error')
    if (method === 'POST' && path === `${stream}?direct_user=true`) {
      const uid = newVideo()
      sizes.set(uid, { length: Number(headers['upload-length']), offset: 0 })
      const created = { Location: `${url}/upload/${uid}`, 'stream-media-id': uid, 'Tus-Resumable': '1.0.0' }
      return void response.writeHead(201, created).end()
    }
    if (method === 'POST' && path === `${stream}/direct_upload`) {
      const uid = newVideo()
      return sendJson(response, 200, { uid, uploadURL: `${url}/upload/${uid}` })
    }
    const uid = path.startsWith(`${stream}/`) ? path.slice(stream.length + 1) : ''
    const details = videos.get(uid)
    if (!details) return sendJson(response, 404, null, 'Not found')
    if (method === 'GET') return sendJson(response, 200, detailsOf(uid, details))
    if (method === 'DELETE') videos.delete(uid)
    response.writeHead(method === 'DELETE' ? 200 : 405).end()
  }

  async function sendMedia(path: string, response: ServerResponse): Promise<void> {
    const name = /^\/media\/\w+\/manifest\/([\w.-]+)$/.exec(path)?.[1]
    const found = name && mediaDir ? await readFile(join(mediaDir, name)).catch(() => null) : null
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.writeHead(found ? 200 : 404).end(found)
  }

  function newVideo(): string {
    videoCount += 1
    const uid = videoCount.toString(16).padStart(32, 'e')
    videos.set(uid, { state: 'pendingupload' })
    return uid
  }

  /** The upload URL: tus from pages of any site, or one form. */
  function receiveBytes(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const uid = request.url?.split('/').at(-1) ?? ''
    const size = sizes.get(uid)
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', '*')
    response.setHeader('Access-Control-Allow-Methods', '*')
    response.setHeader('Access-Control-Expose-Headers', 'Upload-Offset, Upload-Length, Tus-Resumable')
    response.setHeader('Tus-Resumable', '1.0.0')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    if (!videos.has(uid)) return void response.writeHead(404).end()
    if (request.method === 'POST') {
      videos.set(uid, { state: 'queued' })
      return void response.writeHead(200).end()
    }
    if (!size) return void response.writeHead(404).end()
    if (request.method === 'PATCH') {
      size.offset += body.length
      if (size.offset === size.length) videos.set(uid, { state: 'queued' })
    }
    response.setHeader('Upload-Offset', String(size.offset))
    response.setHeader('Upload-Length', String(size.length))
    response.writeHead(request.method === 'HEAD' ? 200 : 204).end()
  }

  return {
    service: {
      accountId,
      apiToken,
      apiUrl: `${url}/client/v4`,
      mediaUrl: `${url}/media`,
      uploadOrigins: [url],
      webhookSecret: 'a secret of the webhook',
    },
    requests,
    failNext: (...next) => void faults.push(...next),
    setDetails: (uid, details) => void videos.set(uid, details),
    uids: () => [...videos.keys()],
    remove: (uid) => void videos.delete(uid),
    serveMedia: (dir) => {
      mediaDir = dir
    },
    async close() {
      http.closeAllConnections()
      await new Promise<void>((closed) => http.close(() => closed()))
    },
  }
}

function sendJson(response: ServerResponse, status: number, result: object | null, error?: string): void {
  const errors = error ? [{ code: 10000, message: error }] : []
  const body = JSON.stringify({ result, success: !error, errors, messages: [] })
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
}
