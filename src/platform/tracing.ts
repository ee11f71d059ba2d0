import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** A part of a trace: the work that runs, and its cause. */
export interface SpanOptions {
  /** A name of a small set, never a path, an id or a person's text. */
  name: string
  kind: 'request' | 'job' | 'tool'
  attributes?: Attributes
  /** The span that caused a job, as `currentTraceparent` named it. */
  traceparent?: string | null
}

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, tool: SpanKind.INTERNAL } as const

/**
 * Runs something as a span. Where nobody traces, it only runs. A failure is marked with the kind of its error; its message
 * could name a person.
 */
export async function withSpan<Result>(
  { name, kind, attributes = {}, traceparent }: SpanOptions,
  run: (span: Span) => Promise<Result>,
): Promise<Result> {
  const parent = parentOf(kind, traceparent)
  return await trace
    .getTracer('hoshi')
    .startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
      try {
        return await run(span)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    })
}

/** Names the span that runs for other processes (W3C Trace Context); null where nobody traces. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Requests and jobs begin a trace unless they are told of one; a tool belongs to the request or job that runs it. */
function parentOf(kind: SpanOptions['kind'], traceparent: string | null | undefined) {
  if (kind === 'tool') return context.active()
  return traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
}
