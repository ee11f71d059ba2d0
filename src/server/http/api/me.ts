import { Readable } from 'node:stream'
import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import type { ExportProgress } from '#identity/exports.server.ts'
import { profile, profileFields, profileOf } from './creators.ts'
import { credentialsExample, exportExample, profileExample, profileFieldsExample } from './examples.ts'
import { answers, apiRouter, bytesOf, emptyAnswer, jsonBody, moment, requireAccount, signedIn } from './router.ts'

const progress = z
  .object({ state: z.enum(['preparing', 'ready']), requestedAt: moment, readyAt: moment.nullable() })
  .meta({ id: 'Export' })

const preparing = answers(202, progress, 'Being written', exportExample)

/** What a signed-in person does to the own account as a whole. */
export function ownAccountRoutes(rooms: Hoshi) {
  const { identity, creators, exports, openExport } = rooms

  function shape({ requestedAt, readyAt }: ExportProgress) {
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
          'A viewer gets a public profile and may upload from then on. There is no way back; a creator is refused with 409.',
        request: jsonBody(profileFields, profileFieldsExample),
        responses: answers(201, profile, 'The public profile', {
          ...profileExample,
          episodeCount: 0,
          totalViews: 0,
          genres: [],
        }),
      }),
      async (c) => {
        const made = await creators.become(requireAccount(c.var.account), c.req.valid('json'))
        return c.json(await profileOf(rooms, made), 201)
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
          'Writes everything that belongs to the account into an archive. `GET` the same address to download it once it is ready.',
        responses: preparing,
      }),
      async (c) => c.json(shape(await exports.request(requireAccount(c.var.account))), 202),
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
          '202 with `Retry-After` while it is written, then 200 with the archive. 404 when none was asked for.',
        responses: {
          200: {
            description: 'A tar archive: hoshi-export.json and the files',
            content: bytesOf(['application/x-tar']),
          },
          ...preparing,
        },
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        const archive = await openExport(person)
        if (!archive) {
          c.header('Retry-After', '2')
          return c.json(shape((await exports.progressOf(person)) ?? { requestedAt: new Date(), readyAt: null }), 202)
        }
        // Films are as small as they get; compressing them again would only cost the download its length.
        return c.body(Readable.toWeb(archive.stream) as ReadableStream<Uint8Array>, 200, {
          'Content-Type': 'application/x-tar',
          'Content-Length': String(archive.sizeBytes),
          'Content-Disposition': 'attachment; filename="hoshi-export.tar"',
          'Cache-Control': 'no-store, no-transform',
        })
      },
    )
    .openapi(
      createRoute({
        method: 'delete',
        path: '/me',
        operationId: 'deleteAccount',
        tags: ['Accounts'],
        ...signedIn,
        summary: 'Delete your account',
        description: 'Deletes the profile, episodes with their media, likes and comments. Requires the password.',
        request: jsonBody(z.strictObject({ password: z.string() }), { password: credentialsExample.password }),
        responses: emptyAnswer('Deleted; every session has ended'),
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        const from = { address: c.var.address, cookie: c.req.header('cookie') }
        const left = await identity.deleteAccount(person, c.req.valid('json'), from)
        for (const cookie of left.setCookies) c.header('Set-Cookie', cookie, { append: true })
        return c.body(null, 204)
      },
    )
}
