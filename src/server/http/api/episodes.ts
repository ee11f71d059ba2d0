import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { embedSites, episode, foundEpisode } from '#app/api/episode-schemas.server.ts'
import { type OwnRelation, serializeEmbedding, serializeEpisode } from '#app/api/serialize-episode.ts'
import { profileField } from '#app/credits/credits-form.ts'
import { resolveCredits } from '#app/credits/resolve-credits.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { visibilities } from '#catalog/audience.ts'
import { CREDITS_MAX } from '#catalog/credits/credit.ts'
import { type Episode, PAGE_MAX } from '#catalog/episode.ts'
import { CURSOR_MAX_LENGTH } from '#catalog/episode-cursor.server.ts'
import { writtenMetadata } from '#catalog/episode-metadata-schemas.server.ts'
import type { FoundLine } from '#catalog/lines/line.ts'
import type { EpisodeCounts } from '#engagement/play.ts'
import type { Account } from '#identity/account.ts'
import type { SeriesPosition } from '#series/series.ts'
import { episodeChangesExample, episodeExample, episodesExample, newEpisodeExample } from './examples/episodes.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  queryInteger,
  signedIn,
} from './router.ts'

/** Cursor of the next page of a list. */
export const nextCursor = z.string().nullable().describe('The `cursor` of the next page; null on the last one')

const page = z
  .object({ episodes: z.array(foundEpisode), total: z.number().int(), nextCursor })
  .meta({ id: 'EpisodePage' })

const newCredit = z
  .strictObject({
    name: z.string(),
    role: z.string().describe('One of ours, such as `Key animation`, or any other'),
    uid: z.string().nullable().optional().describe('A creator to ask for a link; null removes a link or a request'),
  })
  .meta({ id: 'NewCredit' })

/** A credit of an episode that is changed in a form, where people are typed. */
const editedCredit = newCredit
  .extend({
    profile: z
      .string()
      .max(2000)
      .optional()
      .describe('In place of `uid`: a username, or the URL of a profile; empty for no link'),
  })
  .meta({ id: 'EditedCredit' })

const newEpisode = z.strictObject({
  ...writtenMetadata,
  videoId: z.string(),
  visibility: z.enum(visibilities).optional().describe('Public unless given'),
  publishAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .describe('When a scheduled episode becomes public, in the future'),
  credits: z
    .array(newCredit)
    .max(1000)
    .optional()
    .describe(`Who worked on it: replaces the list. Up to ${CREDITS_MAX}; what you read, sent back, changes nothing`),
})

export const episodeChanges = newEpisode.omit({ videoId: true }).partial()

const episodeEdit = episodeChanges.extend({
  credits: z
    .array(editedCredit)
    .max(1000)
    .optional()
    .describe(`Who worked on it: replaces the list. Up to ${CREDITS_MAX}; what you read, sent back, changes nothing`),
  seriesId: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .describe('Moves it to the end of this series of yours, unless it is there; null takes it out of its series'),
  seriesNumber: z.number().optional().describe('Its number in the series, counted from 1 after a move'),
  embedSites: z
    .array(z.string().max(300))
    .max(100)
    .nullable()
    .optional()
    .describe('Origins whose pages may embed it, as `https://example.com`; null for all sites, an empty list for none'),
})

const oneEpisode = episode
  .extend({ embedSites: embedSites.optional() })
  .meta({ id: 'OneEpisode', description: 'An episode, with what only its creator gets to know.' })

export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: queryInteger({ min: 1, max: PAGE_MAX }).optional(),
})

const exploreQuery = pageQuery.extend({
  genre: z.string().optional(),
  trending: z.enum(['true', 'false', '']).optional(),
  search: z.string().optional(),
  cursor: z.string().max(CURSOR_MAX_LENGTH).optional(),
})

/** The rooms' input for a body with fields of an episode. */
export function readChangesBody<Body extends { publishAt?: string | null | undefined }>(body: Body) {
  const { publishAt, ...fields } = body
  if (publishAt === undefined) return fields
  return { ...fields, publishAt: publishAt === null ? null : new Date(publishAt) }
}

/** Adds a signed-in viewer's likes and positions to episodes, in their order. Known positions are not read again. */
export async function withRelations<E extends Pick<OwnRelation, 'positionSeconds'> & { id: string }>(
  { engagement, library }: Pick<Hoshi, 'engagement' | 'library'>,
  episodes: E[],
  viewer: Account | null,
): Promise<(E & OwnRelation)[]> {
  if (!viewer) return episodes
  const isPositioned = episodes.every(({ positionSeconds }) => positionSeconds !== undefined)
  const [known, liked] = await Promise.all([
    isPositioned ? episodes : library.withPositions(viewer, episodes),
    engagement.likes.likedBy(
      viewer,
      episodes.map(({ id }) => id),
    ),
  ])
  return known.map((each) => ({ ...each, liked: liked.has(each.id) }))
}

/** Adds places in series, counts, likes and positions to episodes, in their order. Known values are not read again. */
export async function forViewer<E extends Episode & Partial<SeriesPosition & EpisodeCounts & OwnRelation>>(
  rooms: Pick<Hoshi, 'series' | 'engagement' | 'library'>,
  episodes: E[],
  viewer: Account | null,
): Promise<(E & SeriesPosition & EpisodeCounts & OwnRelation)[]> {
  const placed = haveSeriesPositions(episodes) ? episodes : await rooms.series.withSeriesPositions(viewer, episodes)
  return withRelations(rooms, areCounted(placed) ? placed : await rooms.engagement.counts.addTo(placed), viewer)
}

