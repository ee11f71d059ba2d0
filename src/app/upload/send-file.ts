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

/** Ends an upload for good and frees what had arrived. It expires by itself when this cannot be told. */
export async function endUpload(uploadUrl: string): Promise<void> {
  await fetch(uploadUrl, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => null)
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
