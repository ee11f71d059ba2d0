import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { Refusal } from '#platform/refusal.ts'
import { answers, apiRouter, idParam, moment } from './router.ts'

const profile = z
  .object({
    uid: z.string(),
    username: z.string(),
    bio: z.string(),
    avatarUrl: z.string(),
    patreonUrl: z.string(),
    joinedAt: moment,
    founderBadge: z.boolean(),
    episodeCount: z.number().int(),
    totalViews: z.number().int(),
    genres: z.array(z.string()),
  })
  .meta({ id: 'Creator' })

/** Public profiles. */
export function creatorRoutes({ creators, catalog, engagement }: Pick<Hoshi, 'creators' | 'catalog' | 'engagement'>) {
  return apiRouter().openapi(
    createRoute({
      method: 'get',
      path: '/creators/{uid}',
      summary: 'A public profile with its numbers',
      request: { params: idParam('uid') },
      responses: answers(200, profile, 'The profile'),
    }),
    async (c) => {
      const found = await creators.find(c.req.valid('param').uid ?? '')
      if (!found) throw new Refusal('creators.not_found')
      const [facts, ids] = await Promise.all([catalog.factsOf(found.uid), catalog.visibleIdsOf(found.uid)])
      const totalViews = await engagement.totalViews(ids)
      return c.json({ ...found, joinedAt: found.joinedAt.toISOString(), ...facts, totalViews }, 200)
    },
  )
}
