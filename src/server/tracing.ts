import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sleep } from '#platform/sleep.server.ts'

/** The longest that a stop waits for a collector. */
const LAST_EXPORT_MS = 1000
const EXPORT_TIMEOUT_MS = 5000

/**
 * Sends the spans of this process to a collector, in batches; while it is away, spans are dropped and nothing else happens.
 * Imported only where somebody traces.
 *
 * @param url of the collector, to which `/v1/traces` is added
 * @returns a function that sends the last spans
 */
export function openTracing({ url, role, version }: { url: string; role: string; version: string }) {
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'hoshi', 'service.version': version, 'hoshi.role': role }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return async (): Promise<void> => {
    await Promise.race([provider.shutdown(), sleep(LAST_EXPORT_MS)])
  }
}
