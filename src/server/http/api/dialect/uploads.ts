import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '#server/http/request-facts.ts'
import { apiRouter, jsonBody } from '../router.ts'
import { type Dialect, inAccount, ROOT, security, tags } from './account-path.ts'
import { enveloped, failed, successful } from './envelope.ts'
import { directUploadExample, uploadAddressExample } from './examples.ts'
import { directUpload, readTusMetadata, wishesIn } from './wishes.ts'

const TUS_VERSION = '1.0.0'

/** How a program gets bytes in. */
export function uploadRoutes(rooms: Pick<Hoshi, 'identity'>, { host }: Dialect) {
  /** The creator who is named, in the body or beside it; null: nobody. @throws Refusal creators.not_found */
  async function ownerIn(c: Context<HttpEnv>, named?: string) {
    // Older clients of the service send the header empty.
    const uid = named || c.req.header('upload-creator')
    const owner = uid && isPossibleId(uid) ? await rooms.identity.find(uid) : null
    if (uid && !owner) throw new Refusal('creators.not_found', { field: 'creator' })
    return owner
  }

  return apiRouter()
    .openapi(
      createRoute({
        operationId: 'serviceDirectUpload',
        tags,
        security,
        method: 'post',
        path: `${ROOT}/direct_upload`,
        summary: 'Ask for a one-time address for a form',
        description: 'It takes one multipart form with the single field `file`, from a page of any site.',
        request: { ...inAccount, ...jsonBody(directUpload, directUploadExample) },
        responses: enveloped(
          z.object({ uid: z.string(), uploadURL: z.string() }),
          'Where to send the bytes',
          uploadAddressExample,
        ),
      }),
      async (c) => {
        const { maxDurationSeconds, creator, expiry, ...asked } = c.req.valid('json')
        const wish = {
          ...wishesIn(asked),
          maxSeconds: maxDurationSeconds,
          ...(expiry === undefined ? {} : { expiresAt: new Date(expiry) }),
        }
        const given = await host.requestServiceUpload(await ownerIn(c, creator), wish)
        return c.json(successful({ uid: given.uid, uploadURL: new URL(given.uploadURL, c.var.origin).href }), 200)
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceCopy',
        tags,
        security,
        method: 'post',
        path: `${ROOT}/copy`,
        summary: 'Fetch a video from an address: always refused',
        description: 'Hoshi takes videos from those who send them, and fetches none.',
        request: inAccount,
        responses: enveloped(z.null(), 'Never', null),
      }),
      () => {
        throw new Refusal('video.copy_unavailable')
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceTusUpload',
        tags,
        security,
        method: 'post',
        path: ROOT,
        summary: 'Begin a resumable upload',
        description:
          'tus 1.0.0, creation. `Location` is a one-time address that takes the bytes from a page of any site, also ' +
          'without `direct_user=true`.',
        request: {
          ...inAccount,
          query: z.object({ direct_user: z.string().optional() }),
          headers: z.object({
            'tus-resumable': z.string().optional(),
            'upload-length': z.string().optional(),
            'upload-metadata': z.string().optional(),
            'upload-creator': z.string().optional(),
          }),
        },
        responses: {
          201: { description: '`Location` says where the bytes go, `stream-media-id` the uid' },
          default: failed,
        },
      }),
      async (c) => {
        if (c.req.header('tus-resumable') !== TUS_VERSION) throw new Refusal('video.upload_protocol')
        const length = c.req.header('upload-length') ?? ''
        const sizeBytes = /^\d{1,15}$/.test(length) ? Number(length) : 0
        if (sizeBytes === 0) throw new Refusal('request.invalid', { field: 'Upload-Length' })
        const asked = readTusMetadata(c.req.header('upload-metadata') ?? '')
        const { uid, uploadURL, expiresAt } = await host.requestServiceUpload(await ownerIn(c), { ...asked, sizeBytes })
        return c.body(null, 201, {
          Location: new URL(uploadURL, c.var.origin).href,
          'stream-media-id': uid,
          'Tus-Resumable': TUS_VERSION,
          'Upload-Expires': expiresAt.toUTCString(),
        })
      },
    )
}
