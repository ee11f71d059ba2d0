import { Secret } from './secret.ts'
import type { SettingReader } from './setting-reader.ts'

/** Settings of metrics and traces. */
export interface MetricsConfig {
  metrics: {
    /** With it, callers from elsewhere get the metrics; null: only those on this machine. */
    token: Secret | null
    /** Where a worker answers; null: it does not listen. */
    workerPort: number | null
  }
  /** Where traces go (OTLP over HTTP), without a trailing slash; null: no traces are sent. */
  tracesTo: string | null
}

const TOKEN_MIN_CHARACTERS = 16

export function readMetricsConfig({ value, readInteger, readUrl, problems }: SettingReader): MetricsConfig {
  const token = value('METRICS_TOKEN')
  if (token !== undefined && token.length < TOKEN_MIN_CHARACTERS)
    problems.push(`METRICS_TOKEN must have at least ${TOKEN_MIN_CHARACTERS} characters.`)
  const endpoint = readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  return {
    tracesTo: endpoint ? endpoint.href.replace(/\/+$/, '') : null,
    metrics: {
      token: token === undefined ? null : new Secret(token),
      workerPort: value('METRICS_PORT') === undefined ? null : readInteger('METRICS_PORT', 0, 0, 65535),
    },
  }
}
