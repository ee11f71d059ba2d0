import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { decisions } from '#moderation/decision.ts'
import { DETAILS_MAX_CHARACTERS, type OwnReport } from '#moderation/report.ts'
import { reasonCodes, subjectKinds } from '#moderation/rules.ts'
import { PROOF_HEADER } from '#platform/proof-challenge.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { ownReportExample, reportExample } from './examples/moderation.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  signedIn,
} from './router.ts'

export const subjectName = z.strictObject({
  kind: z.enum(subjectKinds),
  id: z
    .string()
    .max(200)
    .describe('Of the episode, the comment, the timed note or the subtitles, or the uid of the creator'),
})

const newReport = z.strictObject({
  subject: subjectName,
  reason: z.enum(reasonCodes),
  details: z.string().optional().describe(`At most ${DETAILS_MAX_CHARACTERS} characters`),
  atSeconds: z.number().optional().describe('Where in the episode, in seconds'),
  email: z.string().optional().describe('Where the answer goes. Only without an account'),
})

const sent = z.object({ id: z.string(), number: z.number().int().describe('Counts all reports') })

const ownReport = z
  .object({
    id: z.string(),
    number: z.number().int(),
    subject: z.object({
      kind: z.enum(subjectKinds),
      id: z.string(),
      title: z.string().nullable().describe('Null when it is no longer there for you'),
    }),
    reason: z.enum(reasonCodes),
    details: z.string(),
    atSeconds: z.number().nullable(),
    createdAt: dateTime,
    outcome: z
      .enum([...decisions, 'gone'])
      .nullable()
      .describe('What became of it: null while nobody has decided, `gone` when the thing was removed before'),
    answeredAt: dateTime.nullable(),
  })
  .meta({ id: 'OwnReport' })

const page = z.object({ reports: z.array(ownReport), nextCursor })

function serializeReport(report: OwnReport) {
  const { id, number, subject, reason, details, atSeconds, createdAt, outcome, answeredAt } = report
  return {
    id,
    number,
    reason,
    details,
    atSeconds,
    outcome,
    subject: { kind: subject.kind, id: subject.id, title: subject.title },
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}

/** Routes for reports, and for the outcomes of one's own. */
export function reportRoutes({ moderation }: Pick<Hoshi, 'moderation'>) {
  const own = { tags: ['Moderation'], ...signedIn }
  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/reports',
        operationId: 'report',
        tags: ['Moderation'],
        ...maybeSignedIn,
        summary: 'Report an episode, a comment, a timed note, subtitles or a creator',
        description:
          'A person reads every report. A second report of the same thing by the same person is refused with 409 until there is an answer. At most 30 an hour of one account, and 10 an hour of one network without an account: from about the sixth in ten minutes, the answer is 428 with a `proof` to compute, and the call is repeated with it in the header. A suspended person may report whatever anybody may report.',
        request: {
          ...jsonBody(newReport, reportExample),
          headers: z.object({
            [PROOF_HEADER]: z.string().optional().describe('`{challenge}.{nonce}`, after an answer of 428'),
          }),
        },
        responses: jsonResponse(201, sent, 'Sent', { id: ownReportExample.id, number: ownReportExample.number }),
      }),
      async (c) => {
        const from = { ip: c.var.ip, proof: c.req.header(PROOF_HEADER) ?? null }
        return c.json(await moderation.reports.send(c.var.account, c.req.valid('json'), from), 201)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'get',
        path: '/me/reports',
        operationId: 'listReports',
        summary: 'Your reports',
        description: 'The latest first, with what became of each.',
        request: { query: pageQuery },
        responses: jsonResponse(200, page, 'One page', { reports: [ownReportExample], nextCursor: null }),
      }),
      async (c) => {
        const found = await moderation.reports.own(ensureSignedIn(c.var.account), c.req.valid('query'))
        return c.json({ reports: found.reports.map(serializeReport), nextCursor: found.nextCursor }, 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'patch',
        path: '/me/reports/{id}',
        operationId: 'addToReport',
        summary: 'Add something to a report',
        description: 'The words are added below those that are there, until there is an answer.',
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ details: z.string() }), { details: 'It is at 4:10 too.' }),
        },
        responses: jsonResponse(200, ownReport, 'The report now', ownReportExample),
      }),
      async (c) => {
        const account = ensureSignedIn(c.var.account)
        const report = await moderation.reports.addTo(account, c.req.valid('param').id, c.req.valid('json').details)
        return c.json(serializeReport(report), 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'delete',
        path: '/me/reports/{id}',
        operationId: 'withdrawReport',
        summary: 'Take a report back',
        description: 'Only until there is an answer.',
        request: { params: idParam('id') },
        responses: emptyResponse('Taken back'),
      }),
      async (c) => {
        await moderation.reports.withdraw(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
