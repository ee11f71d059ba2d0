import { Buffer } from 'node:buffer'
import { openAsBlob } from 'node:fs'
import type { z } from 'zod'
import { directUpload, envelope, type ServiceVideo, serviceVideo } from './responses.ts'
import { ServiceError } from './service-error.ts'

/** API URL and credentials of an account at the service. */
export interface CloudflareAccount {
  accountId: string
  apiToken: string
  /** Origin and first part of the path, without a trailing slash. */
  apiUrl: string
}

/** An account at the service, and the URLs of its media and uploads. */
export interface CloudflareService extends CloudflareAccount {
  /** Base URL of the account's media, without a trailing slash. */
  mediaUrl: string
  /** Origins that browsers upload to, as in a Content-Security-Policy. */
  uploadOrigins: readonly string[]
  /** Null: no webhook is accepted, and states are polled. */
  webhookSecret: string | null
}

export interface UploadOptions {
  name: string
  /** The service refuses longer videos. */
  maxSeconds: number
  expiresAt: Date
  /** Uid of the creator, so that an operator finds it at the service too. */
  creator: string
}

/** The calls Hoshi makes. Each is one request without retries: only the caller knows whether a request is waiting. */
export interface CloudflareClient {
  /** Requests a URL for a resumable upload of exactly `sizeBytes`. @throws ServiceError */
  openResumableUpload(options: UploadOptions & { sizeBytes: number }): Promise<{ uid: string; uploadURL: string }>
  /** Requests a URL for one plain form of at most 200 MB. @throws ServiceError */
  openFormUpload(options: UploadOptions): Promise<{ uid: string; uploadURL: string }>
  /** Sends a local file to such a URL. @throws ServiceError */
  sendForm(uploadURL: string, file: { path: string; name: string }): Promise<void>
  /** Finds a video; null when the service does not know it. @throws ServiceError */
  find(uid: string): Promise<ServiceVideo | null>
  /** Removes a video; succeeds when it is already gone. @throws ServiceError */
  remove(uid: string): Promise<void>
}

/** The largest file the service takes as one form. */
export const FORM_MAX_BYTES = 200_000_000
const CALL_TIMEOUT_MS = 10_000
const SEND_TIMEOUT_MS = 10 * 60_000
/** Real responses are small; a larger one is rejected. */
const RESPONSE_MAX_BYTES = 1024 * 1024

export function createCloudflareClient(account: CloudflareAccount, timeoutMs = CALL_TIMEOUT_MS): CloudflareClient {
  const stream = `${account.apiUrl}/accounts/${account.accountId}/stream`

  async function call(method: string, path: string, init: { headers?: Record<string, string>; json?: object } = {}) {
    const headers = {
      Authorization: `Bearer ${account.apiToken}`,
      ...(init.json ? { 'Content-Type': 'application/json' } : {}),
      ...init.headers,
    }
    const body = init.json ? JSON.stringify(init.json) : null
    return await send(`${stream}${path}`, { method, headers, body }, timeoutMs)
  }

  return {
    async openResumableUpload({ name, maxSeconds, expiresAt, creator, sizeBytes }) {
      const response = await call('POST', '?direct_user=true', {
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(sizeBytes),
          'Upload-Metadata': metadata({ name, maxDurationSeconds: String(maxSeconds), expiry: isoSeconds(expiresAt) }),
          'Upload-Creator': creator,
        },
      })
      await expectSuccess(response)
      const [uid, uploadURL] = [response.headers.get('stream-media-id'), response.headers.get('location')]
      const parsed = directUpload.safeParse({ uid, uploadURL })
      if (!parsed.success) throw new ServiceError('unreadable', 'an upload without a URL', { cause: parsed.error })
      return parsed.data
    },

    async openFormUpload({ name, maxSeconds, expiresAt, creator }) {
      const json = { maxDurationSeconds: maxSeconds, expiry: isoSeconds(expiresAt), creator, meta: { name } }
      return await resultOf(await call('POST', '/direct_upload', { json }), directUpload)
    },

    async sendForm(uploadURL, { path, name }) {
      const form = new FormData()
      form.set('file', await openAsBlob(path), name)
      await expectSuccess(await send(uploadURL, { method: 'POST', body: form }, SEND_TIMEOUT_MS))
    },

    async find(uid) {
      const response = await call('GET', `/${uid}`)
      if (response.status === 404) return null
      return await resultOf(response, serviceVideo)
    },

    async remove(uid) {
      const response = await call('DELETE', `/${uid}`)
      if (response.status !== 404) await expectSuccess(response)
    },
  }
}

interface ServiceResponse {
  status: number
  headers: Headers
  text: string
}

/** @throws ServiceError when no complete response arrives in time */
async function send(url: string, init: RequestInit, timeoutMs: number): Promise<ServiceResponse> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, headers: response.headers, text: await readText(response) }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('unavailable', 'no response', { cause })
  }
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > RESPONSE_MAX_BYTES) throw new ServiceError('unreadable', 'an oversized response')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** @throws ServiceError unless both status and body report success */
async function resultOf<Result extends z.ZodType>(response: ServiceResponse, schema: Result): Promise<z.infer<Result>> {
  await expectSuccess(response)
  const wrapped = envelope.safeParse(parse(response.text))
  if (!wrapped.success) throw new ServiceError('unreadable', 'a response of unknown shape', { cause: wrapped.error })
  if (!wrapped.data.success) throw new ServiceError('refused', `unsuccessful: ${errorsIn(response.text)}`)
  const result = schema.safeParse(wrapped.data.result)
  if (!result.success) throw new ServiceError('unreadable', 'a result of unknown shape', { cause: result.error })
  return result.data
}

async function expectSuccess({ status, headers, text }: ServiceResponse): Promise<void> {
  if (status >= 200 && status < 300) return
  const message = `${status} ${errorsIn(text)}`
  const retryAfterSeconds = secondsOf(headers.get('retry-after'))
  if (status === 429) throw new ServiceError('busy', message, { retryAfterSeconds })
  if (status >= 500) throw new ServiceError('unavailable', message, { retryAfterSeconds })
  throw new ServiceError(status === 401 || status === 403 ? 'credentials' : 'refused', message)
}

/** Error messages of the service for the log, at most 300 characters; empty when there are none. */
function errorsIn(text: string): string {
  const wrapped = envelope.safeParse(parse(text))
  const errors = wrapped.success ? (wrapped.data.errors ?? []) : []
  return errors
    .map(({ code, message }) => `${code ?? ''} ${message ?? ''}`.trim())
    .join('; ')
    .slice(0, 300)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` is a number of seconds, or a date. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}

/** The `Upload-Metadata` of tus: keys, and values in base64. */
function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** To the second, in UTC. */
function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
