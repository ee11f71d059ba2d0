/**
 * How a call to the service failed. `busy`: too many calls, or a full account. `away`: no answer, or an outage of theirs.
 * `credentials`: token or account are not taken. `refused`: this very call is not acceptable. `unreadable`: an answer
 * that is none of theirs.
 */
export type ServiceFailure = 'busy' | 'away' | 'credentials' | 'refused' | 'unreadable'

/** The hosted service did not do what it was asked. */
export class ServiceFailed extends Error {
  readonly kind: ServiceFailure
  /** How long the service asks to be left alone; null when it does not say. */
  readonly retryAfterSeconds: number | null

  constructor(
    kind: ServiceFailure,
    message: string,
    { retryAfterSeconds = null, cause }: { retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(`Cloudflare Stream: ${message}`, { cause })
    this.name = 'ServiceFailed'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}
