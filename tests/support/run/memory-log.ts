import type { Log } from '#platform/log.server.ts'

export interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  details: Record<string, unknown>
}

/** A log that stores its entries in memory, newest last. */
export function createMemoryLog(entries: LogEntry[], fields: object = {}): Log {
  const at = (level: LogEntry['level']) => (details: object, message: string) => {
    entries.push({ level, message, details: { ...fields, ...details } })
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more) => createMemoryLog(entries, { ...fields, ...more }),
  }
}
