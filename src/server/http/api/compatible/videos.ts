import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '#server/http/request-context.ts'
import type { ServiceFilter, ServiceVideo } from '#video/embedded-host/service-videos.server.ts'
import { videoStates } from '#video/video-state.ts'
import { apiRouter, jsonBody, pathId, queryInteger } from '../router.ts'
import { accountParams, type CompatibleApi, ROOT, security, tags } from './common.ts'
import { envelopeResponse, successEnvelope } from './envelope.ts'
import { editExample, serviceVideoExample } from './examples.ts'
import { editBody, toServiceOptions } from './upload-options.ts'
import { serializeCompatibleVideo, videoSchema } from './video-json.ts'

const LISTED_MAX = 1000

const booleanText = z.enum(['true', 'false']).optional()
const dateOrDateTime = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional()
/** PostgreSQL cannot store the character zero in text. */
const text = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters)
    .refine((value) => !value.includes('\0'))
    .optional()
const textList = text(40_000)

const listQuery = z.object({
  id: textList,
  creator: text(200),
  /** States of the service that no video here can have match nothing. */
  status: z.enum([...videoStates, 'downloading', 'live-inprogress']).optional(),
  type: z.string().optional(),
  live_input_id: z.string().optional(),
  name: textList,
  video_name: text(1000),
  search: text(1000),
  start: dateOrDateTime,
  after: dateOrDateTime,
  end: dateOrDateTime,
  before: dateOrDateTime,
  asc: booleanText,
  limit: queryInteger({ min: 1, max: LISTED_MAX }).default(LISTED_MAX),
  include_counts: booleanText,
})

/** Routes by which programs list, read, edit and delete videos. */
export function serviceVideoRoutes(rooms: Pick<Hoshi, 'catalog' | 'engagement'>, { host }: CompatibleApi) {
  const { service } = host
  const videoRequest = { params: accountParams.params.extend({ uid: pathId }) }

  async function describe(c: Context<HttpEnv>, found: ServiceVideo) {
    const episodeId = await rooms.catalog.episodeOn(found.video.uid)
    const views = episodeId ? await rooms.engagement.counts.totalViews([episodeId]) : 0
    return serializeCompatibleVideo(found, { origin: c.var.origin, views })
  }

  return apiRouter()
    .openapi(
      createRoute({
        operationId: 'serviceListVideos',
        tags,
        security,
        method: 'get',
        path: ROOT,
        summary: 'List the videos created through this API',
        description: 'Newest first, at most 1000. To continue, pass the `created` of the last one as `before`.',
        request: { ...accountParams, query: listQuery },
        responses: envelopeResponse(z.array(videoSchema), 'The videos', [serviceVideoExample], {
          total: z.number().int().optional(),
          range: z.number().int().optional(),
        }),
      }),
      async (c) => {
        const query = c.req.valid('query')
        const filter = toFilter(query)
        const { videos, total } = filter ? await service.list(filter) : { videos: [], total: 0 }
        const counts = query.include_counts === 'true' ? { total, range: videos.length } : {}
        return c.json(
          { ...successEnvelope(videos.map((each) => serializeCompatibleVideo(each, c.var))), ...counts },
          200,
        )
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
        request: videoRequest,
        responses: envelopeResponse(videoSchema, 'The video', serviceVideoExample),
      }),
      async (c) => c.json(successEnvelope(await describe(c, await service.find(c.req.valid('param').uid))), 200),
    )
    .openapi(
      createRoute({
        operationId: 'serviceEditVideo',
        tags,
        security,
        method: 'post',
        path: `${ROOT}/{uid}`,
        summary: 'Change meta, creator, allowedOrigins or the thumbnail',
        description:
          'For videos that were created through this API. `meta` is replaced as a whole. Changing `creator` does not change the owner.',
        request: { ...videoRequest, ...jsonBody(editBody, editExample) },
        responses: envelopeResponse(videoSchema, 'The video as it is now', serviceVideoExample),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        const changes = c.req.valid('json')
        if (changes.uid !== undefined && changes.uid !== uid) throw new Refusal('request.invalid', { field: 'uid' })
        return c.json(successEnvelope(await describe(c, await service.edit(uid, toServiceOptions(changes)))), 200)
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceDeleteVideo',
        tags,
        security,
        method: 'delete',
        path: `${ROOT}/{uid}`,
        summary: 'Delete a video created through this API',
        description: 'Its media are removed within a second. A video used by an episode cannot be deleted: 409.',
        request: videoRequest,
        responses: envelopeResponse(z.null(), 'Deleted', null),
      }),
      async (c) => {
        await service.remove(c.req.valid('param').uid)
        return c.json(successEnvelope(null), 200)
      },
    )
}

/** Null when no video here can match. */
function toFilter(query: z.infer<typeof listQuery>): ServiceFilter | null {
  const { status, limit } = query
  if (status === 'downloading' || status === 'live-inprogress') return null
  if (query.live_input_id !== undefined || (query.type !== undefined && query.type !== 'vod')) return null
  const uids = splitList(query.id)
  const names = query.video_name === undefined ? splitList(query.name) : [query.video_name]
  const from = query.start ?? query.after
  const before = query.end ?? query.before
  return {
    limit,
    isOldestFirst: query.asc === 'true',
    ...(status ? { state: status } : {}),
    ...(uids ? { uids } : {}),
    ...(names ? { names } : {}),
    ...(query.creator === undefined ? {} : { creator: query.creator }),
    ...(query.search ? { nameContains: query.search } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(before ? { before: new Date(before) } : {}),
  }
}

function splitList(text: string | undefined): string[] | undefined {
  return text ? text.split(',').map((each) => each.trim()) : undefined
}
