import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import type { FailedJob } from '#platform/listed-job.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { failedJobExample } from './examples/admin.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

export const jobSubject = z
  .object({ kind: z.string(), id: z.string() })
  .nullable()
  .describe(
    'What it is about: a `video`, an `episode`, an `account`, a kind of `mail`, and others; null for nothing in particular',
  )

export const failedJob = z
  .object({
    id: z.string(),
    kind: z.string().describe('The name of its queue, such as `video.encode`'),
    subject: jobSubject,
    attempts: z.number().int(),
    failedAt: dateTime,
    reason: z.string().describe('The last error on one line; empty when none is known'),
  })
  .meta({ id: 'FailedJob' })

const jobPage = z.object({ jobs: z.array(failedJob), nextCursor })

const jobQuery = pageQuery.extend({ state: z.enum(['failed']).optional().describe('There is no other list') })

export function serializeJob({ id, kind, about, attempts, failedAt, reason }: FailedJob) {
  return {
    id,
    kind,
    attempts,
    reason,
    subject: about && { kind: about.kind, id: about.id },
    failedAt: failedAt.toISOString(),
  }
}

/** Failed jobs, for admins; `app.server.ts` answers everyone else with 404. */
export function adminJobRoutes({ administration }: Hoshi) {
  const own = { tags: ['Administration'], ...signedIn }
  return apiRouter()
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/admin/jobs',
        operationId: 'listFailedJobs',
        summary: 'Failed jobs',
        description:
          'Jobs whose attempts have all failed, the latest first; kept for two weeks, those of a schedule for an hour. For admins; 404 for everyone else.',
        request: { query: jobQuery },
        responses: jsonResponse(200, jobPage, 'One page', { jobs: [failedJobExample], nextCursor: null }),
      }),
      async (c) => {
        const { cursor, limit } = c.req.valid('query')
        const { jobs, nextCursor } = await administration.jobs.failed({ cursor, limit })
        return c.json({ jobs: jobs.map(serializeJob), nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/admin/jobs/{id}/retry',
        operationId: 'retryJob',
        summary: 'Try a failed job again',
        description:
          'Makes it due at once, for one more attempt; a video that failed with it is processed from the beginning. The audit log gets an entry. What is no failed job any more is refused with 409. For admins; 404 for everyone else.',
        request: { params: idParam('id') },
        responses: emptyResponse('It is due'),
      }),
      async (c) => {
        await administration.jobs.retry(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
