import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { growth, ownEpisode } from '#app/api/episode-schemas.server.ts'
import { serializeOwnEpisode } from '#app/api/serialize-episode.ts'
import type { Hoshi } from '#app/http/context.ts'
import { growthCaption } from '#app/messages/captions.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import type { GrowingTotal } from '#engagement/growth.ts'
import type { LiveEvent } from '#engagement/live-event.ts'
import { nextCursor, pageQuery, withRelations } from './episodes.ts'
import { ownEventsExample, ownListExample } from './examples/dashboard.ts'
import { createLiveStreams, formatEvent, type StreamSettings } from './live-streams.ts'
import { apiRouter, ensureSignedIn, eventStreamResponse, jsonResponse, signedIn } from './router.ts'

const total = z.object({
  total: z.number().int(),
  /** Growth over the month before: a caption, and the two numbers behind it. */
  growth: growth.extend({ caption: z.string() }),
})

const list = z.object({
  episodes: z.array(ownEpisode),
  total: z.number().int(),
  nextCursor,
  totals: z.object({ views: total, likes: total, comments: total }),
})

function formatOwnEpisodeEvent(event: LiveEvent): string {
  if (event.type === 'cursor') return event.at === null ? '\n' : `id: ${event.at}\n\n`
  if (event.type === 'episode')
    return formatEvent('episode', event.at, serializeOwnEpisode(event.episode, videoFailureText))
  if (event.type === 'removed') return formatEvent('removed', event.at, { id: event.id })
  return formatEvent(event.type, event.at, event.type === 'refresh' ? { ids: event.ids } : {})
}

function serializeTotal({ total, recent, before }: GrowingTotal) {
  return { total, growth: { caption: growthCaption({ recent, before }), recent, before } }
}

/** Routes for the dashboard's list and its live events. */
export function ownEpisodeRoutes(
  rooms: Pick<Hoshi, 'catalog' | 'engagement' | 'identity' | 'library'>,
  live: StreamSettings,
) {
  const { catalog, engagement, identity } = rooms
  const streams = createLiveStreams({
    follow: engagement.live.follow,
    identity,
    format: formatOwnEpisodeEvent,
    kind: 'dashboard',
    settings: live,
    tooMany: 'engagement.too_many_streams',
  })

  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/episodes',
        operationId: 'listOwnEpisodes',
        tags: ['Dashboard'],
        ...signedIn,
        summary: 'Your episodes with their numbers and states',
        description:
          'Newest first, including those that are not public yet; the totals count all that play. Without `limit`, up to 500 are returned.',
        request: { query: pageQuery },
        responses: jsonResponse(200, list, 'The list', ownListExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const [found, totals] = await Promise.all([
          catalog.own(person, c.req.valid('query')),
          engagement.counts.totalsOf(person.uid),
        ])
        const episodes = await withRelations(rooms, await engagement.counts.addGrowthTo(found.episodes), person)
        return c.json(
          {
            total: found.total,
            nextCursor: found.nextCursor,
            episodes: episodes.map((each) => serializeOwnEpisode(each, videoFailureText)),
            totals: {
              views: serializeTotal(totals.views),
              likes: serializeTotal(totals.likes),
              comments: serializeTotal(totals.comments),
            },
          },
          200,
        )
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/episodes/live',
        operationId: 'followOwnEpisodes',
        tags: ['Dashboard'],
        ...signedIn,
        summary: 'Changes of your episodes, as Server-Sent Events',
        description:
          '`episode` carries the whole row after any change but `liked` and `positionSeconds`, `removed` the `{id}` of a deleted one; `figures` says that followers or support clicks were counted. The stream lasts until it is closed or the session ends. At most ten may be open per account.',
        request: {
          headers: z.object({ 'last-event-id': z.string().optional() }),
          query: z.object({
            since: z
              .string()
              .max(100)
              .optional()
              .describe('The same for a first connection; the header takes precedence'),
          }),
        },
        responses: eventStreamResponse(
          'Events. After a `Last-Event-ID` what changed since comes first; when that is not known any more, `refresh` ' +
            '(`{ids}`: all there are) and every row.',
          ownEventsExample,
        ),
      }),
      (c) => streams.open(c, ensureSignedIn(c.var.account), c.req.valid('query').since ?? null),
    )
}
