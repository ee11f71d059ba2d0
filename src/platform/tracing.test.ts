import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { describe, expect, onTestFinished, test } from 'vitest'
import { traceparentOf, withTraceparent } from './job-queues.server.ts'
import { currentTraceparent, withSpan } from './tracing.ts'

const job = { name: 'job test', kind: 'job' } as const
const tool = { name: 'ffmpeg', kind: 'tool' } as const

/** Traces until the test ends. @returns what has ended so far, the first first */
function startTracing() {
  const exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  onTestFinished(() => {
    for (const part of [trace, context, propagation]) part.disable()
  })
  return () => exporter.getFinishedSpans()
}

describe('where somebody traces', () => {
  test('a tool belongs to the job that runs it, and a job to the trace that its data names', async () => {
    const ended = startTracing()
    const stored = await withSpan({ name: 'request', kind: 'request' }, async () => withTraceparent({ uid: 'a' }))
    expect(stored).toEqual({ uid: 'a', traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/) })
    await withSpan({ ...job, traceparent: traceparentOf(stored) }, () => withSpan(tool, async () => {}))
    const [request, ffmpeg, running] = ended()
    expect([request, running, ffmpeg].map((span) => span!.spanContext().traceId)).toEqual(
      Array(3).fill(request!.spanContext().traceId),
    )
    expect(running!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId)
    expect(ffmpeg!.parentSpanContext?.spanId).toBe(running!.spanContext().spanId)
    expect([request!.kind, running!.kind]).toEqual([SpanKind.SERVER, SpanKind.CONSUMER])
  })

  test.each([null, undefined, 'nonsense'])('a job whose data names the trace %j begins one', async (traceparent) => {
    const ended = startTracing()
    await withSpan({ ...job, traceparent: traceparentOf({ traceparent }) }, async () => {})
    expect(ended()[0]!.parentSpanContext).toBeUndefined()
  })

  test('a failure is marked with the kind of its error, and never with its message', async () => {
    const ended = startTracing()
    const failing = withSpan(tool, async () => {
      throw new TypeError('mika@example.org')
    })
    await expect(failing).rejects.toThrow('mika@example.org')
    const [span] = ended()
    expect(span!.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(span!.attributes).toEqual({ 'error.type': 'TypeError' })
    expect(span!.events).toEqual([])
  })
})

test('where nobody traces, what runs gives the same, and data of jobs stay as they are', async () => {
  const data = { uid: 'a' }
  expect(await withSpan(job, async () => withTraceparent(data))).toBe(data)
  expect(currentTraceparent()).toBeNull()
})
