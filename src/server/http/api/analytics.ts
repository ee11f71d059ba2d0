import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { playSourceNames } from '#app/messages/captions.ts'
import type { AnalyticsQuery } from '#engagement/analytics/analytics.server.ts'
import { type AnalyticsReport, figureNames } from '#engagement/analytics/analytics.ts'
import { analyticsCsv } from '#engagement/analytics/analytics-csv.ts'
import { playSources } from '#engagement/analytics/play-source.ts'
import { WATCH_RANGES_MAX, watchMarks } from '#engagement/analytics/watch-report.ts'
import type { LiveEvent } from '#engagement/live-event.ts'
import type { HttpEnv } from '../request-context.ts'
import { analyticsEventsExample, analyticsExample, watchingExample } from './examples/dashboard.ts'
import { createLiveStreams, formatEvent, type StreamSettings } from './live-streams.ts'
import {
  apiRouter,
  defaultResponse,
  emptyResponse,
  ensureSignedIn,
  eventStreamResponse,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  signedIn,
} from './router.ts'

const count = z.number().int()

const [quarter, half, threeQuarters, end] = watchMarks
const reachedMark = z.union([z.literal(quarter), z.literal(half), z.literal(threeQuarters), z.literal(end)])

const figures = z
  .object({
    watched: count,
    previewed: count,
    watchSeconds: z.number(),
    visitors: count.describe('Of each day, added up; exact'),
    likes: count.describe('Made in these days and standing'),
    comments: count.describe('Written in these days and shown'),
    followed: count.describe('Once per person and day; 0 for a single episode, like the next two'),
    unfollowed: count,
    supportClicks: count,
  })
  .meta({ id: 'Figures' })

const report = z
  .object({
    days: z.array(figures.extend({ day: z.string().describe('A UTC day, as in 2026-05-01') })),
    totals: figures,
    before: figures.nullable().describe('As many days before; null without `compare`'),
    completion: z.array(z.object({ reached: reachedMark, count, share: z.number().min(0).max(1) })),
    sources: z.array(z.object({ source: z.enum(playSources), host: z.string().optional(), views: count })),
    episodes: z.array(figures.extend({ id: z.string(), title: z.string() })),
    retention: z
      .array(z.number().min(0).max(1))
      .optional()
      .describe('For one episode: of all its watches so far, the share that included each second'),
  })
  .meta({ id: 'Analytics' })

const query = z.object({
  from: z.string().max(10).optional().describe('First UTC day; 28 days up to `to` by default'),
  to: z.string().max(10).optional().describe('Last UTC day, included; today by default'),
  compare: z.enum(['true', 'false', '']).optional(),
  episodeId: z.string().max(200).optional(),
})

const seconds = z.number().min(0).max(86_400)

const watching = z.strictObject({
  visitId: z.string(),
  reached: reachedMark.describe('The highest mark passed, in percent of the length'),
  watchedSeconds: seconds.describe('Seconds shown so far; at most the length counts'),
  ranges: z
    // As a tuple, its JSON Schema would lack `items`, which tools for OpenAPI ask for.
    .array(
      z
        .array(seconds)
        .length(2)
        .refine(([from = 0, to = 0]) => from <= to),
    )
    .max(WATCH_RANGES_MAX)
    .optional()
    .describe('Ranges shown so far, in seconds'),
})

type Figures = z.input<typeof figures>

function serializeFigures(given: Figures): Figures {
  return Object.fromEntries(figureNames.map((name) => [name, given[name]])) as unknown as Figures
}

function serializeReport({ days, totals, before, completion, sources, episodes, retention }: AnalyticsReport) {
  return {
    days: days.map((each) => ({ day: each.day, ...serializeFigures(each) })),
    totals: serializeFigures(totals),
    before: before && serializeFigures(before),
    completion,
    sources,
    episodes: episodes.map((each) => ({ id: each.id, title: each.title, ...serializeFigures(each) })),
    ...(retention && { retention }),
  }
}

function readQuery({ compare, ...rest }: z.infer<typeof query>): AnalyticsQuery {
  return { ...rest, compare: compare === 'true' }
}

