import { createRoute } from '@hono/zod-openapi'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { type Episode, PAGE_MAX } from '#catalog/episode.ts'
import { CURSOR_MAX_LENGTH } from '#catalog/episode-cursor.server.ts'
import { type EpisodeCounts, playKinds } from '#engagement/play.ts'
import { answers, apiRouter, emptyAnswer, idParam, jsonBody, moment, requireAccount } from './router.ts'

const VISITOR_COOKIE = 'hoshi_visitor'

export const episode = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    genre: z.string(),
    tags: z.array(z.string()),
    nsfw: z.boolean(),
    nsfwReason: z.string(),
    date: moment,
    creatorId: z.string(),
    videoId: z.string(),
    trending: z.boolean(),
    founderBadge: z.boolean(),
    views: z.number().int(),
    likes: z.number().int(),
    comments: z.number().int(),
    lastViewed: moment.nullable(),
    updatedAt: moment,
    durationSeconds: z.number().nullable(),
    poster: z.string().nullable(),
    preview: z.string().nullable(),
    creator: z.object({ uid: z.string(), username: z.string(), avatarUrl: z.string(), founderBadge: z.boolean() }),
  })
  .meta({ id: 'Episode' })

const page = z.object({ episodes: z.array(episode), total: z.number().int(), nextCursor: z.string().nullable() })

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
        summary: 'Explore: newest first, matches of a search by how they match; never an adult or unready episode',
        request: { query: exploring },
        responses: answers(200, page, 'One page'),
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
        summary: 'Publish an episode on an own video',
        request: jsonBody(newEpisode),
        responses: answers(201, episode, 'The episode'),
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
        summary: 'One episode',
        responses: answers(200, episode, 'The episode'),
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
        summary: 'Change an own episode; what is absent stays',
        request: { ...one.request, ...jsonBody(episodeChanges) },
        responses: answers(200, episode, 'The episode as it is now'),
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
        summary: 'Give an own episode a new file: an own video that takes its video’s place once it plays',
        responses: answers(200, episode, 'The episode; its videoId changes when the new video has taken its place'),
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
        summary: 'Cancel a replacement: the video that an own episode waits for is deleted',
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
        summary: 'Delete an own episode and its video',
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
        summary: 'Count a play; the server decides whether it counts',
        request: { params: idParam('id'), ...jsonBody(play) },
        responses: answers(200, z.object({ views: z.number().int(), counted: z.boolean() }), 'The views now'),
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
