import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Overview } from '#administration/overview.ts'
import type { Hoshi } from '#app/http/context.ts'
import { Refusal } from '#platform/refusal.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { failedJob, jobSubject, serializeJob } from './admin-jobs.ts'
import { overviewExample } from './examples/admin.ts'
import { apiRouter, ensureSignedIn, jsonResponse, signedIn } from './router.ts'

const count = z.number().int()
const bytes = z.number().int()
const day = z.string().describe('In UTC, as in `2026-03-05`')

const overview = z
  .object({
    storage: z
      .object({
        totalBytes: bytes,
        freeBytes: bytes,
        videos: z
          .object({ originals: bytes, renditions: bytes })
          .nullable()
          .describe(
            'Bytes of videos as they were uploaded, and as players get them; null where they are not on that disk',
          ),
        fullInDays: count.nullable().describe('At the pace of the last 30 days; null when nobody can tell'),
      })
      .describe('The disk of the data folder, on the node that answers'),
    jobs: z.object({
      running: count,
      waiting: count.describe('Due, and not taken yet'),
      failed: count,
      current: z
        .array(z.object({ kind: z.string(), subject: jobSubject, startedAt: dateTime, percent: z.number().nullable() }))
        .describe('The running ones, at most five'),
    }),
    failures: z.array(failedJob).describe('The latest failed jobs, at most five'),
    uploads: z.array(z.object({ day, count, bytes, failed: count })).describe('Videos that are still there'),
    views: z.array(z.object({ day, views: count, previews: count.describe('Part of `views`') })),
    mail: z.object({ waiting: count, days: z.array(z.object({ day, sent: count })) }),
    nodes: z.array(
      z.object({
        id: z.string(),
        name: z.string().describe('Of the machine'),
        role: z.enum(['all', 'web', 'worker']),
        version: z.string(),
        startedAt: dateTime,
        seenAt: dateTime,
        silent: z.boolean().describe('Not heard of for 45 seconds; gone from the list after ten minutes'),
      }),
    ),
    versions: z.object({
      hoshi: z.string(),
      database: z.string(),
      schema: count.describe('Number of the newest migration'),
      ffmpeg: z.string().nullable(),
      node: z.string(),
    }),
    reports: z.object({ open: count, oldestAt: dateTime.nullable() }),
  })
  .meta({ id: 'Overview', description: 'Lists of days have 30, the last of which is today.' })

function serializeOverview({ uploads, views, mail, nodes, versions, reports }: Overview) {
  const { hoshi, database, schema, ffmpeg, node } = versions
  return {
    uploads: uploads.map((each) => ({ day: each.day, count: each.count, bytes: each.bytes, failed: each.failed })),
    views: views.map((each) => ({ day: each.day, views: each.views, previews: each.previews })),
    mail: { waiting: mail.waiting, days: mail.days.map((each) => ({ day: each.day, sent: each.sent })) },
    nodes: nodes.map(({ id, name, role, version, startedAt, seenAt, isSilent }) => ({
      id,
      name,
      role,
      version,
      silent: isSilent,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    versions: { hoshi, database, schema, ffmpeg, node },
    reports: { open: reports.open, oldestAt: reports.oldestAt?.toISOString() ?? null },
  }
}

function serializeMachine({ storage, jobs, failures }: NonNullable<Overview['machine']>) {
  const { totalBytes, freeBytes, videos, fullInDays } = storage
  const { running, waiting, failed, current } = jobs
  return {
    storage: {
      totalBytes,
      freeBytes,
      fullInDays,
      videos: videos && { originals: videos.originals, renditions: videos.renditions },
    },
    jobs: {
      running,
      waiting,
      failed,
      current: current.map(({ kind, about, startedAt, percent }) => ({
        kind,
        percent,
        subject: about && { kind: about.kind, id: about.id },
        startedAt: startedAt.toISOString(),
      })),
    },
    failures: failures.map(serializeJob),
  }
}

/** The state of the site, for admins; `app.server.ts` answers everyone else with 404. */
export function adminOverviewRoutes({ administration }: Hoshi) {
  return apiRouter().openapi(
    createRoute({
      method: 'get',
      path: '/admin/overview',
      operationId: 'getOverview',
      tags: ['Administration'],
      ...signedIn,
      summary: 'The state of the site and its machines',
      description:
        'Figures of the last 30 days; sums over past days may be an hour old, and sums of bytes five minutes. For admins; 404 for everyone else.',
      responses: jsonResponse(200, overview, 'The state now', overviewExample),
    }),
    async (c) => {
      const found = await administration.overview(ensureSignedIn(c.var.account))
      if (!found.machine) throw new Refusal('request.not_found')
      return c.json({ ...serializeMachine(found.machine), ...serializeOverview(found) }, 200)
    },
  )
}