/** A change of an episode as a tick: its counts now. */
function formatTick(event: LiveEvent): string {
  if (event.type === 'cursor') return event.at === null ? '\n' : `id: ${event.at}\n\n`
  if (event.type !== 'episode')
    return formatEvent(event.type, event.at, event.type === 'removed' ? { id: event.id } : {})
  const { id, title, views, likes, comments } = event.episode
  return formatEvent('episode', event.at, { id, title, views, likes, comments })
}

/** Routes for the figures of a creator's episodes and profile. */
export function analyticsRoutes(
  { engagement, identity }: Pick<Hoshi, 'engagement' | 'identity'>,
  live: StreamSettings,
) {
  const streams = createLiveStreams({
    follow: engagement.live.follow,
    identity,
    format: formatTick,
    kind: 'analytics',
    settings: live,
    tooMany: 'engagement.too_many_streams',
  })

  async function sendCsv(c: Context<HttpEnv>, given: AnalyticsQuery) {
    const found = await engagement.analytics.read(ensureSignedIn(c.var.account), given)
    const [first, last] = [found.days[0]!.day, found.days.at(-1)!.day]
    return c.body(analyticsCsv(found, playSourceNames), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="hoshi-${first}-${last}.csv"`,
      Vary: 'Accept',
    })
  }

  const csv = { 'text/csv': { schema: z.string(), example: analyticsCsvExample } }
  const json = jsonResponse(200, report, 'The figures', analyticsExample)

  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/episodes/{id}/watching',
        operationId: 'reportWatching',
        tags: ['Reactions'],
        ...maybeSignedIn,
        summary: 'Report how far a watch went',
        description:
          'Counts only for a watch of the last day that was counted with the same `visitId`; of several reports the largest values count, as far as the time since the play allows, and at most 20 are stored. Send everything so far each time.',
        request: { params: idParam('id'), ...jsonBody(watching, watchingExample) },
        responses: emptyResponse('Received'),
      }),
      async (c) => {
        const { ranges = [], ...watch } = c.req.valid('json')
        const episodeId = c.req.valid('param').id
        const pairs = ranges.map(([from = 0, to = 0]) => [from, to] as const)
        await engagement.plays.reportWatching({ episodeId, ...watch, ranges: pairs }, c.var.account)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/analytics',
        operationId: 'getAnalytics',
        tags: ['Dashboard'],
        ...signedIn,
        summary: 'Your figures by UTC day',
        description:
          'For all of your episodes, or for the one named by `episodeId`. At most 366 days. With `Accept: text/csv` the same as a CSV file.',
        request: { query },
        responses: { ...json, 200: { ...json[200], content: { ...json[200].content, ...csv } } } as typeof json,
      }),
      async (c) => {
        const account = ensureSignedIn(c.var.account)
        const given = readQuery(c.req.valid('query'))
        if (/^text\/csv\b/i.test(c.req.header('accept') ?? '')) return (await sendCsv(c, given)) as never
        c.header('Vary', 'Accept')
        return c.json(serializeReport(await engagement.analytics.read(account, given)), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/analytics.csv',
        operationId: 'downloadAnalytics',
        tags: ['Dashboard'],
        ...signedIn,
        summary: 'The same as a CSV file',
        description:
          'The days first, then episodes, sources, marks and sums, for one episode its retention, and with `compare` the days before, each after an empty line.',
        request: { query },
        responses: { 200: { description: 'The file', content: csv }, default: defaultResponse },
      }),
      (c) => sendCsv(c, readQuery(c.req.valid('query'))),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/analytics/live',
        operationId: 'followAnalytics',
        tags: ['Dashboard'],
        ...signedIn,
        summary: 'Changes to the figures, as Server-Sent Events',
        description:
          '`episode` carries the counts of an episode after any change, `removed` the `{id}` of a deleted one; `figures` says that followers or support clicks were counted. At most ten may be open per account.',
        request: { headers: z.object({ 'last-event-id': z.string().optional() }) },
        responses: eventStreamResponse(
          'Events. After a `Last-Event-ID` what changed since comes first; when that is not known any more, `refresh` and every episode.',
          analyticsEventsExample,
        ),
      }),
      (c) => streams.open(c, ensureSignedIn(c.var.account), null),
    )
}

const analyticsCsvExample = 'day,watched,previewed,watchSeconds\r\n2026-05-01,12,5,1830\r\n'
