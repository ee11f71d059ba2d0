import { Readable } from 'node:stream'
import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import type { ExportProgress } from '#identity/exports.server.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { answerRange } from '../answer-range.ts'
import { profile, profileFields, serializeProfile } from './creators.ts'
import {
  credentialsExample,
  deletionExample,
  exportExample,
  nsfwChoiceExample,
  profileExample,
  profileFieldsExample,
} from './examples/accounts.ts'
import {
  apiRouter,
  binaryContent,
  emptyResponse,
  ensureSignedIn,
  jsonBody,
  jsonResponse,
  recentlySignedIn,
  signedIn,
} from './router.ts'

const progress = z
  .object({ state: z.enum(['preparing', 'ready']), requestedAt: dateTime, readyAt: dateTime.nullable() })
  .meta({ id: 'Export' })

const nsfwChoice = z.strictObject({
  always: z.boolean(),
  birthYear: z.number().optional().describe('Four digits'),
})

const deletion = z
  .object({ erasesAt: dateTime.nullable().describe('Until then, signing in restores the account; null: it is erased') })
  .meta({ id: 'Deletion' })

const rangeHeaders = z.object({
  range: z.string().max(200).optional().describe('One range of bytes, to go on with'),
  'if-range': z.string().max(200).optional().describe('The `ETag` of the part that is there already'),
  'if-none-match': z.string().max(200).optional().describe('The `ETag` of an archive that is there already'),
})

const preparing = jsonResponse(202, progress, 'Being written', exportExample)

/** Routes for one's own account. */
export function ownAccountRoutes(rooms: Hoshi) {
  const { identity, creators, exports, openExport } = rooms

  function serializeExport({ requestedAt, readyAt }: ExportProgress) {
    const state = readyAt ? ('ready' as const) : ('preparing' as const)
    return { state, requestedAt: requestedAt.toISOString(), readyAt: readyAt?.toISOString() ?? null }
  }

  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/me/creator',
        operationId: 'becomeCreator',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Become a creator',
        description:
          'A viewer gets a public profile and may upload from then on. This cannot be undone; a creator is refused with 409.',
        request: jsonBody(profileFields, profileFieldsExample),
        responses: jsonResponse(201, profile, 'The public profile', {
          ...profileExample,
          episodeCount: 0,
          totalViews: 0,
          genres: [],
          followers: 0,
        }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const created = await creators.becomeCreator(person, c.req.valid('json'))
        return c.json(await serializeProfile(rooms, created, person), 201)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/me/export',
        operationId: 'requestExport',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Request an archive of your account',
        description:
          'Writes everything that belongs to the account into an archive. `GET` the same URL to download it once it is ready.',
        responses: preparing,
      }),
      async (c) => c.json(serializeExport(await exports.request(ensureSignedIn(c.var.account))), 202),
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/me/export',
        operationId: 'getExport',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'The archive, once it is ready',
        description:
          '202 with `Retry-After` while it is being written, then 200 with the archive. 404 if none was requested. It can be continued: with `Range`, and `If-Range` with its `ETag`, 206 and that part of it.',
        request: { headers: rangeHeaders },
        responses: {
          200: {
            description: 'A tar archive: hoshi-export.json and the files',
            content: binaryContent(['application/x-tar']),
          },
          206: { description: 'A part of the archive', content: binaryContent(['application/x-tar']) },
          304: { description: 'The archive is still the one with this tag' },
          416: { description: 'The archive ends before this range' },
          ...preparing,
        },
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const archive = await openExport(person)
        if (!archive) {
          c.header('Retry-After', '2')
          return c.json(
            serializeExport((await exports.progressOf(person)) ?? { requestedAt: new Date(), readyAt: null }),
            202,
          )
        }
        const asked = c.req.valid('header')
        // A range is a part of the body that GET sends (RFC 9110, 14.2).
        const isHead = c.req.method === 'HEAD'
        const conditions = {
          range: isHead ? undefined : asked.range,
          ifRange: asked['if-range'],
          ifNoneMatch: asked['if-none-match'],
        }
        const answer = answerRange(conditions, archive.sizeBytes, archive.tag)
        const { status, range } = answer
        // Videos are already compressed; compressing them again would only lose the Content-Length.
        const headers = { ...answer.headers, 'Cache-Control': 'no-store, no-transform' }
        if (status === 304 || status === 416 || !range) return c.body(null, status, headers)
        return c.body(Readable.toWeb(archive.read(range)) as ReadableStream<Uint8Array>, status, {
          ...headers,
          'Content-Type': 'application/x-tar',
          'Content-Disposition': 'attachment; filename="hoshi-export.tar"',
        })
      },
    )
    .openapi(
      createRoute({
        method: 'put',
        path: '/me/nsfw',
        operationId: 'changeNsfwSetting',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Show adult episodes without asking, or ask again',
        description:
          'With `always`, an account that is not known to be an adult’s needs `birthYear`. The year is not stored, only the fact. Under 18 is refused with 422.',
        request: jsonBody(nsfwChoice, nsfwChoiceExample),
        responses: emptyResponse('Stored'),
      }),
      async (c) => {
        await identity.changeNsfwSetting(ensureSignedIn(c.var.account), c.req.valid('json'))
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        method: 'delete',
        path: '/me',
        operationId: 'deleteAccount',
        tags: ['Accounts'],
        ...recentlySignedIn,
        summary: 'Delete your account',
        description:
          'Hides the account at once, with its profile, episodes and their media, likes and comments, and erases all of it after 30 days; until then, signing in restores it. With `now` it is erased at once, which is final. Requires the password and a sign-in of at most 10 minutes ago. The last admin is refused with 409.',
        request: jsonBody(
          z.strictObject({ password: z.string(), now: z.boolean().optional().describe('By default false') }),
          { password: credentialsExample.password, now: false },
        ),
        responses: jsonResponse(202, deletion, 'Deleted; every session has ended', deletionExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const from = { ip: c.var.ip, cookie: c.req.header('cookie') }
        const deleted = await identity.deleteAccount(person, c.req.valid('json'), from)
        for (const cookie of deleted.setCookies) c.header('Set-Cookie', cookie, { append: true })
        return c.json({ erasesAt: deleted.erasesAt?.toISOString() ?? null }, 202)
      },
    )
}
