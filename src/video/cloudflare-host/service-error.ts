/**
 * How a call to the service failed. `busy`: too many calls, or a full account. `unavailable`: no response, or an
 * outage. `credentials`: token or account rejected. `refused`: this particular call rejected. `unreadable`: a response
 * of unknown shape.
 */
export type ServiceFailure = 'busy' | 'unavailable' | 'credentials' | 'refused' | 'unreadable'

/** A call to the hosted service failed. */
export class ServiceError extends Error {
  readonly kind: ServiceFailure
  /** The pause that the service asks for; null when it names none. */
  readonly retryAfterSeconds: number | null

  constructor(
    kind: ServiceFailure,
    message: string,
    { retryAfterSeconds = null, cause }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(`Cloudflare Stream: ${message}`, { cause })
    this.name = 'ServiceError'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
