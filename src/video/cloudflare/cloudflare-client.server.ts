import { Buffer } from 'node:buffer'
import { openAsBlob } from 'node:fs'
import type { z } from 'zod'
import { directUpload, envelope, type ServiceVideo, serviceVideo } from './service-answers.ts'
import { ServiceFailed } from './service-failed.ts'

/** Where an account of the service is, and what opens it. */
export interface CloudflareAccount {
  accountId: string
  apiToken: string
  /** Origin and first part of the path, without a trailing slash. */
  apiUrl: string
}

export interface UploadWish {
  name: string
  /** The service refuses what plays longer. */
  maxSeconds: number
  expiresAt: Date
  /** Uid of the creator, so that an operator finds it at the service too. */
  creator: string
}

/** The calls Hoshi makes. Each is one request, never repeated here: who calls knows whether somebody is waiting. */
export interface CloudflareClient {
  /** An address for a resumable upload of exactly so many bytes. @throws ServiceFailed */
  openResumableUpload(wish: UploadWish & { sizeBytes: number }): Promise<{ uid: string; uploadURL: string }>
  /** An address for one plain form, of at most 200 MB. @throws ServiceFailed */
  openFormUpload(wish: UploadWish): Promise<{ uid: string; uploadURL: string }>
  /** Sends a file of this machine to such an address. @throws ServiceFailed */
  sendForm(uploadURL: string, file: { path: string; name: string }): Promise<void>
  /** Null when the service knows no such video. @throws ServiceFailed */
  find(uid: string): Promise<ServiceVideo | null>
  /** Removing what is gone is no failure. @throws ServiceFailed */
  remove(uid: string): Promise<void>
}

/** The largest file the service takes as one form. */
export const FORM_MAX_BYTES = 200_000_000
const CALL_TIMEOUT_MS = 10_000
const SEND_TIMEOUT_MS = 10 * 60_000
/** Answers are small; what goes on for longer is none. */
const ANSWER_MAX_BYTES = 1024 * 1024

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
      const answer = await call('POST', '?direct_user=true', {
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(sizeBytes),
          'Upload-Metadata': metadata({ name, maxDurationSeconds: String(maxSeconds), expiry: moment(expiresAt) }),
          'Upload-Creator': creator,
        },
      })
      await expectSuccess(answer)
      const [uid, uploadURL] = [answer.headers.get('stream-media-id'), answer.headers.get('location')]
      const given = directUpload.safeParse({ uid, uploadURL })
      if (!given.success) throw new ServiceFailed('unreadable', 'an upload without an address', { cause: given.error })
      return given.data
    },

    async openFormUpload({ name, maxSeconds, expiresAt, creator }) {
      const json = { maxDurationSeconds: maxSeconds, expiry: moment(expiresAt), creator, meta: { name } }
      return await resultOf(await call('POST', '/direct_upload', { json }), directUpload)
    },

    async sendForm(uploadURL, { path, name }) {
      const form = new FormData()
      form.set('file', await openAsBlob(path), name)
      await expectSuccess(await send(uploadURL, { method: 'POST', body: form }, SEND_TIMEOUT_MS))
    },

    async find(uid) {
      const answer = await call('GET', `/${uid}`)
      if (answer.status === 404) return null
      return await resultOf(answer, serviceVideo)
    },

    async remove(uid) {
      const answer = await call('DELETE', `/${uid}`)
      if (answer.status !== 404) await expectSuccess(answer)
    },
  }
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

/** @throws ServiceFailed when no whole answer came in time */
async function send(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, headers: response.headers, text: await readText(response) }
  } catch (cause) {
    if (cause instanceof ServiceFailed) throw cause
    throw new ServiceFailed('away', 'no answer', { cause })
  }
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > ANSWER_MAX_BYTES) throw new ServiceFailed('unreadable', 'an endless answer')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

/** @throws ServiceFailed for everything but success, also where it is only said in the body */
async function resultOf<Result extends z.ZodType>(answer: Answer, schema: Result): Promise<z.infer<Result>> {
  await expectSuccess(answer)
  const wrapped = envelope.safeParse(parse(answer.text))
  if (!wrapped.success) throw new ServiceFailed('unreadable', 'an answer in no known form', { cause: wrapped.error })
  if (!wrapped.data.success) throw new ServiceFailed('refused', `unsuccessful: ${errorsIn(answer.text)}`)
  const result = schema.safeParse(wrapped.data.result)
  if (!result.success) throw new ServiceFailed('unreadable', 'a result in no known form', { cause: result.error })
  return result.data
}

async function expectSuccess({ status, headers, text }: Answer): Promise<void> {
  if (status >= 200 && status < 300) return
  const said = `${status} ${errorsIn(text)}`
  const retryAfterSeconds = secondsOf(headers.get('retry-after'))
  if (status === 429) throw new ServiceFailed('busy', said, { retryAfterSeconds })
  if (status >= 500) throw new ServiceFailed('away', said, { retryAfterSeconds })
  throw new ServiceFailed(status === 401 || status === 403 ? 'credentials' : 'refused', said)
}

/** What the service says went wrong, for the log; a few words of anything. */
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

/** Keys and their values in base64, as tus writes them. */
function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** To the second, in UTC. */
function moment(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
