import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { type GrowingTotal, type Growth, growthCaption } from '#engagement/growth.ts'
import type { OwnEpisode } from '#engagement/live-event.ts'
import { episode, nextCursor, pageQuery, serializeEpisode } from './episodes.ts'
import { ownEventsExample, ownListExample } from './examples.ts'
import { createLiveStreams } from './live-streams.ts'
import { apiRouter, ensureSignedIn, eventStreamResponse, jsonResponse, orNull, signedIn } from './router.ts'
import { sameFile, videoStatus } from './videos.ts'

/** How a count grew over the month before. */
const growth = z.object({ recent: z.number().int(), before: z.number().int() })

const ownEpisode = episode
  .extend({
    status: videoStatus,
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    storyboard: z.string().nullable(),
    hasChosenPoster: z.boolean(),
    sameAs: orNull(sameFile),
    replacement: orNull(z.object({ videoId: z.string(), name: z.string(), status: videoStatus })),
    growth: z
      .object({ views: growth, likes: growth, comments: growth })
      .describe('What each count gained in the last 30 days (UTC), and in the 30 before'),
  })
  .meta({ id: 'OwnEpisode' })

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

/** An episode as its creator's dashboard lists it: the public fields, and those of its video. */
function serializeOwnEpisode(found: OwnEpisode): z.infer<typeof ownEpisode> {
  const { width, height, storyboard, hasChosenPoster, sameAs, replacement } = found
  const { views, likes, comments } = found.growth
  const videoFields = { width, height, storyboard, hasChosenPoster, sameAs, replacement }
  const growth = { views: serializeGrowth(views), likes: serializeGrowth(likes), comments: serializeGrowth(comments) }
  return { ...serializeEpisode(found), status: found.videoStatus!, ...videoFields, growth }
}

function serializeGrowth({ recent, before }: Growth) {
  return { recent, before }
}

function serializeTotal({ total, recent, before }: GrowingTotal) {
  return { total, growth: { caption: growthCaption({ recent, before }), recent, before } }
}

/** Routes for the dashboard's list and its live events. */
export function ownEpisodeRoutes(rooms: Pick<Hoshi, 'catalog' | 'engagement' | 'identity'>) {
  const { catalog, engagement, identity } = rooms
  const streams = createLiveStreams({
    follow: engagement.follow,
    accountFor: identity.accountFor,
    serialize: serializeOwnEpisode,
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
          'Newest first, including those that are not public yet; the totals count public ones only. Without `limit`, up to 500 are returned.',
        request: { query: pageQuery },
        responses: jsonResponse(200, list, 'The list', ownListExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const [found, visibleIds] = await Promise.all([
          catalog.own(person, c.req.valid('query')),
          catalog.playableIdsOf(person.uid),
        ])
        const [episodes, totals] = await Promise.all([
          engagement.withGrowth(found.episodes),
          engagement.totalsOf(visibleIds),
        ])
        return c.json(
          {
            ...found,
            episodes: episodes.map(serializeOwnEpisode),
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
          '`episode` carries the whole row after any change, `removed` the `{id}` of a deleted one. The stream lasts until it is closed or the session ends. At most ten may be open per account.',
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
