import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { episode } from '#app/api/episode-schemas.server.ts'
import { serializeEpisode } from '#app/api/serialize-episode.ts'
import type { Hoshi } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { SERIES_EPISODES_MAX, type Series, type SeriesSummary } from '#series/series.ts'
import { forViewer, nextCursor, pageQuery } from './episodes.ts'
import {
  emptySeriesExample,
  newSeriesExample,
  seriesExample,
  seriesListExample,
  seriesPageExample,
} from './examples/series.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  signedIn,
} from './router.ts'

const newSeries = z.strictObject({ title: z.string(), description: z.string().optional() })

const arc = z.strictObject({
  title: z.string(),
  from: z.number().int().describe('Number of its first part'),
  to: z.number().int().describe('Number of its last part'),
})

const list = z.strictObject({
  episodeIds: z
    .array(z.string().max(200))
    .max(10 * SERIES_EPISODES_MAX)
    .describe('The parts in their order'),
  arcs: z
    .array(arc)
    .max(10 * SERIES_EPISODES_MAX)
    .optional()
    .describe('Without it, the arcs keep their numbers'),
})

const summary = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    creatorId: z.string(),
    creator: episode.shape.creator,
    poster: z
      .string()
      .nullable()
      .describe(
        'Its own picture, or the poster of a public part that is not adult, the chosen one or the first; null when there is neither',
      ),
    hasOwnPoster: z.boolean(),
    episodeCount: z.number().int().describe('Parts that you may see'),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'SeriesSummary' })

const series = summary
  .extend({
    episodes: z.array(episode).describe('Parts that you may see, in order; `seriesNumber` counts all parts'),
    arcs: z.array(arc).describe('Named groups of consecutive episodes, by the numbers of their parts'),
  })
  .meta({ id: 'Series' })

const page = z.object({ series: z.array(summary), nextCursor })

function serializeSummary(found: SeriesSummary): z.input<typeof summary> {
  const { id, title, description, creatorId, creator, poster, hasOwnPoster, episodeCount } = found
  const { uid, username, avatarUrl, founderBadge } = creator
  return {
    id,
    title,
    description,
    creatorId,
    creator: { uid, username, avatarUrl, founderBadge },
    poster,
    hasOwnPoster,
    episodeCount,
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
  }
}

async function serialize(
  rooms: Pick<Hoshi, 'series' | 'engagement' | 'library'>,
  found: Series,
  viewer: Account | null,
): Promise<z.input<typeof series>> {
  const known = await forViewer(rooms, found.episodes, viewer)
  const arcs = found.arcs.map(({ title, from, to }) => ({ title, from, to }))
  return { ...serializeSummary(found), episodes: known.map(serializeEpisode), arcs }
}

/** Routes for series: episodes of one creator in an order. */
export function seriesRoutes(rooms: Pick<Hoshi, 'creators' | 'series' | 'engagement' | 'library'>) {
  const one = { path: '/series/{id}' as const, tags: ['Series'], request: { params: idParam('id') } }

  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/series',
        operationId: 'createSeries',
        tags: ['Series'],
        ...signedIn,
        summary: 'Make a series',
        description: 'Creators only. It is empty, and seen by you alone until it has a public part.',
        request: jsonBody(newSeries, newSeriesExample),
        responses: jsonResponse(201, series, 'The series', emptySeriesExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await serialize(rooms, await rooms.series.create(person, c.req.valid('json')), person), 201)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'get',
        operationId: 'getSeries',
        ...maybeSignedIn,
        summary: 'A series with its episodes',
        description:
          'Parts that are unlisted, private or scheduled are left out for others, and keep their numbers. Without a public part the series is 404 for others.',
        responses: jsonResponse(200, series, 'The series', seriesExample),
      }),
      async (c) => {
        const found = await rooms.series.find(c.req.valid('param').id, c.var.account)
        return c.json(await serialize(rooms, found, c.var.account), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'patch',
        operationId: 'changeSeries',
        ...signedIn,
        summary: 'Change the title and description of your series',
        description: 'Omitted fields keep their value. A series of another creator is refused with 403.',
        request: { ...one.request, ...jsonBody(newSeries.partial(), newSeriesExample) },
        responses: jsonResponse(200, series, 'The series', seriesExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const changed = await rooms.series.edit(person, c.req.valid('param').id, c.req.valid('json'))
        return c.json(await serialize(rooms, changed, person), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        operationId: 'deleteSeries',
        ...signedIn,
        summary: 'Delete your series',
        description: 'Its episodes stay.',
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await rooms.series.remove(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...one,
        path: '/series/{id}/episodes',
        method: 'put',
        operationId: 'setSeriesEpisodes',
        ...signedIn,
        summary: 'Set the episodes of your series, in their order',
        description: `The list replaces the one there is, and is numbered from 1. Up to ${SERIES_EPISODES_MAX} of your own episodes, whatever their visibility. An episode twice is refused with 422, one of somebody else with 403, one of another series with 409. Arcs may not overlap.`,
        request: { ...one.request, ...jsonBody(list, seriesListExample) },
        responses: jsonResponse(200, series, 'The series', seriesExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const changed = await rooms.series.setList(person, c.req.valid('param').id, c.req.valid('json'))
        return c.json(await serialize(rooms, changed, person), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/creators/{uid}/series',
        operationId: 'listSeries',
        tags: ['Series'],
        ...maybeSignedIn,
        summary: 'The series of a creator',
        description: 'Newest first. Those without a public part are left out for others. Viewers have no profile: 404.',
        request: { params: idParam('uid'), query: pageQuery },
        responses: jsonResponse(200, page, 'One page', seriesPageExample),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        if (!(await rooms.creators.find(uid))) throw new Refusal('creators.not_found')
        const query = c.req.valid('query')
        const { series: found, nextCursor: next } = await rooms.series.byCreator(uid, c.var.account, query)
        return c.json({ series: found.map(serializeSummary), nextCursor: next }, 200)
      },
    )
}
