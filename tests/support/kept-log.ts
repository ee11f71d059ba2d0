import type { Log } from '#platform/log.server.ts'

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  details: Record<string, unknown>
}

/** A log whose lines stay in memory, the newest last. */
export function keepLog(lines: LogLine[], fields: object = {}): Log {
  const at = (level: LogLine['level']) => (details: object, message: string) => {
    lines.push({ level, message, details: { ...fields, ...details } })
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more) => keepLog(lines, { ...fields, ...more }),
  }
}
