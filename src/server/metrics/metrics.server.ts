import { Registry } from 'prom-client'
import { addPlatformMetrics, type PlatformParts } from './platform-metrics.ts'
import { addProcessMetrics } from './process-metrics.ts'
import { addRequestMetrics, type ObserveRequest } from './request-metrics.ts'
import { addServingMetrics, type ServingParts } from './serving-metrics.ts'
import { addSiteMetrics, type SiteParts } from './site-metrics.ts'

/** The metrics of this process for Prometheus. */
export interface Metrics {
  /** Counts an answered request. */
  observeRequest: ObserveRequest
  /** Adds the metrics of the parts that answer requests. Called once. */
  addServing(parts: ServingParts): void
  /** Reads every metric now, in Prometheus' text format. */
  text(): Promise<string>
  contentType: string
  close(): void
}

/** Collects the metrics of one process. Only requests are counted as they come; the rest is read when somebody asks. */
export function createMetrics(parts: PlatformParts & SiteParts): Metrics {
  const register = new Registry()
  const observeRequest = addRequestMetrics(register)
  addPlatformMetrics(register, parts)
  addSiteMetrics(register, parts)
  const stopWatching = addProcessMetrics(register)
  return {
    observeRequest,
    addServing: (serving) => addServingMetrics(register, serving),
    text: () => register.metrics(),
    contentType: register.contentType,
    close: stopWatching,
  }
}
