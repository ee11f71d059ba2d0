import { createRoute } from '@hono/zod-openapi'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { type Episode, PAGE_MAX } from '#catalog/episode.ts'
import { CURSOR_MAX_LENGTH } from '#catalog/episode-cursor.server.ts'
import { type EpisodeCounts, playKinds } from '#engagement/play.ts'
import { episodeChangesExample, episodeExample, episodesExample, newEpisodeExample, playExample } from './examples.ts'
import {
  answers,
  apiRouter,
  emptyAnswer,
  idParam,
  jsonBody,
  maybeSignedIn,
  moment,
  requireAccount,
  signedIn,
} from './router.ts'

const VISITOR_COOKIE = 'hoshi_visitor'

export const episode = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    genre: z.string(),
    tags: z.array(z.string()),
    nsfw: z.boolean().describe('For adults only; never in Explore'),
    nsfwReason: z.string().describe('Why a moderator marked it; otherwise empty'),
    date: moment.describe('When it was saved'),
    creatorId: z.string(),
    videoId: z.string(),
    trending: z.boolean(),
    founderBadge: z.boolean(),
    views: z.number().int(),
    likes: z.number().int(),
    comments: z.number().int(),
    lastViewed: moment.nullable(),
    updatedAt: moment,
    durationSeconds: z.number().nullable().describe('Null until it is measured'),
    poster: z.string().nullable().describe('Address of a WebP picture; null until made'),
    preview: z.string().nullable().describe('Address of a short MP4; null until made'),
    creator: z.object({ uid: z.string(), username: z.string(), avatarUrl: z.string(), founderBadge: z.boolean() }),
  })
  .meta({ id: 'Episode' })

/** Where the next page of a list begins. */
export const nextCursor = z.string().nullable().describe('The `cursor` of the next page; null on the last one')

const page = z.object({ episodes: z.array(episode), total: z.number().int(), nextCursor }).meta({ id: 'EpisodePage' })

const newEpisode = z.strictObject({
  title: z.string(),
  genre: z.string(),
  nsfw: z.boolean(),
  videoId: z.string(),
  description: z.string().optional(),
  tags: z.array(z.string()).max(1000).optional(),
})

const episodeChanges = newEpisode.omit({ videoId: true }).partial()

export const paging = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).optional().openapi({ type: 'integer' }),
})

const exploring = paging.extend({
  genre: z.string().optional(),
  trending: z.enum(['true', 'false', '']).optional(),
  search: z.string().optional(),
  cursor: z.string().max(CURSOR_MAX_LENGTH).optional(),
})

const play = z.strictObject({ kind: z.enum(playKinds), visitId: z.string() })

/** The words of the contract, and nothing else the room may know. */
export function shape(found: Episode & EpisodeCounts): z.infer<typeof episode> {
  const { width, height, frameRate, hls, storyboard, hasChosenPoster, ...more } = found
  const { isPlayable, videoStatus, sameAs, replacement, ...open } = more
  return {
    ...open,
    date: found.date.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
    lastViewed: found.lastViewed?.toISOString() ?? null,
  }
}

