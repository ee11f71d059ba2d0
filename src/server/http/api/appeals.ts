import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { ruleTexts } from '#app/messages/rules.ts'
import { appealOutcomes } from '#moderation/appeal.ts'
import type { OwnDecision } from '#moderation/appeals.server.ts'
import { decisions } from '#moderation/decision.ts'
import { subjectKinds } from '#moderation/rules.ts'
import { dateTime, orNull } from '#platform/schemas.server.ts'
import { appealExample, ownDecisionExample } from './examples/moderation.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonBody, jsonResponse, signedIn } from './router.ts'
import { rule } from './rules.ts'

const ownDecision = z
  .object({
    id: z.string(),
    decision: z.enum(decisions),
    rule: orNull(rule),
    label: z.string().nullable(),
    reason: z.string(),
    subject: z.object({ kind: z.enum(subjectKinds), id: z.string(), title: z.string() }),
    at: dateTime,
    until: dateTime.nullable().describe('The end of a suspension'),
    appealUntil: dateTime,
    appeal: z.object({ id: z.string(), text: z.string(), at: dateTime }).nullable(),
    answer: z.object({ outcome: z.enum(appealOutcomes), reason: z.string(), at: dateTime }).nullable(),
  })
  .meta({ id: 'OwnDecision' })

function serializeOwn(own: OwnDecision) {
  const { id, decision, label, reason, subject, at, until, appeal, answer } = own
  return {
    id,
    decision,
    label,
    reason,
    rule: own.rule && { id: own.rule, title: ruleTexts[own.rule].title, text: ruleTexts[own.rule].text },
    subject: { kind: subject.kind, id: subject.id, title: subject.title },
    at: at.toISOString(),
    until: until?.toISOString() ?? null,
    appealUntil: own.appealUntil.toISOString(),
    appeal: appeal && { id: appeal.id, text: appeal.text, at: appeal.at.toISOString() },
    answer: answer && { outcome: answer.outcome, reason: answer.reason, at: answer.at.toISOString() },
  }
}

/** Routes for decisions about one's own things, and for appeals. */
export function appealRoutes({ moderation }: Hoshi) {
  const own = { tags: ['Moderation'], ...signedIn }
  const forModerators = 'For moderators; 404 for everyone else.'
  return apiRouter()
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/moderation/appeals/{id}',
        operationId: 'decideAppeal',
        summary: 'Answer an appeal',
        description: `Only by somebody else than who decided first. \`reversed\` restores everything. ${forModerators}`,
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ outcome: z.enum(appealOutcomes), reason: z.string() }), appealExample),
        },
        responses: emptyResponse('Answered'),
      }),
      async (c) => {
        const { id } = c.req.valid('param')
        await moderation.appeals.decide(ensureSignedIn(c.var.account), id, c.req.valid('json'))
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/me/decisions',
        operationId: 'listDecisions',
        summary: 'Decisions about your things',
        description: 'The latest first, with the rule, the reason, and the appeal. Never who decided.',
        responses: jsonResponse(200, z.object({ decisions: z.array(ownDecision) }), 'All of them', {
          decisions: [ownDecisionExample],
        }),
      }),
      async (c) => {
        const found = await moderation.appeals.ownDecisions(ensureSignedIn(c.var.account))
        return c.json({ decisions: found.map(serializeOwn) }, 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'post',
        path: '/me/decisions/{id}/appeal',
        operationId: 'appeal',
        summary: 'Appeal',
        description: 'Once for each decision, within 30 days. Somebody else reads it.',
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ text: z.string() }), { text: 'It is lamp light on the water.' }),
        },
        responses: jsonResponse(201, z.object({ id: z.string() }), 'Sent', { id: '9ffx3m1tq7ukc0w5sdy2zr8abh' }),
      }),
      async (c) => {
        const account = ensureSignedIn(c.var.account)
        return c.json(await moderation.appeals.send(account, c.req.valid('param').id, c.req.valid('json').text), 201)
      },
    )
}
