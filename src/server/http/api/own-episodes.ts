import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { type GrowingTotal, growthCaption } from '#engagement/growth.ts'
import type { OwnEpisode } from '#engagement/live-event.ts'
import { episode, nextCursor, paging, shape } from './episodes.ts'
import { ownEventsExample, ownListExample } from './examples.ts'
import { createLiveStreams } from './live-streams.ts'
import { answers, apiRouter, eventsAnswer, orNull, requireAccount, signedIn } from './router.ts'
import { sameFile, videoStatus } from './videos.ts'

const ownEpisode = episode
  .extend({
    status: videoStatus,
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    storyboard: z.string().nullable(),
    hasChosenPoster: z.boolean(),
    sameAs: orNull(sameFile),
    replacement: orNull(z.object({ videoId: z.string(), name: z.string(), status: videoStatus })),
  })
  .meta({ id: 'OwnEpisode' })

const total = z.object({
  total: z.number().int(),
  /** Against the month before, in words, and the two numbers behind them. */
  growth: z.object({ caption: z.string(), recent: z.number().int(), before: z.number().int() }),
})

const list = z.object({
  episodes: z.array(ownEpisode),
  total: z.number().int(),
  nextCursor,
  totals: z.object({ views: total, likes: total, comments: total }),
})

/** An episode as its creator's dashboard lists it: the public words, and what there is to its video. */
function shapeOwn(found: OwnEpisode): z.infer<typeof ownEpisode> {
  const { width, height, storyboard, hasChosenPoster, sameAs, replacement } = found
  const film = { width, height, storyboard, hasChosenPoster, sameAs, replacement }
  return { ...shape(found), status: found.videoStatus!, ...film }
}

function shapeTotal({ total, recent, before }: GrowingTotal) {
  return { total, growth: { caption: growthCaption({ recent, before }), recent, before } }
}

/** The dashboard's list, and its news. */
export function ownEpisodeRoutes(rooms: Pick<Hoshi, 'catalog' | 'engagement' | 'identity'>) {
  const { catalog, engagement, identity } = rooms
  const streams = createLiveStreams({ follow: engagement.follow, accountFor: identity.accountFor, shape: shapeOwn })

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
        request: { query: paging },
        responses: answers(200, list, 'The list', ownListExample),
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        const [found, visibleIds] = await Promise.all([
          catalog.own(person, c.req.valid('query')),
          catalog.visibleIdsOf(person.uid),
        ])
        const [episodes, totals] = await Promise.all([
          engagement.withCounts(found.episodes),
          engagement.totalsOf(visibleIds),
        ])
        return c.json(
          {
            ...found,
            episodes: episodes.map(shapeOwn),
            totals: {
              views: shapeTotal(totals.views),
              likes: shapeTotal(totals.likes),
              comments: shapeTotal(totals.comments),
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
        request: { headers: z.object({ 'last-event-id': z.string().optional() }) },
        responses: eventsAnswer(
          'Events. After a `Last-Event-ID` what changed since comes first; when that is not known any more, `refresh` ' +
            '(`{ids}`: all there are) and every row.',
          ownEventsExample,
        ),
      }),
      (c) => streams.open(c, requireAccount(c.var.account)),
    )
}
