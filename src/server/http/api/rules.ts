import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { reasonTexts, ruleTexts } from '#app/messages/rules.ts'
import { reasonCodes, reasons, ruleIds, subjectKinds } from '#moderation/rules.ts'
import { rulesExample } from './examples/moderation.ts'
import { apiRouter, jsonResponse } from './router.ts'

const id = z.enum(ruleIds)

export const rule = z
  .object({ id, title: z.string(), text: z.string() })
  .meta({ id: 'Rule', description: 'A rule of the site, as decisions quote it.' })

const reason = z
  .object({
    code: z.enum(reasonCodes),
    title: z.string(),
    rule: id.nullable().describe('Null for what no rule names'),
    subjects: z.array(z.enum(subjectKinds)).describe('What it can be said of'),
  })
  .meta({ id: 'ReportReason' })

const list = z.object({ rules: z.array(rule), reasons: z.array(reason) })

/** The rules and the reasons of a report. */
export function rulesRoutes() {
  return apiRouter().openapi(
    createRoute({
      method: 'get',
      path: '/rules',
      operationId: 'listRules',
      tags: ['Moderation'],
      summary: 'The rules, and the reasons of a report',
      description: 'Both in the order shown. Each reason names the rule that it points to.',
      responses: jsonResponse(200, list, 'All of them', rulesExample),
    }),
    (c) =>
      c.json(
        {
          rules: ruleIds.map((each) => ({ id: each, title: ruleTexts[each].title, text: ruleTexts[each].text })),
          reasons: reasonCodes.map((code) => ({
            code,
            title: reasonTexts[code].title,
            rule: reasons[code].rule,
            subjects: [...reasons[code].subjects],
          })),
        },
        200,
      ),
  )
}
