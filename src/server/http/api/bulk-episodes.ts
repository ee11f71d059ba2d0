import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { BULK_MAX } from '#catalog/episode.ts'
import { episodeChanges, readChangesBody } from './episodes.ts'
import { bulkExample, bulkResultExample } from './examples/dashboard.ts'
import { apiRouter, ensureSignedIn, jsonBody, jsonResponse, signedIn } from './router.ts'

const change = episodeChanges.pick({ visibility: true, publishAt: true, genre: true, tags: true }).extend({
  seriesId: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .describe('Puts each at the end of this series; null takes it out'),
})
const episodeIds = z
  .array(z.string().max(100))
  .min(1)
  .max(10 * BULK_MAX)
  .describe('Each counts once')

const body = z
  .strictObject({ episodeIds, change: change.optional(), delete: z.literal(true).optional() })
  .refine(({ change, delete: isDelete }) => (change === undefined) !== (isDelete === undefined), {
    message: 'Either `change` or `delete`.',
  })

const result = z.object({
  changed: z.number().int().describe('How many were changed or deleted'),
  refused: z.array(z.object({ id: z.string(), code: z.string() })).describe('The others, and why'),
})

/** The route that changes or deletes several own episodes at once. */
export function bulkEpisodeRoutes({ catalog, series }: Pick<Hoshi, 'catalog' | 'series'>) {
  return apiRouter().openapi(
    createRoute({
      method: 'post',
      path: '/me/episodes/bulk',
      operationId: 'changeEpisodes',
      tags: ['Dashboard'],
      ...signedIn,
      summary: 'Change or delete several of your episodes',
      description: `Either \`change\` or \`delete\`. Up to ${BULK_MAX}. Each is changed separately, as by the calls for one episode: a refusal of one does not affect the others.`,
      request: jsonBody(body, bulkExample),
      responses: jsonResponse(200, result, 'The result', bulkResultExample),
    }),
    async (c) => {
      const account = ensureSignedIn(c.var.account)
      const { episodeIds, change: requested } = c.req.valid('json')
      if (!requested) return c.json(await catalog.changeMany(account, episodeIds, 'delete'), 200)
      const { seriesId, ...fields } = requested
      const changes = readChangesBody(fields)
      if (seriesId === undefined) return c.json(await catalog.changeMany(account, episodeIds, changes), 200)
      return c.json(await series.editEpisodes(account, episodeIds, changes, seriesId), 200)
    },
  )
}
