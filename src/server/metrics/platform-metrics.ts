import type { Registry } from 'prom-client'
import type { StorageCounts } from '#platform/counted-storage.server.ts'
import type { Database } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { CountedMailer } from '#platform/mail-figures.server.ts'
import { toolCpuSeconds, toolFigures } from '#video/media/ffmpeg/tool-figures.server.ts'
import type { ProcessRole } from '../config.ts'
import { addCounter, addGauge, single } from './samples.ts'

export interface PlatformParts {
  database: Pick<Database, 'usage'>
  events: Pick<Events, 'isListening'>
  storage: StorageCounts
  mailer: Pick<CountedMailer, 'attempts'>
  /** Version of Hoshi. */
  version: string
  role: ProcessRole
}

/** Metrics of the resources of this process, without a request to the database or the storage. */
export function addPlatformMetrics(register: Registry, parts: PlatformParts): void {
  const { version, role, events } = parts
  const labels = { version, node: process.versions.node, role }
  addGauge(
    register,
    { name: 'hoshi_build_info', help: 'What runs here; always 1.', labelNames: ['version', 'node', 'role'] },
    () => [{ labels, value: 1 }],
  )
  addDatabaseMetrics(register, parts)
  addGauge(
    register,
    {
      name: 'hoshi_events_listening',
      help: 'Whether this process hears the events of the others: 1 or 0.',
      labelNames: [],
    },
    () => single(Number(events.isListening())),
  )
  addStorageMetrics(register, parts)
  addCounter(register, { name: 'hoshi_mails_total', help: 'Attempts to send a mail.', labelNames: ['result'] }, () => {
    const { sent, failed } = parts.mailer.attempts()
    return [
      { labels: { result: 'sent' }, value: sent },
      { labels: { result: 'failed' }, value: failed },
    ]
  })
  addToolMetrics(register)
}

function addDatabaseMetrics(register: Registry, { database }: Pick<PlatformParts, 'database'>): void {
  addGauge(
    register,
    { name: 'hoshi_database_connections', help: 'Connections of the pool.', labelNames: ['state'] },
    () => {
      const { used, idle } = database.usage()
      return [
        { labels: { state: 'used' }, value: used },
        { labels: { state: 'idle' }, value: idle },
      ]
    },
  )
  addGauge(
    register,
    { name: 'hoshi_database_connections_max', help: 'Most connections that the pool opens.', labelNames: [] },
    () => single(database.usage().max),
  )
  addGauge(
    register,
    { name: 'hoshi_database_waiting', help: 'Callers that wait for a connection of the pool.', labelNames: [] },
    () => single(database.usage().waiting),
  )
}

function addStorageMetrics(register: Registry, { storage }: Pick<PlatformParts, 'storage'>): void {
  addCounter(
    register,
    { name: 'hoshi_storage_operations_total', help: 'What was asked of the storage.', labelNames: ['operation'] },
    () => storage.operations().map(({ operation, calls }) => ({ labels: { operation }, value: calls })),
  )
  addCounter(
    register,
    {
      name: 'hoshi_storage_errors_total',
      help: 'Operations of the storage that failed; a missing object is no failure.',
      labelNames: ['operation'],
    },
    () => storage.operations().map(({ operation, errors }) => ({ labels: { operation }, value: errors })),
  )
}

function addToolMetrics(register: Registry): void {
  addCounter(
    register,
    {
      name: 'hoshi_tool_runs_total',
      help: 'Runs of ffmpeg, ffprobe and ots-sanitize that have ended.',
      labelNames: ['tool', 'result'],
    },
    () => toolFigures().ended.map(({ tool, result, count }) => ({ labels: { tool, result }, value: count })),
  )
  addGauge(
    register,
    { name: 'hoshi_tool_runs_running', help: 'Runs of these tools under way.', labelNames: ['tool'] },
    () => toolFigures().running.map(({ tool, count }) => ({ labels: { tool }, value: count })),
  )
  addCounter(
    register,
    {
      name: 'hoshi_tool_cpu_seconds_total',
      help: 'Processor time of these tools, and of other programs that this process started and that have ended.',
      labelNames: [],
    },
    async () => single(await toolCpuSeconds()),
  )
}