/** Episodes: listed, published, watched. */
export function episodeRoutes({ catalog, engagement, publicUrl }: Pick<Hoshi, 'catalog' | 'engagement' | 'publicUrl'>) {
  const one = { request: { params: idParam('id') } }
  const replacing = { request: { params: idParam('id').extend(idParam('videoUid').shape) } }

  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes',
        operationId: 'listEpisodes',
        tags: ['Episodes'],
        summary: 'Search public episodes',
        description:
          'Newest first, or by how well they match a `search`. Adult episodes and those that are not playable yet are left out. `genre` and `trending` narrow it; `total` counts what was found, on every page.',
        request: { query: exploring },
        responses: answers(200, page, 'One page', episodesExample),
      }),
      async (c) => {
        const { trending, ...asked } = c.req.valid('query')
        const found = await catalog.explore(
          { ...asked, trending: trending === 'true' },
          { address: c.var.address, signal: c.req.raw.signal },
        )
        const counted = await engagement.withCounts(found.episodes)
        return c.json({ ...found, episodes: counted.map(shape) }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/episodes',
        operationId: 'publishEpisode',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Publish an episode',
        description:
          'Creators only. The video must be yours and can still be uploading: the episode becomes public once it plays. A video belongs to one episode.',
        request: jsonBody(newEpisode, newEpisodeExample),
        responses: answers(201, episode, 'The episode', episodeExample),
      }),
      async (c) => {
        const made = await catalog.publish(requireAccount(c.var.account), c.req.valid('json'))
        const [counted] = await engagement.withCounts([made])
        return c.json(shape(counted!), 201)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'get',
        path: '/episodes/{id}',
        operationId: 'getEpisode',
        tags: ['Episodes'],
        ...maybeSignedIn,
        summary: 'One episode',
        description: 'Until it plays, only its creator can read it; others get 404.',
        responses: answers(200, episode, 'The episode', episodeExample),
      }),
      async (c) => {
        const found = await catalog.find(c.req.valid('param').id ?? '', c.var.account)
        const [counted] = await engagement.withCounts([found])
        return c.json(shape(counted!), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'patch',
        path: '/episodes/{id}',
        operationId: 'changeEpisode',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Change your episode',
        description:
          'Omitted fields keep their value. An episode of another creator is refused with 403, or 404 if it is not public.',
        request: { ...one.request, ...jsonBody(episodeChanges, episodeChangesExample) },
        responses: answers(200, episode, 'The episode as it is now', { ...episodeExample, ...episodeChangesExample }),
      }),
      async (c) => {
        const account = requireAccount(c.var.account)
        const edited = await catalog.edit(account, c.req.valid('param').id ?? '', c.req.valid('json'))
        const [counted] = await engagement.withCounts([edited])
        return c.json(shape(counted!), 200)
      },
    )
    .openapi(
      createRoute({
        ...replacing,
        method: 'put',
        path: '/episodes/{id}/video/{videoUid}',
        operationId: 'replaceVideo',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Replace the video of your episode',
        description:
          'The new video replaces the current one once it is completely playable; until then the current one stays. Repeating the request changes nothing.',
        responses: answers(
          200,
          episode,
          'The episode; `videoId` changes once the new video replaces the current one',
          episodeExample,
        ),
      }),
      async (c) => {
        const { id = '', videoUid = '' } = c.req.valid('param')
        const waiting = await catalog.replaceVideo(requireAccount(c.var.account), id, videoUid)
        const [counted] = await engagement.withCounts([waiting])
        return c.json(shape(counted!), 200)
      },
    )
    .openapi(
      createRoute({
        ...replacing,
        method: 'delete',
        path: '/episodes/{id}/video/{videoUid}',
        operationId: 'cancelReplacement',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Cancel a replacement',
        description: 'Deletes the new video and keeps the episode as it is.',
        responses: emptyAnswer('Deleted'),
      }),
      async (c) => {
        const { id = '', videoUid = '' } = c.req.valid('param')
        await catalog.cancelReplacement(requireAccount(c.var.account), id, videoUid)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        path: '/episodes/{id}',
        operationId: 'deleteEpisode',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Delete your episode and its video',
        description:
          'Possible at any time, also while the video uploads or is processed. Its media answer 404 within a second.',
        responses: emptyAnswer('Deleted'),
      }),
      async (c) => {
        await catalog.remove(requireAccount(c.var.account), c.req.valid('param').id ?? '')
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/episodes/{id}/views',
        operationId: 'countView',
        tags: ['Reactions'],
        ...maybeSignedIn,
        summary: 'Count a play',
        description:
          'The server decides whether it counts: the same `visitId`, 1 to 64 letters, digits, dashes or underscores, never counts twice. The answer may set a cookie that tells visitors apart for a day.',
        request: { params: idParam('id'), ...jsonBody(play, playExample) },
        responses: answers(200, z.object({ views: z.number().int(), counted: z.boolean() }), 'The views now', {
          views: 129,
          counted: true,
        }),
      }),
      async (c) => {
        const outcome = await engagement.recordPlay(
          { episodeId: c.req.valid('param').id ?? '', ...c.req.valid('json') },
          {
            cookie: getCookie(c, VISITOR_COOKIE) ?? null,
            address: c.var.address,
            userAgent: c.req.header('user-agent') ?? '',
            isPrefetch: /prefetch|preview/i.test(
              `${c.req.header('sec-purpose') ?? ''} ${c.req.header('purpose') ?? ''}`,
            ),
          },
          c.var.account,
        )
        if (outcome.visitorCookie) {
          setCookie(c, VISITOR_COOKIE, outcome.visitorCookie, {
            httpOnly: true,
            sameSite: 'Lax',
            path: '/',
            secure: publicUrl.startsWith('https:'),
          })
        }
        return c.json({ views: outcome.views, counted: outcome.counted }, 200)
      },
    )
}
