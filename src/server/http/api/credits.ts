import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import type { NamingCredit } from '#catalog/credits/credit.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { namingCreditsExample } from './examples/episodes.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

const namingCredit = z
  .object({
    id: z.string(),
    name: z.string().describe('As the creator of the episode wrote it'),
    role: z.string(),
    state: z
      .enum(['asked', 'accepted'])
      .describe('Until it is accepted, only you and the creator of the episode see that the name is you'),
    askedAt: dateTime,
    episode: z.object({ id: z.string(), title: z.string(), poster: z.string().nullable() }),
    creator: z
      .object({ uid: z.string(), username: z.string(), avatarUrl: z.string() })
      .describe('The creator of the episode'),
  })
  .meta({ id: 'NamingCredit' })

const page = z.object({ credits: z.array(namingCredit), total: z.number().int(), nextCursor })

function serializeCredit({ id, name, role, state, askedAt, episode, creator }: NamingCredit) {
  return {
    id,
    name,
    role,
    state,
    askedAt: askedAt.toISOString(),
    episode: { id: episode.id, title: episode.title, poster: episode.poster },
    creator: { uid: creator.uid, username: creator.username, avatarUrl: creator.avatarUrl },
  }
}

/** Routes for the credits that name somebody, and that person's agreement. */
export function creditRoutes({ catalog }: Pick<Hoshi, 'catalog'>) {
  const own = { tags: ['Credits'], ...signedIn }
  const withId = { request: { params: idParam('id') } }

  return apiRouter()
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/me/credits',
        operationId: 'listCredits',
        summary: 'Credits that name you',
        description:
          'The last asked first: open requests of public episodes, and what you accepted on public and unlisted ones.',
        request: { query: pageQuery },
        responses: jsonResponse(200, page, 'One page', namingCreditsExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const { credits, total, nextCursor } = await catalog.credits.naming(person, c.req.valid('query'))
        return c.json({ credits: credits.map(serializeCredit), total, nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        ...withId,
        method: 'put',
        path: '/me/credits/{id}',
        operationId: 'acceptCredit',
        summary: 'Accept a credit',
        description:
          'The name links to your profile from then on, and your profile lists the episode. Repeating the request changes nothing.',
        responses: emptyResponse('Accepted'),
      }),
      async (c) => {
        await catalog.credits.accept(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...own,
        ...withId,
        method: 'delete',
        path: '/me/credits/{id}',
        operationId: 'declineCredit',
        summary: 'Decline a credit, or take your agreement back',
        description:
          'The name stays as text, and its creator cannot ask you again for this episode. Repeating the request changes nothing.',
        responses: emptyResponse('Declined'),
      }),
      async (c) => {
        await catalog.credits.decline(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
