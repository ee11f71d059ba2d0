import { z } from 'zod'
import { newVideoExample, videoExample } from './examples.ts'
import { type ApiRegistry, answers, bytesOf, problem } from './router.ts'

const path = '/api/uploads/{key}'
const tags = ['Uploads']
const key = z.object({ key: z.string().describe('The end of `uploadURL`, a secret') })

const version = z.literal('1.0.0').describe('The version of tus that the client speaks')
const tusHeaders = z.object({ 'Tus-Resumable': version })
const bytes = (what: string) => z.string().meta({ pattern: '^[0-9]+$', description: what })
const offset = bytes('Bytes that have arrived')
const expires = z.string().optional().describe('While unfinished: when the upload expires, as an HTTP date')

/** One-time upload addresses, which the video room answers itself: tus 1.0.0, and one plain form. */
export function describeUploads(registry: ApiRegistry): void {
  registry.registerPath({
    method: 'head',
    path,
    operationId: 'getUploadOffset',
    tags,
    summary: 'How much has arrived',
    description:
      'tus. The upload exists already, so a client begins with this and goes on from `Upload-Offset`; one that equals ' +
      '`Upload-Length` says that nothing is left to send.',
    request: { params: key, headers: tusHeaders },
    responses: {
      200: {
        description: 'How far it is',
        headers: z.object({
          'Tus-Resumable': version,
          'Upload-Offset': offset,
          'Upload-Length': bytes('Bytes of the whole file'),
          'Upload-Expires': expires,
        }),
      },
      default: { description: 'Refused; an answer to HEAD has no body' },
    },
  })
  registry.registerPath({
    method: 'patch',
    path,
    operationId: 'sendPiece',
    tags,
    summary: 'Send a piece',
    description:
      'tus. The piece begins where the last one ended: another offset is refused with 409. A newer connection takes ' +
      'over from an older one. The last byte queues the video. Clients without PATCH can send any method as POST with ' +
      '`X-HTTP-Method-Override`.',
    request: {
      params: key,
      headers: tusHeaders.extend({ 'Upload-Offset': bytes('Where this piece begins') }),
      body: { required: true, content: bytesOf(['application/offset+octet-stream']) },
    },
    responses: {
      204: {
        description: 'Arrived',
        headers: z.object({ 'Tus-Resumable': version, 'Upload-Offset': offset, 'Upload-Expires': expires }),
      },
      default: problem,
    },
  })
  registry.registerPath({
    method: 'delete',
    path,
    operationId: 'cancelUpload',
    tags,
    summary: 'Cancel the upload',
    description: 'tus. What has arrived is deleted, and the address takes nothing more.',
    request: { params: key, headers: tusHeaders },
    responses: {
      204: { description: 'Cancelled', headers: z.object({ 'Tus-Resumable': version }) },
      default: problem,
    },
  })
  registry.registerPath({
    method: 'options',
    path,
    operationId: 'getUploadProtocol',
    tags,
    summary: 'What this address speaks',
    description: 'tus. Version and extensions are the same at every address, known or not.',
    request: { params: key },
    responses: {
      204: {
        description: 'Version and extensions',
        headers: z.object({ 'Tus-Resumable': version, 'Tus-Version': z.string(), 'Tus-Extension': z.string() }),
      },
      default: problem,
    },
  })
  registry.registerPath({
    method: 'post',
    path,
    operationId: 'sendForm',
    tags,
    summary: 'Send the whole file as one form',
    description:
      'The plain way, for a browser without scripts or `curl -F file=@film.mp4`. The file must have the size that was ' +
      'announced. Whatever arrived before is written over.',
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
    responses: answers(200, z.object({ uid: z.string(), sizeBytes: z.number().int() }), 'Arrived and queued', {
      uid: videoExample.uid,
      sizeBytes: newVideoExample.sizeBytes,
    }),
  })
}
