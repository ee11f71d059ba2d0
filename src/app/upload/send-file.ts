import { delay } from '#app/http/api-client.ts'
import { monitorConnection } from './connection-monitor.ts'
import { onRetryNow } from './retry-now.ts'

const CHUNK_BYTES = 16 * 1024 * 1024

// Starts over when more bytes are sent; the total bridges more than two minutes without a server.
const RETRY_DELAYS_SECONDS = [1, 1, 3, 5, 10, 10, 15, 15, 20, 20, 30]

/** The upload URL no longer accepts these bytes: unknown, expired, or already used. */
export class UploadGone extends Error {}

/** The upload failed permanently. */
export class SendFailed extends Error {
  readonly status: number
  readonly detail: string | null

  constructor(status: number, detail: string | null, cause: unknown) {
    super(`upload failed with status ${status}`, { cause })
    this.name = 'SendFailed'
    this.status = status
    this.detail = detail
  }
}

interface SendListeners {
  onSent: (bytes: number) => void
  /** @param seconds until the next attempt; 0 during one */
  onConnectionLost: (seconds: number) => void
}

/** One attempt. @throws UploadGone, SendFailed; the signal's reason */
type SendAttempt = (onSent: (bytes: number) => void, signal: AbortSignal) => Promise<void>

/**
 * Sends a file to its upload URL by tus, resuming where an earlier attempt stopped. Survives a server restart.
 * Aborting the signal stops sending; received bytes stay on the server.
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
  await sendWithRetries(
    (onSent, attemptSignal) => sendByTus(tus, file, uploadUrl, onSent, attemptSignal),
    listeners,
    signal,
  )
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
        if (status === 404 || status === 410) reject(new UploadGone('upload URL is gone', { cause: error }))
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
 * Sends a file as one plain form, for a URL that supports nothing else. When interrupted, it restarts from zero.
 *
 * @throws UploadGone, SendFailed
 */
export async function sendForm(
  file: File,
  uploadUrl: string,
  listeners: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  const send: SendAttempt = async (onSent, attemptSignal) => {
    onSent(0)
    const { status, body } = await postForm(file, uploadUrl, onSent, attemptSignal)
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 409 || status === 410) throw new UploadGone('upload URL is gone')
    throw new SendFailed(status, detailOf(body), undefined)
  }
  await sendWithRetries(send, listeners, signal)
}

/** Retries until the file is sent or refused, or has failed too often since the last progress. */
async function sendWithRetries(
  send: SendAttempt,
  { onSent, onConnectionLost }: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let maxSentBytes = 0
  for (;;) {
    signal.throwIfAborted()
    const monitor = monitorConnection(onConnectionLost)
    const report = (bytes: number) => {
      monitor.recordProgress()
      if (bytes > maxSentBytes) failures = 0
      maxSentBytes = Math.max(maxSentBytes, bytes)
      onSent(bytes)
    }
    const failure = await send(report, AbortSignal.any([signal, monitor.stalled])).then(
      () => null,
      (thrown: unknown) => (monitor.stalled.aborted ? new SendFailed(0, null, thrown) : thrown),
    )
    monitor.stop()
    if (failure === null) return
    signal.throwIfAborted()
    const delaySeconds = RETRY_DELAYS_SECONDS[failures]
    const canRetry = failure instanceof SendFailed && isTransient(failure.status)
    if (!canRetry || delaySeconds === undefined) throw failure
    failures += 1
    await waitForNextTry(delaySeconds, onConnectionLost, signal)
  }
}

/** Counts down to the next attempt. Ends early when the user asks for a retry, or when the browser is online again. */
async function waitForNextTry(seconds: number, onTick: (seconds: number) => void, signal: AbortSignal): Promise<void> {
  const wakeUp = new AbortController()
  const done = new AbortController()
  onRetryNow(() => wakeUp.abort(), done.signal)
  const wakeSignal = AbortSignal.any([signal, wakeUp.signal])
  for (let secondsLeft = seconds; secondsLeft > 0 && !wakeSignal.aborted; secondsLeft -= 1) {
    onTick(secondsLeft)
    await delay(1000, wakeSignal)
  }
  done.abort()
  onTick(0)
}

/** Only XMLHttpRequest reports how much has been sent. Status 0: no response. */
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

// 409 and 423: another connection of the same upload is still open.
function isTransient(status: number): boolean {
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
