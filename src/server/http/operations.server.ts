import { Hono } from 'hono'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Health } from './health.server.ts'
import { METRICS_PATH, type MetricsEndpoint } from './metrics-endpoint.server.ts'
import { errorResponseFor, problemResponse } from './problem.ts'
import type { HttpEnv } from './request-context.ts'

/** All that a worker answers: its health and its metrics. */
export function createOperationsApp(parts: { health: Health; metrics: MetricsEndpoint }): Hono<HttpEnv> {
  const { health, metrics } = parts
  const app = new Hono<HttpEnv>()
  app.get('/healthz', (c) => health.handleHealth(c))
  app.get('/readyz', (c) => health.handleReadiness(c))
  app.get(METRICS_PATH, metrics)
  app.notFound(() => problemResponse(errorResponseFor(new Refusal('request.not_found'), newId())))
  return app
}
