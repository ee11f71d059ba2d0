import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { importProblemTexts } from '#app/messages/imports.ts'
import { leftOutReason } from '#app/messages/left-out.server.ts'
import { type ImportProgress, importProblems, type TakenKind, takenKinds } from '#identity/import-report.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { importExample } from './examples/accounts.ts'
import { apiRouter, archiveBody, ensureSignedIn, jsonResponse, signedIn } from './router.ts'

const leftOut = z.object({
  kind: z.enum(takenKinds),
  name: z.string().describe('Its title, or the field at fault; may be empty'),
  code: z.string().describe('The refusal, or why the import itself left it out'),
  reason: z.string().describe('The same as a sentence'),
})

const progress = z
  .object({
    state: z.enum(['running', 'finished', 'failed']),
    requestedAt: dateTime,
    endedAt: dateTime.nullable(),
    problem: z.enum(importProblems).nullable().describe('Why it failed'),
    reason: z.string().nullable().describe('The same as a sentence'),
    taken: z.record(z.enum(takenKinds), z.number().int()).describe('How many of each kind, so far'),
    alreadyHere: z.number().int().describe('Things that an earlier import had brought'),
    leftOut: z.array(leftOut).describe('What was left out, or taken with a change; at most 200'),
    leftOutMore: z.number().int().describe('How many more'),
  })
  .meta({ id: 'Import' })

/** Routes for bringing an account here from another Hoshi. */
export function importRoutes({ imports }: Hoshi) {
  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/me/import',
        operationId: 'importAccount',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Bring an account here from another Hoshi',
        description:
          'The body is an export of Hoshi, as `GET /api/v1/me/export` sends it. Episodes are uploaded and published as yours, with the same checks as any other; the rest is taken where there is room for it here. Nothing is taken twice. 409 while another import runs.',
        request: archiveBody(),
        responses: jsonResponse(202, progress, 'Received; `GET` the same URL for what becomes of it', importExample),
      }),
      async (c) => {
        const sizeBytes = Number(c.req.header('content-length') ?? Number.NaN)
        const archive = {
          body: c.req.raw.body,
          sizeBytes: Number.isSafeInteger(sizeBytes) ? sizeBytes : null,
          ip: c.var.ip,
        }
        return c.json(serialize(await imports.request(ensureSignedIn(c.var.account), archive)), 202)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/import',
        operationId: 'getImport',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Your last import',
        description: 'Kept for 30 days after its end. 404 if there is none.',
        responses: jsonResponse(200, progress, 'What it has taken so far, and what not', importExample),
      }),
      async (c) => c.json(serialize(await imports.expectProgressOf(ensureSignedIn(c.var.account))), 200),
    )
}

function serialize({ requestedAt, endedAt, problem, report }: ImportProgress): z.input<typeof progress> {
  const ended = problem === null ? ('finished' as const) : ('failed' as const)
  return {
    state: endedAt === null ? 'running' : ended,
    requestedAt: requestedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    problem,
    reason: problem && importProblemTexts[problem],
    taken: Object.fromEntries(takenKinds.map((kind) => [kind, report.taken[kind] ?? 0])) as Record<TakenKind, number>,
    alreadyHere: report.alreadyHere,
    leftOut: report.leftOut.map(({ kind, name, code }) => ({ kind, name, code, reason: leftOutReason(code) })),
    leftOutMore: report.leftOutMore,
  }
}