function haveSeriesPositions<E extends Partial<SeriesPosition>>(episodes: E[]): episodes is (E & SeriesPosition)[] {
  return episodes.every(({ seriesId }) => seriesId !== undefined)
}

function areCounted<E extends Partial<EpisodeCounts>>(episodes: E[]): episodes is (E & EpisodeCounts)[] {
  return episodes.every(({ views }) => views !== undefined)
}

function serializeFound(episode: Parameters<typeof serializeEpisode>[0], line: FoundLine | undefined) {
  return {
    ...serializeEpisode(episode),
    ...(line && { line: { text: line.text, language: line.language, from: line.from } }),
  }
}

function serializeOne(found: Parameters<typeof serializeEpisode>[0], viewer: Account | null) {
  const isOwn = viewer?.uid === found.creatorId
  return { ...serializeEpisode(found), ...(isOwn && serializeEmbedding(found)) }
}

/** Routes that list, publish, edit and delete episodes. */
export function episodeRoutes(rooms: Pick<Hoshi, 'catalog' | 'creators' | 'series' | 'engagement' | 'library'>) {
  const { catalog, creators, series } = rooms
  const withId = { request: { params: idParam('id') } }

  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes',
        operationId: 'listEpisodes',
        tags: ['Episodes'],
        ...maybeSignedIn,
        summary: 'Search public episodes',
        description:
          'Newest first, or by how well they match a `search`. Adult episodes and those that are not playable yet are left out. `genre` and `trending` narrow it; `total` counts what was found, on every page.',
        request: { query: exploreQuery },
        responses: jsonResponse(200, page, 'One page', episodesExample),
      }),
      async (c) => {
        const { trending, ...query } = c.req.valid('query')
        const found = await catalog.explore(
          { ...query, trending: trending === 'true' },
          { ip: c.var.ip, signal: c.req.raw.signal },
        )
        const known = await forViewer(rooms, found.episodes, c.var.account)
        const { total, nextCursor } = found
        return c.json(
          { episodes: known.map((each) => serializeFound(each, found.lines?.get(each.id))), total, nextCursor },
          200,
        )
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
          'Creators only. The video must be yours and can still be uploading: a public episode appears once it plays. A `scheduled` one becomes public at `publishAt`, which is then its date. A video belongs to one episode.',
        request: jsonBody(newEpisode, newEpisodeExample),
        responses: jsonResponse(201, episode, 'The episode', episodeExample),
      }),
      async (c) => {
        const account = ensureSignedIn(c.var.account)
        const created = await catalog.publish(account, readChangesBody(c.req.valid('json')))
        const [counted] = await forViewer(rooms, [created], account)
        return c.json(serializeEpisode(counted!), 201)
      },
    )
    .openapi(
      createRoute({
        ...withId,
        method: 'get',
        path: '/episodes/{id}',
        operationId: 'getEpisode',
        tags: ['Episodes'],
        ...maybeSignedIn,
        summary: 'One episode',
        description:
          'Until it plays, and while it is private or scheduled, only its creator can read it; others get 404.',
        responses: jsonResponse(200, oneEpisode, 'The episode', episodeExample),
      }),
      async (c) => {
        const shown = catalog.shownEpisodes(c.req.header('cookie'))
        const found = await catalog.find(c.req.valid('param').id, c.var.account, shown)
        const [known] = await forViewer(rooms, [found], c.var.account)
        return c.json(serializeOne(known!, c.var.account), 200)
      },
    )
    .openapi(
      createRoute({
        ...withId,
        method: 'patch',
        path: '/episodes/{id}',
        operationId: 'changeEpisode',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Change your episode',
        description:
          'Omitted fields keep their value. Media of an episode made private answer 404 to others within a second, unless a hosted service serves them; copies of an unlisted one live for five minutes. An episode of another creator is refused with 403, or 404 if it is not public.',
        request: { ...withId.request, ...jsonBody(episodeEdit, episodeChangesExample) },
        responses: jsonResponse(200, oneEpisode, 'The episode as it is now', {
          ...episodeExample,
          ...episodeChangesExample,
        }),
      }),
      async (c) => {
        const account = ensureSignedIn(c.var.account)
        const { seriesId, seriesNumber, credits: typed, ...fields } = c.req.valid('json')
        const place = { seriesId, seriesNumber }
        const credits = typed && (await resolveCredits(creators, typed, profileField))
        const changes = { ...readChangesBody(fields), ...(credits && { credits }) }
        const edited = await series.editEpisode(account, c.req.valid('param').id, changes, place)
        const [counted] = await forViewer(rooms, [edited], account)
        return c.json(serializeOne(counted!, account), 200)
      },
    )
    .openapi(
      createRoute({
        ...withId,
        method: 'delete',
        path: '/episodes/{id}',
        operationId: 'deleteEpisode',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Delete your episode and its video',
        description:
          'Possible at any time, also while the video uploads or is processed. Its media answer 404 within a second.',
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await catalog.remove(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
