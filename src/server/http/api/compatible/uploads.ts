import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '#server/http/request-context.ts'
import { capabilities, TUS_VERSION } from '#video/ingest/upload-endpoint.server.ts'
import { apiRouter, jsonBody, parseAs } from '../router.ts'
import { accountParams, type CompatibleApi, ROOT, security, tags } from './common.ts'
import { defaultResponse, envelopeResponse, successEnvelope } from './envelope.ts'
import { directUploadExample, directUploadResultExample } from './examples.ts'
import { creator, directUploadBody, parseTusMetadata, toServiceOptions } from './upload-options.ts'

/** Routes by which programs upload. */
export function uploadRoutes(rooms: Pick<Hoshi, 'identity'>, { host }: CompatibleApi) {
  return apiRouter()
    .openapi(
      createRoute({
        operationId: 'serviceDirectUpload',
        tags,
        security,
        method: 'post',
        path: `${ROOT}/direct_upload`,
        summary: 'Request a one-time upload URL for a form',
        description:
          'The URL accepts one multipart form with the single field `file`, from pages on any site. It ends at `expiry`, ' +
          'and after 24 hours at the latest: a later time is shortened to that, as `uploadExpiry` of the video says.',
        request: { ...accountParams, ...jsonBody(directUploadBody, directUploadExample) },
        responses: envelopeResponse(
          z.object({ uid: z.string(), uploadURL: z.string() }),
          'Where to send the bytes',
          directUploadResultExample,
        ),
      }),
      async (c) => {
        const { maxDurationSeconds, expiry, ...fields } = c.req.valid('json')
        const { owner, ...named } = await readCreator(rooms.identity, c, fields.creator)
        const upload = {
          ...toServiceOptions({ ...fields, ...named }),
          maxSeconds: maxDurationSeconds,
          ...(expiry === undefined ? {} : { expiresAt: new Date(expiry) }),
        }
        const created = await host.requestServiceUpload(owner, upload)
        return c.json(
          successEnvelope({ uid: created.uid, uploadURL: new URL(created.uploadURL, c.var.origin).href }),
          200,
        )
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceCopy',
        tags,
        security,
        method: 'post',
        path: `${ROOT}/copy`,
        summary: 'Copy a video from a URL (always refused)',
        description: 'Hoshi does not fetch videos from other URLs. Upload the file instead.',
        request: accountParams,
        responses: envelopeResponse(z.null(), 'Never', null),
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
          'tus 1.0.0, creation. `Location` is a one-time URL that accepts the bytes from pages on any site, with or ' +
          'without `direct_user=true`, until `expiry` of the metadata, and for 24 hours at most.',
        request: {
          ...accountParams,
          query: z.object({ direct_user: z.string().optional() }),
          headers: z.object({
            'tus-resumable': z.string().optional(),
            'upload-length': z.string().optional(),
            'upload-metadata': z.string().optional(),
            'upload-creator': z.string().optional(),
          }),
        },
        responses: {
          201: { description: '`Location` is the upload URL, `stream-media-id` the uid' },
          default: defaultResponse,
        },
      }),
      async (c) => {
        if (c.req.header('tus-resumable') !== TUS_VERSION) throw new Refusal('video.upload_protocol')
        const length = c.req.header('upload-length') ?? ''
        const sizeBytes = /^\d{1,15}$/.test(length) ? Number(length) : 0
        if (sizeBytes === 0) throw new Refusal('request.invalid', { field: 'Upload-Length' })
        const uploadMetadata = c.req.header('upload-metadata') ?? ''
        const fields = parseTusMetadata(uploadMetadata)
        const { owner, ...named } = await readCreator(rooms.identity, c)
        const upload = { ...fields, ...named, sizeBytes, uploadMetadata }
        const { uid, uploadURL, expiresAt } = await host.requestServiceUpload(owner, upload)
        return c.body(null, 201, {
          Location: new URL(uploadURL, c.var.origin).href,
          'stream-media-id': uid,
          'Upload-Expires': expiresAt.toUTCString(),
        })
      },
    )
    .openapi(
      createRoute({
        operationId: 'serviceTusProtocol',
        tags,
        security,
        method: 'options',
        path: ROOT,
        summary: 'Get the supported protocol of resumable uploads',
        description: 'tus. The upload URLs answer the same without `creation`, which they do not offer.',
        request: accountParams,
        responses: {
          204: {
            description: 'Version and extensions',
            headers: z.object({ 'Tus-Resumable': z.string(), 'Tus-Version': z.string(), 'Tus-Extension': z.string() }),
          },
          default: defaultResponse,
        },
      }),
      () => capabilities('creation'),
    )
}

/**
 * The creator named in the body or the header: `owner` is the account with this uid, if any; otherwise `creator` is
 * the name.
 * @throws Refusal request.invalid
 */
async function readCreator(identity: Hoshi['identity'], c: Context<HttpEnv>, named?: string) {
  // Older clients of the service send the header empty.
  const name = named || parseAs(creator, c.req.header('upload-creator') ?? '')
  const owner = isPossibleId(name) ? await identity.find(name) : null
  return { owner, creator: owner ? '' : name }
}
