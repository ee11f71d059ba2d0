import { z } from 'zod'
import { newVideoExample, videoExample } from './examples/videos.ts'
import { type ApiRegistry, binaryContent, defaultResponse, jsonResponse } from './router.ts'

const path = '/api/uploads/{key}'
const tags = ['Uploads']
const key = z.object({ key: z.string().describe('The end of `uploadURL`, a secret') })

const version = z.literal('1.0.0').describe('The version of tus that the client speaks')
const tusHeaders = z.object({ 'Tus-Resumable': version })
const bytes = (what: string) => z.string().meta({ pattern: '^[0-9]+$', description: what })
const offset = bytes('Bytes that have arrived')
const expires = z.string().optional().describe('While unfinished: when the upload expires, as an HTTP date')

/** Describes the one-time upload URLs, which `video` handles itself: tus 1.0.0, and one plain form. */
export function describeUploads(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'head',
    path,
    operationId: 'getUploadOffset',
    tags,
    summary: 'Get the upload offset',
    description:
      'tus. The upload already exists, so a client starts here and continues from `Upload-Offset`. When it equals ' +
      '`Upload-Length`, nothing is left to send.',
    request: { params: key, headers: tusHeaders },
    responses: {
      200: {
        description: 'The current offset',
        headers: z.object({
          'Tus-Resumable': version,
          'Upload-Offset': offset,
          'Upload-Length': bytes('Bytes of the whole file'),
          'Upload-Metadata': z.string().optional().describe('As it was sent, if the upload began with any'),
          'Upload-Expires': expires,
        }),
      },
      default: { description: 'Refused; responses to HEAD have no body' },
    },
  })
  registry.registerPath({
    method: 'patch',
    path,
    operationId: 'sendPiece',
    tags,
    summary: 'Send a piece',
    description:
      'tus. A piece must start where the last one ended; any other offset is refused with 409. A newer connection takes ' +
      'over from an older one. The last byte queues the video. Clients without PATCH can send any method as POST with ' +
      '`X-HTTP-Method-Override`.',
    request: {
      params: key,
      headers: tusHeaders.extend({ 'Upload-Offset': bytes('Where this piece begins') }),
      body: { required: true, content: binaryContent(['application/offset+octet-stream']) },
    },
    responses: {
      204: {
        description: 'Received',
        headers: z.object({ 'Tus-Resumable': version, 'Upload-Offset': offset, 'Upload-Expires': expires }),
      },
      default: defaultResponse,
    },
  })
  registry.registerPath({
    method: 'delete',
    path,
    operationId: 'cancelUpload',
    tags,
    summary: 'Cancel the upload',
    description: 'tus. Deletes the bytes received so far; the URL accepts nothing more.',
    request: { params: key, headers: tusHeaders },
    responses: {
      204: { description: 'Cancelled', headers: z.object({ 'Tus-Resumable': version }) },
      default: defaultResponse,
    },
  })
  registry.registerPath({
    method: 'options',
    path,
    operationId: 'getUploadProtocol',
    tags,
    summary: 'Get the supported protocol',
    description: 'tus. The version and extensions are the same at every upload URL, known or not.',
    request: { params: key },
    responses: {
      204: {
        description: 'Version and extensions',
        headers: z.object({ 'Tus-Resumable': version, 'Tus-Version': z.string(), 'Tus-Extension': z.string() }),
      },
      default: defaultResponse,
    },
  })
  registry.registerPath({
    method: 'post',
    path,
    operationId: 'sendForm',
    tags,
    summary: 'Send the whole file as one form',
    description:
      'For browsers without scripts, or `curl -F file=@video.mp4`. The file must have the announced size. It replaces ' +
      'any bytes received before.',
    request: {
      params: key,
      body: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: { file: { type: 'string', format: 'binary' } },
              required: ['file'],
            },
          },
        },
      },
    },
    responses: jsonResponse(200, z.object({ uid: z.string(), sizeBytes: z.number().int() }), 'Arrived and queued', {
      uid: videoExample.uid,
      sizeBytes: newVideoExample.sizeBytes,
    }),
  })
}
