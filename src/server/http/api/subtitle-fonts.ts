import { createRoute } from '@hono/zod-openapi'
import type { Hoshi } from '#app/http/context.ts'
import { assSubtitleExample, fontLicenceExample } from './examples/subtitles.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  formBody,
  idParam,
  jsonBody,
  jsonResponse,
  signedIn,
} from './router.ts'
import { newFontForm, withSubtitleForm } from './subtitle-form.ts'
import { fontForm, fontLicence, serializeSubtitle, subtitle } from './subtitle-schemas.ts'

const tags = ['Subtitles']

/** Routes for the fonts of texts in ASS. */
export function subtitleFontRoutes(rooms: Pick<Hoshi, 'subtitles' | 'uploadSpool'>) {
  const { subtitles } = rooms
  return apiRouter({})
    .openapi(
      createRoute({
        tags,
        path: '/subtitles/{id}/fonts',
        method: 'post',
        operationId: 'addSubtitleFont',
        ...signedIn,
        summary: 'Add a font to subtitles in ASS',
        description:
          'By their author or the creator of the episode; once approved, by the creator only. The font is checked with the OpenType Sanitizer, and what that writes is stored. At most 8 of a text.',
        request: { params: idParam('id'), ...formBody(fontForm) },
        responses: jsonResponse(201, subtitle, 'The subtitles', assSubtitleExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const { id } = c.req.valid('param')
        await subtitles.expectMayChange(person, id)
        await withSubtitleForm(rooms, c, person, newFontForm, (fields, font) =>
          subtitles.fonts.add(person, id, { font, isLicensed: fields.get('licence') === 'yes' }),
        )
        return c.json(serializeSubtitle(await subtitles.findSubtitle(id, person)), 201)
      },
    )
    .openapi(
      createRoute({
        tags,
        path: '/subtitles/{id}/fonts/licence',
        method: 'put',
        operationId: 'licenseSubtitleFonts',
        ...signedIn,
        summary: 'Say that the fonts of subtitles may be shared',
        description:
          'Fonts that were in the file of the video wait for it; until then only their author and the creator of the episode get them.',
        request: { params: idParam('id'), ...jsonBody(fontLicence, fontLicenceExample) },
        responses: jsonResponse(200, subtitle, 'The subtitles', assSubtitleExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const { id } = c.req.valid('param')
        await subtitles.fonts.license(person, id, c.req.valid('json').licence)
        return c.json(serializeSubtitle(await subtitles.findSubtitle(id, person)), 200)
      },
    )
    .openapi(
      createRoute({
        tags,
        path: '/subtitles/{id}/fonts/{fontId}',
        method: 'delete',
        operationId: 'deleteSubtitleFont',
        ...signedIn,
        summary: 'Remove a font of subtitles',
        description: 'By the same people as may add one.',
        request: { params: idParam('id', 'fontId') },
        responses: emptyResponse('Removed'),
      }),
      async (c) => {
        const { id, fontId } = c.req.valid('param')
        await subtitles.fonts.remove(ensureSignedIn(c.var.account), id, fontId)
        return c.body(null, 204)
      },
    )
}
