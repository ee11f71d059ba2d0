/** Thrown by a job for a problem that no later attempt can solve: the job fails at once. */
export class LastingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LastingError'
  }
}

/**
 * Whether PostgreSQL refuses a value: one that it cannot store (class 22: NUL, a date or number out of range) or that breaks a
 * constraint (class 23). Anything else, such as a timeout or a lost connection, says nothing about the value.
 */
export function isRefusedValue(error: unknown): boolean {
  return /^2[23][0-9A-Z]{3}$/.test(codeOf(error))
}

/**
 * Constraints that depend on the row alone (not null, check), while others depend on rows that come and go; and Node's of a
 * text that is longer than any can be.
 */
const lastingCodes: readonly string[] = ['23502', '23514', 'ERR_STRING_TOO_LONG']

/**
 * Whether work that failed with this error fails with it every time: the same value meets the same rule again. A job that
 * does is not repeated.
 */
export function isLasting(error: unknown): boolean {
  if (error instanceof LastingError) return true
  const code = codeOf(error)
  if (/^22[0-9A-Z]{3}$/.test(code) || lastingCodes.includes(code)) return true
  // A text, a list or a stack that is too large. Memory that is short now may be free later.
  return error instanceof RangeError && !/allocation failed/i.test(error.message)
}

/** Whether a wait for a lock reached the database's time limit. Another transaction holds it, so the work is not at fault. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
