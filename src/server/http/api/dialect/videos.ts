import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '#server/http/request-facts.ts'
import type { ServiceFilter, ServiceVideo } from '#video/service-videos.server.ts'
import { videoStates } from '#video/video-state.ts'
import { apiRouter, jsonBody } from '../router.ts'
import { type Dialect, inAccount, ROOT, security, tags } from './account-path.ts'
import { described, describeVideo } from './described.ts'
import { enveloped, successful } from './envelope.ts'
import { editExample, serviceVideoExample } from './examples.ts'
import { edited, wishesIn } from './wishes.ts'

const LISTED_MAX = 1000

const yesOrNo = z.enum(['true', 'false']).optional()
const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional()
/** PostgreSQL has no text with the character zero in it. */
const text = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters)
    .refine((value) => !value.includes('\0'))
    .optional()
const several = text(40_000)

const asked = z.object({
  id: several,
  creator: text(200),
  /** States of the service that no video here is ever in find nothing. */
  status: z.enum([...videoStates, 'downloading', 'live-inprogress']).optional(),
  type: z.string().optional(),
  live_input_id: z.string().optional(),
  name: several,
  video_name: text(1000),
  search: text(1000),
  start: time,
  after: time,
  end: time,
  before: time,
  asc: yesOrNo,
  limit: z.coerce.number().int().min(1).max(LISTED_MAX).default(LISTED_MAX),
  include_counts: yesOrNo,
})

/** What a program learns of videos, and does with them. */
export function serviceVideoRoutes(rooms: Pick<Hoshi, 'catalog' | 'engagement'>, { host }: Dialect) {
  const { service } = host
  const ofVideo = { params: inAccount.params.extend({ uid: z.string().max(200) }) }

  async function describe(c: Context<HttpEnv>, found: ServiceVideo) {
    const episodeId = await rooms.catalog.episodeOn(found.video.uid)
    const views = episodeId ? await rooms.engagement.totalViews([episodeId]) : 0
    return describeVideo(found, { origin: c.var.origin, views })
  }

  return apiRouter()
    .openapi(
      createRoute({
        operationId: 'serviceListVideos',
        tags,
        security,
        method: 'get',
        path: ROOT,
        summary: 'List the videos that were made through this API',
        description: 'The newest first, at most 1000; `before` with the last one’s `created` goes on.',
        request: { ...inAccount, query: asked },
        responses: enveloped(z.array(described), 'The videos', [serviceVideoExample], {
          total: z.number().int().optional(),
          range: z.number().int().optional(),
        }),
      }),
      async (c) => {
        const query = c.req.valid('query')
        const filter = filterIn(query)
        const { videos, total } = filter ? await service.list(filter) : { videos: [], total: 0 }
        const counts = query.include_counts === 'true' ? { total, range: videos.length } : {}
        return c.json({ ...successful(videos.map((each) => describeVideo(each, c.var))), ...counts }, 200)
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceGetVideo',
        tags,
        security,
        method: 'get',
        path: `${ROOT}/{uid}`,
        summary: 'State, length, playback and views of any video of this host',
        description: 'Unknown values are absent, or -1 for numbers that are always present.',
        request: ofVideo,
        responses: enveloped(described, 'The video', serviceVideoExample),
      }),
      async (c) => c.json(successful(await describe(c, await service.find(c.req.valid('param').uid))), 200),
    )
    .openapi(
      createRoute({
        operationId: 'serviceEditVideo',
        tags,
        security,
        method: 'post',
        path: `${ROOT}/{uid}`,
        summary: 'Change meta, allowedOrigins or the thumbnail',
        description: 'For videos that were created through this API. `meta` is replaced as a whole.',
        request: { ...ofVideo, ...jsonBody(edited, editExample) },
        responses: enveloped(described, 'The video as it is now', serviceVideoExample),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        const wanted = c.req.valid('json')
        if (wanted.uid !== undefined && wanted.uid !== uid) throw new Refusal('request.invalid', { field: 'uid' })
        return c.json(successful(await describe(c, await service.edit(uid, wishesIn(wanted)))), 200)
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceDeleteVideo',
        tags,
        security,
        method: 'delete',
        path: `${ROOT}/{uid}`,
        summary: 'Delete a video that was made through this API',
        description: 'Its media are gone within a second. One under an episode stays, and the answer is 409.',
        request: ofVideo,
        responses: enveloped(z.null(), 'It is deleted', null),
      }),
      async (c) => {
        await service.remove(c.req.valid('param').uid)
        return c.json(successful(null), 200)
      },
    )
}

/** Null for what no video here can be. */
function filterIn(query: z.infer<typeof asked>): ServiceFilter | null {
  const { status, limit } = query
  if (status === 'downloading' || status === 'live-inprogress') return null
  if (query.live_input_id !== undefined || (query.type !== undefined && query.type !== 'vod')) return null
  const uids = listIn(query.id)
  const names = query.video_name === undefined ? listIn(query.name) : [query.video_name]
  const from = query.start ?? query.after
  const before = query.end ?? query.before
  return {
    limit,
    isOldestFirst: query.asc === 'true',
    ...(status ? { state: status } : {}),
    ...(uids ? { uids } : {}),
    ...(names ? { names } : {}),
    ...(query.creator === undefined ? {} : { creatorId: query.creator }),
    ...(query.search ? { nameHolds: query.search } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(before ? { before: new Date(before) } : {}),
  }
}

function listIn(text: string | undefined): string[] | undefined {
  return text ? text.split(',').map((each) => each.trim()) : undefined
}
