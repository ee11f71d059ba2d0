import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { Refusal } from '#platform/refusal.ts'
import type { ExposureSheet } from '#video/video.ts'
import type { HttpEnv } from '../request-context.ts'
import {
  changesExample,
  exposureSheetCsvExample,
  exposureSheetExample,
  flashesExample,
  frameTimesExample,
} from './examples/frame-analysis.ts'
import { apiRouter, idParam, jsonResponse, maybeSignedIn } from './router.ts'

const exposureSheet = z
  .object({
    frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }),
    frames: z.number().int(),
    drawings: z
      .array(z.array(z.number().int()).length(2))
      .describe('First frame and length in frames of each drawing; frames count from 0 as they are shown'),
  })
  .meta({ id: 'ExposureSheet' })

const frameTimes = z
  .object({
    frames: z.number().int(),
    times: z
      .array(z.number())
      .nullable()
      .describe('Seconds from the first frame, of each; null where frame n is shown n / `frameRate` seconds after it'),
  })
  .meta({ id: 'FrameTimes' })

const changes = z
  .object({
    frames: z.number().int(),
    cuts: z.array(z.number().int()).describe('First frame of each shot but the first'),
    changes: z
      .array(z.number().int().min(0).max(100))
      .describe(
        'Of each drawing of the exposure sheet: share of the picture that differs from the frame before, in percent, rounded up; 0 for the first drawing',
      ),
  })
  .meta({ id: 'PictureChanges' })

const flashes = z
  .object({
    state: z
      .enum(['pending', 'done', 'failed'])
      .describe('`failed`: tried again a day later, and always where a hosted service stores the video'),
    spans: z.array(
      z.object({
        from: z.number().describe('Seconds'),
        to: z.number(),
        kind: z.enum(['luminance', 'red']),
      }),
    ),
  })
  .meta({ id: 'Flashes' })

const csv = { 'text/csv': { schema: z.string(), example: exposureSheetCsvExample } }
const sheetJson = jsonResponse(200, exposureSheet, 'The sheet', exposureSheetExample)

/** Routes for the analysis of the frames of a video; each is as public as the video. */
export function frameAnalysisRoutes(rooms: Pick<Hoshi, 'video' | 'catalog'>) {
  const request = { params: idParam('uid') }
  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/videos/{uid}/exposure-sheet',
        operationId: 'getExposureSheet',
        tags: ['Videos'],
        ...maybeSignedIn,
        summary: 'How long each drawing of a video stays',
        description:
          'Read from the frames once all renditions exist; 404 until then. Any change beyond grain is a new drawing, also under a pan.',
        request: { ...request, query: z.object({ format: z.enum(['json', 'csv']).default('json') }) },
        responses: {
          ...sheetJson,
          200: { ...sheetJson[200], content: { ...sheetJson[200].content, ...csv } },
        } as typeof sheetJson,
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        await ensureVisible(rooms, c, uid)
        const sheet = await rooms.video.exposureSheetOf(uid)
        if (!sheet) throw new Refusal('video.not_analysed')
        const { frameRate, frames } = sheet
        const drawings = lengthsOf(sheet)
        if (c.req.valid('query').format === 'json') return c.json({ frameRate, frames, drawings }, 200)
        const lines = drawings.map(([first, length], index) => `${index + 1},${first},${length}`)
        return c.body(`${['drawing,first_frame,length', ...lines].join('\r\n')}\r\n`, 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="exposure-sheet-${uid}.csv"`,
        }) as never
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/videos/{uid}/frame-times',
        operationId: 'getFrameTimes',
        tags: ['Videos'],
        ...maybeSignedIn,
        summary: 'When each frame of a video is shown',
        description:
          'Read from the frames once all renditions exist; 404 until then. Only a video of a variable frame rate has times of its own.',
        request,
        responses: jsonResponse(200, frameTimes, 'The times', frameTimesExample),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        await ensureVisible(rooms, c, uid)
        const shown = await rooms.video.frameTimesOf(uid)
        if (!shown) throw new Refusal('video.not_analysed')
        return c.json({ frames: shown.frames, times: shown.times }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/videos/{uid}/changes',
        operationId: 'getChanges',
        tags: ['Videos'],
        ...maybeSignedIn,
        summary: 'Where the shots of a video begin, and how much each drawing changes',
        description:
          'Read from the frames once all renditions exist; 404 until then, and for a video that was analysed before cuts were looked for.',
        request,
        responses: jsonResponse(200, changes, 'Cuts and changes', changesExample),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        await ensureVisible(rooms, c, uid)
        const found = await rooms.video.changesOf(uid)
        if (!found) throw new Refusal('video.not_analysed')
        return c.json({ frames: found.frames, cuts: found.cuts, changes: found.changes }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/videos/{uid}/flashes',
        operationId: 'getFlashes',
        tags: ['Videos'],
        ...maybeSignedIn,
        summary: 'Where a video flashes more than is safe',
        description:
          'More than three flashes in any second over a quarter of any 10 degrees of the visual field, by WCAG 2.3.1: of light, or of a saturated red.',
        request,
        responses: jsonResponse(200, flashes, 'What was found', flashesExample),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        await ensureVisible(rooms, c, uid)
        const { state, spans } = await rooms.video.flashesOf(uid)
        return c.json({ state, spans: spans.map(({ from, to, kind }) => ({ from, to, kind })) }, 200)
      },
    )
}

function lengthsOf({ drawings, frames }: ExposureSheet): [number, number][] {
  return drawings.map((first, index) => [first, (drawings[index + 1] ?? frames) - first])
}

/** @throws Refusal video.not_found, unless the caller may watch the video */
async function ensureVisible({ catalog, video }: Pick<Hoshi, 'video' | 'catalog'>, c: Context<HttpEnv>, uid: string) {
  const { account } = c.var
  const episodeId = await catalog.episodeOn(uid)
  if (episodeId !== null) {
    const shown = catalog.shownEpisodes(c.req.header('cookie'))
    const episode = await catalog.find(episodeId, account, shown).catch(hide)
    if (episode.isCovered) hide()
    return
  }
  const found = (await video.findMany([uid])).get(uid)
  // One without a person as its owner is open to all who know its uid.
  if (!found || (found.creatorId !== null && found.creatorId !== account?.uid)) hide()
}

function hide(cause?: unknown): never {
  if (cause !== undefined && !(cause instanceof Refusal)) throw cause
  throw new Refusal('video.not_found')
}
