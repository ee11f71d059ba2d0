import type { Context, Next } from 'hono'
import type { Metrics } from '../metrics/metrics.server.ts'
import { type MetricsAccess, mayReadMetrics } from './metrics-access.ts'
import type { HttpEnv } from './request-context.ts'

export const METRICS_PATH = '/metrics'

/** Answers those who may read the metrics; everybody else goes on to the next handler, as with any unknown page. */
export type MetricsEndpoint = (c: Context<HttpEnv>, next: Next) => Promise<Response | undefined>

export function createMetricsEndpoint(metrics: Pick<Metrics, 'text' | 'contentType'>, access: MetricsAccess) {
  const answer: MetricsEndpoint = async (c, next) => {
    if (!mayReadMetrics(access, c.env.incoming)) return void (await next())
    c.set('route', METRICS_PATH)
    const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }
    return c.body(await metrics.text(), 200, headers)
  }
  return answer
}
