import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { decisions, labels } from '#moderation/decision.ts'
import { decisionExample, decisionId } from './examples/moderation.ts'
import { subjectName } from './reports.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonBody, jsonResponse, signedIn } from './router.ts'

const newDecision = z.strictObject({
  itemId: z.string().optional().describe('An item of the queue; or else `subject`'),
  subject: subjectName.optional(),
  decision: z.enum(decisions),
  rule: z.string().optional().describe('Id of a rule, for limit, takedown and suspend'),
  label: z.enum(labels).optional().describe('Beside the badge'),
  reason: z.string().optional().describe('Words for its creator or author; required except for `leave`'),
  note: z.string().optional().describe('Words for moderators'),
  until: z.iso.datetime().optional().describe('The end of a suspension'),
})

const made = z.object({
  id: z.string(),
  state: z.enum(['final', 'awaiting_second']).describe('About child safety two moderators have to decide the same'),
})

/** Routes for decisions of moderators; `app.server.ts` answers everyone below moderators with 404. */
export function moderationDecisionRoutes({ moderation }: Hoshi) {
  const own = { tags: ['Moderation'], ...signedIn }
  const forModerators = 'For moderators; 404 for everyone else.'
  return apiRouter()
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/moderation/decisions',
        operationId: 'decide',
        summary: 'Decide about a thing',
        description: `Takes effect at once, on every node; the people concerned hear of it after 10 seconds. What another moderator has claimed is refused with 409. ${forModerators}`,
        request: jsonBody(newDecision, decisionExample),
        responses: jsonResponse(201, made, 'Decided', { id: decisionId, state: 'final' }),
      }),
      async (c) => {
        const { until, subject, ...input } = c.req.valid('json')
        const decision = {
          ...input,
          ...(subject && { subject }),
          ...(until !== undefined && { until: new Date(until) }),
        }
        return c.json(await moderation.decisions.decide(ensureSignedIn(c.var.account), decision), 201)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'delete',
        path: '/moderation/decisions/{id}',
        operationId: 'undoDecision',
        summary: 'Take a decision back',
        description: `Only your own, within 10 seconds; later 409. ${forModerators}`,
        request: { params: idParam('id') },
        responses: emptyResponse('Taken back'),
      }),
      async (c) => {
        await moderation.decisions.undo(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
