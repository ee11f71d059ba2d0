import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { LINES_MAX } from '#catalog/lines/line.ts'
import { Refusal } from '#platform/refusal.ts'
import { subtitleFormats } from '#subtitles/subtitle.ts'
import type { HttpEnv } from '../request-context.ts'
import { nextCursor } from './episodes.ts'
import {
  linesExample,
  reviewExample,
  subtitleExample,
  subtitlesExample,
  subtitleVersionsExample,
  webVttExample,
} from './examples/subtitles.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  formBody,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  queryInteger,
  signedIn,
} from './router.ts'
import { changedTextForm, newTextForm, withSubtitleForm } from './subtitle-form.ts'
import {
  line,
  review,
  serializeSubtitle,
  serializeVersions,
  subtitle,
  subtitleChanges,
  subtitleForm,
  typeOfFormat,
  versionList,
} from './subtitle-schemas.ts'

type Rooms = Pick<Hoshi, 'subtitles' | 'catalog' | 'uploadSpool'>
const tags = ['Subtitles']

const textIn = (type: string, example?: string) => ({ [type]: { schema: z.string(), ...(example && { example }) } })

/** Routes for the texts of episodes, and for their spoken lines. */
export function subtitleRoutes(rooms: Rooms) {
  const { subtitles, catalog } = rooms
  const one = { path: '/subtitles/{id}' as const, tags, request: { params: idParam('id') } }
  const ofEpisode = { path: '/episodes/{id}/subtitles' as const, tags, request: { params: idParam('id') } }
  const shownTo = (c: Context<HttpEnv>) => catalog.shownEpisodes(c.req.header('cookie'))
  const oneJson = jsonResponse(200, subtitle, 'What is known of it, or its text in the wanted format', subtitleExample)

  return apiRouter({ kind: 'subtitles.kind_unknown' })
    .openapi(
      createRoute({
        ...ofEpisode,
        method: 'post',
        operationId: 'addSubtitles',
        ...signedIn,
        summary: 'Add subtitles to an episode',
        description:
          'As a draft, which only you and the creator of the episode see until the creator approves it. For others than the creator only where `translationsOpen`; 403 elsewhere. The text is in UTF-8, UTF-16, ISO-2022-JP, Shift-JIS or EUC-JP and has at most 20,000 lines. What its format does not know is left out, and named in `warnings`.',
        request: { ...ofEpisode.request, ...formBody(subtitleForm) },
        responses: jsonResponse(201, subtitle, 'The subtitles', {
          ...subtitleExample,
          state: 'draft',
          approvedVersion: null,
        }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const episodeId = c.req.valid('param').id
        await subtitles.expectMayAdd(person, episodeId)
        const added = await withSubtitleForm(rooms, c, person, newTextForm, (fields, file) =>
          subtitles.addSubtitle(person, episodeId, {
            file,
            language: fields.get('language') ?? '',
            kind: fields.get('kind') ?? '',
            label: fields.get('label'),
          }),
        )
        return c.json(serializeSubtitle(added), 201)
      },
    )
    .openapi(
      createRoute({
        ...ofEpisode,
        method: 'get',
        operationId: 'listSubtitles',
        ...maybeSignedIn,
        summary: 'The subtitles of an episode',
        description: 'Approved ones, and your own; for its creator all. Oldest first.',
        responses: jsonResponse(200, z.object({ subtitles: z.array(subtitle) }), 'All of them', subtitlesExample),
      }),
      async (c) => {
        const found = await subtitles.subtitlesOn(c.req.valid('param').id, c.var.account, shownTo(c))
        return c.json({ subtitles: found.map(serializeSubtitle) }, 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'get',
        operationId: 'getSubtitles',
        ...maybeSignedIn,
        summary: 'Subtitles, or their text',
        description:
          'With `format`, the text itself: in its own format as it is stored, else its lines as plain text. Drafts are 404 for all but their author and the creator of the episode.',
        request: { ...one.request, query: z.object({ format: z.enum(subtitleFormats).optional() }) },
        responses: {
          ...oneJson,
          200: {
            ...oneJson[200],
            content: {
              ...oneJson[200].content,
              ...textIn('text/vtt', webVttExample),
              ...textIn('application/x-subrip'),
              ...textIn('text/x-ssa'),
            },
          },
        } as typeof oneJson,
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        const { format } = c.req.valid('query')
        if (format === undefined)
          return c.json(serializeSubtitle(await subtitles.findSubtitle(id, c.var.account, shownTo(c))), 200)
        const { text } = await subtitles.subtitleText(id, c.var.account, format, shownTo(c), c.var.ip)
        return c.body(text, 200, {
          'Content-Type': typeOfFormat[format],
          'Content-Disposition': `attachment; filename="${id}.${format}"`,
        }) as never
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'put',
        operationId: 'changeSubtitles',
        ...signedIn,
        summary: 'Save a new version of subtitles',
        description:
          'By their author or the creator of the episode. What is left out stays. The new version is a draft; the one that was approved is shown until another is.',
        request: { ...one.request, ...formBody(subtitleChanges) },
        responses: jsonResponse(200, subtitle, 'The subtitles', { ...subtitleExample, state: 'draft', version: 4 }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        await subtitles.expectMayChange(person, c.req.valid('param').id)
        const changed = await withSubtitleForm(rooms, c, person, changedTextForm, (fields, file, hasFile) =>
          subtitles.changeSubtitle(person, c.req.valid('param').id, {
            ...(hasFile && { file }),
            language: fields.get('language'),
            kind: fields.get('kind'),
            label: fields.get('label'),
            ...(fields.has('version') && { version: Number(fields.get('version')) }),
          }),
        )
        return c.json(serializeSubtitle(changed), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        operationId: 'deleteSubtitles',
        ...signedIn,
        summary: 'Delete subtitles',
        description: 'With all versions; by their author or the creator of the episode.',
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await subtitles.removeSubtitle(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...one,
        path: '/subtitles/{id}/versions',
        method: 'get',
        operationId: 'listSubtitleVersions',
        ...signedIn,
        summary: 'The versions of subtitles',
        description:
          'For their author and the creator of the episode. The newest 50 are kept, and the approved one. With `against`, up to 1,000 lines that differ.',
        request: {
          ...one.request,
          query: z.object({ against: queryInteger({ min: 1 }).optional() }),
        },
        responses: jsonResponse(200, versionList, 'The versions', subtitleVersionsExample),
      }),
      async (c) => {
        const { against } = c.req.valid('query')
        const found = await subtitles.versionsOf(ensureSignedIn(c.var.account), c.req.valid('param').id, against)
        return c.json(serializeVersions(found), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        path: '/subtitles/{id}/versions/{n}/restore',
        method: 'post',
        operationId: 'restoreSubtitleVersion',
        ...signedIn,
        summary: 'Return to an older version of subtitles',
        description: 'Its text becomes a new version.',
        request: { params: idParam('id', 'n') },
        responses: jsonResponse(200, subtitle, 'The subtitles', { ...subtitleExample, state: 'draft', version: 4 }),
      }),
      async (c) => {
        const { id, n } = c.req.valid('param')
        if (!/^[1-9]\d{0,8}$/.test(n)) throw new Refusal('subtitles.version_unknown')
        const person = ensureSignedIn(c.var.account)
        return c.json(serializeSubtitle(await subtitles.restoreVersion(person, id, Number(n))), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        path: '/subtitles/{id}/review',
        method: 'post',
        operationId: 'reviewSubtitles',
        ...signedIn,
        summary: 'Approve subtitles, ask for changes, or decline them',
        description:
          'By the creator of the episode. Approved, the newest version is shown to everybody and listed in a new master playlist. The other two take that back where it is the newest that is shown.',
        request: { ...one.request, ...jsonBody(review, reviewExample) },
        responses: jsonResponse(200, subtitle, 'The subtitles', subtitleExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const reviewed = await subtitles.review(person, c.req.valid('param').id, c.req.valid('json'))
        return c.json(serializeSubtitle(reviewed), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes/{id}/lines',
        operationId: 'listLines',
        tags,
        ...maybeSignedIn,
        summary: 'What is said in an episode',
        description:
          'The lines of its approved subtitles in every language, in the order of the film; with `search`, those that have each of its words.',
        request: {
          params: idParam('id'),
          query: z.object({
            search: z.string().optional(),
            cursor: z.string().max(200).optional(),
            limit: queryInteger({ min: 1, max: LINES_MAX }).optional(),
          }),
        },
        responses: jsonResponse(
          200,
          z.object({ lines: z.array(line), total: z.number().int(), nextCursor }),
          'One page',
          linesExample,
        ),
      }),
      async (c) => {
        const query = c.req.valid('query')
        const found = await catalog.lines.of(c.req.valid('param').id, c.var.account, query, shownTo(c), {
          ip: c.var.ip,
          signal: c.req.raw.signal,
        })
        const lines = found.lines.map(({ subtitleId, language, from, to, text }) => {
          return { subtitleId, language, from, to, text }
        })
        return c.json({ lines, total: found.total, nextCursor: found.nextCursor }, 200)
      },
    )
}
