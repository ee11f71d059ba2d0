import { pause } from './api.ts'

const CHUNK_BYTES = 16 * 1024 * 1024

// Starts anew with every byte that gets through; together more than two minutes of an absent server.
const RETRY_PAUSES_MS = [0, 1_000, 3_000, 5_000, 10_000, 10_000, 15_000, 15_000, 20_000, 20_000, 30_000]

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
  onConnectionLost: () => void
}

/**
 * Sends a file to its upload address by tus, continuing where an earlier attempt stopped.
 * Survives a server that goes away and comes back. A fallen signal stops sending; what arrived stays there.
 *
 * @throws UploadGone, SendFailed
 */
export async function sendFile(
  file: File,
  uploadUrl: string,
  { onSent, onConnectionLost }: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  const { Upload, DetailedError } = await import('tus-js-client')
  // It may have fallen while the code came.
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_PAUSES_MS,
      storeFingerprintForResuming: false,
      onProgress: (bytes) => onSent(bytes),
      onShouldRetry: (error) => {
        const mayPass = isPassing(error.originalResponse?.getStatus() ?? 0)
        if (mayPass) onConnectionLost()
        return mayPass
      },
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
  { onSent, onConnectionLost }: SendListeners,
  signal: AbortSignal,
): Promise<void> {
  for (const pauseMs of [...RETRY_PAUSES_MS, null]) {
    signal.throwIfAborted()
    const { status, body } = await postForm(file, uploadUrl, onSent, signal)
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 409 || status === 410) throw new UploadGone('upload address is gone')
    if (pauseMs === null || !isPassing(status)) throw new SendFailed(status, detailOf(body), undefined)
    onConnectionLost()
    onSent(0)
    await pause(pauseMs, signal)
  }
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
function isPassing(status: number): boolean {
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
