import { pino } from 'pino'

/** Structured log lines. Fields first, then one sentence. Never a password, token, cookie or mail body. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
  child(fields: object): Log
}

/** Writes JSON lines to standard output; errors carry their cause chain under `err`. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent'): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  })
}
