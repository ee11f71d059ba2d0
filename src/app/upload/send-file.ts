import { pause } from './api.ts'
import { watchLine } from './line-watch.ts'

const CHUNK_BYTES = 16 * 1024 * 1024

// Starts anew with every byte that gets through; together more than two minutes of an absent server.
const RETRY_PAUSES_SECONDS = [1, 1, 3, 5, 10, 10, 15, 15, 20, 20, 30]

/** The upload address no longer takes these bytes: unknown, expired, or already used. */
export class UploadGone extends Error {}

/** The bytes could not be sent, for good. */
export class SendFailed extends Error {
  readonly status: number
  readonly detail: string | null

  constructor(status: number, detail: string | null, cause: unknown) {
    super(`upload answered ${status}`, { cause })
    this.name = 'SendFailed'
    this.status = status
    this.detail = detail
  }
}

interface SendListeners {
  onSent: (bytes: number) => void
  /** @param seconds until the next try; 0 while it is tried */
  onConnectionLost: (seconds: number) => void
}

/** One try. @throws UploadGone, SendFailed; the signal's reason */
type Send = (onSent: (bytes: number) => void, signal: AbortSignal) => Promise<void>

/**
 * Sends a file to its upload address by tus, continuing where an earlier attempt stopped.
 * Survives a server that goes away and comes back. A fallen signal stops sending; what arrived stays there.
 *
 * @throws UploadGone, SendFailed
 */
export async function sendFile(
  file: File,
  uploadUrl: string,
  listeners: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  const tus = await import('tus-js-client')
  await tryPatiently((onSent, line) => sendByTus(tus, file, uploadUrl, onSent, line), listeners, signal)
}

function sendByTus(
  { Upload, DetailedError }: typeof import('tus-js-client'),
  file: File,
  uploadUrl: string,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl,
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (bytes) => onSent(bytes),
      onSuccess: () => resolve(),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null
        const status = response?.getStatus() ?? 0
        if (status === 404 || status === 410) reject(new UploadGone('upload address is gone', { cause: error }))
        else reject(new SendFailed(status, detailOf(response?.getBody()), error))
      },
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason)
    })
    upload.start()
  })
}

/**
 * Sends a file as one plain form, for an address that speaks nothing else. Cut off, it begins again from the start.
 *
 * @throws UploadGone, SendFailed
 */
export async function sendForm(
  file: File,
  uploadUrl: string,
  listeners: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  const send: Send = async (onSent, line) => {
    onSent(0)
    const { status, body } = await postForm(file, uploadUrl, onSent, line)
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 409 || status === 410) throw new UploadGone('upload address is gone')
    throw new SendFailed(status, detailOf(body), undefined)
  }
  await tryPatiently(send, listeners, signal)
}

/** Tries until it is sent, refused, or has failed too often since the last byte got through. */
async function tryPatiently(
  send: Send,
  { onSent, onConnectionLost }: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let furthest = 0
  for (;;) {
    signal.throwIfAborted()
    const line = watchLine(onConnectionLost)
    const tell = (bytes: number) => {
      line.moved()
      if (bytes > furthest) failures = 0
      furthest = Math.max(furthest, bytes)
      onSent(bytes)
    }
    const failure = await send(tell, AbortSignal.any([signal, line.stuck])).then(
      () => null,
      (thrown: unknown) => (line.stuck.aborted ? new SendFailed(0, null, thrown) : thrown),
    )
    line.end()
    if (failure === null) return
    signal.throwIfAborted()
    const pauseSeconds = RETRY_PAUSES_SECONDS[failures]
    const mayPass = failure instanceof SendFailed && passes(failure.status)
    if (!mayPass || pauseSeconds === undefined) throw failure
    failures += 1
    await waitForNextTry(pauseSeconds, onConnectionLost, signal)
  }
}

/** Ends early when the browser has a network again. */
async function waitForNextTry(seconds: number, tell: (seconds: number) => void, signal: AbortSignal): Promise<void> {
  const isBack = new AbortController()
  const over = new AbortController()
  globalThis.addEventListener?.('online', () => isBack.abort(), { signal: over.signal })
  const either = AbortSignal.any([signal, isBack.signal])
  for (let left = seconds; left > 0 && !either.aborted; left -= 1) {
    tell(left)
    await pause(1000, either)
  }
  over.abort()
  tell(0)
}

/** Only XMLHttpRequest tells how much has gone. Status 0: no answer came. */
function postForm(file: File, uploadUrl: string, onSent: (bytes: number) => void, signal: AbortSignal) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const form = new FormData()
    form.set('file', file)
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size))
    request.onloadend = () => resolve({ status: request.status, body: request.responseText })
    signal.addEventListener('abort', () => {
      reject(signal.reason)
      request.abort()
    })
    request.open('POST', uploadUrl)
    request.send(form)
  })
}

// 409 and 423: another connection of the same upload has not ended yet.
function passes(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
}

function detailOf(body: string | undefined): string | null {
  try {
    const { detail } = JSON.parse(body ?? '') as { detail?: unknown }
    return typeof detail === 'string' ? detail : null
  } catch {
    return null
  }
}
