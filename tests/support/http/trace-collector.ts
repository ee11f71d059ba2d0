import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as a collector gets it. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  /** Absent or empty for the first of a trace. */
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
  /** The role of the process. */
  role: string
}

export interface TraceCollector {
  url: string
  spans: CollectedSpan[]
  close(): void
}

interface ExportedTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<CollectedSpan, 'role'>[] }[]
  }[]
}

/** Receives traces by OTLP over HTTP, as JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const http = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as ExportedTraces
    for (const { resource, scopeSpans } of resourceSpans) {
      const role = resource.attributes.find(({ key }) => key === 'hoshi.role')?.value.stringValue ?? ''
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, role })))
    }
    const isKnown = request.url === '/v1/traces'
    response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    spans,
    close: () => void http.close(),
  }
}
