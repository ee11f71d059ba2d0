import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '#platform/ids.server.ts'
import type { S3Settings } from '#platform/s3-settings.ts'
import {
  type DoubleObject,
  type DoubleUpload,
  element,
  errorAnswer,
  listAnswer,
  md5,
  metadataOf,
  objectAnswer,
  readStoreRequest,
  requestName,
  type StoreAnswer,
  type StoreRequest,
  xmlAnswer,
} from './s3-double-objects.ts'
import { signatureProblem } from './s3-signature.ts'

/** The fault of one request, in place of its normal course. */
export type StoreFault =
  | { kind: 'answer'; status: number; code: string }
  /** The connection breaks before anything is done. */
  | { kind: 'cut' }
  /** The request is carried out, and its answer is lost. */
  | { kind: 'lost' }
  /** The connection breaks in the middle of the answer's body. */
  | { kind: 'truncated' }
  /** The answer says that it was done, and it was not. */
  | { kind: 'lie' }

/** An S3 store in this process: only the requests that Hoshi sends, with signatures and hashes checked. */
export interface S3Double {
  readonly settings: S3Settings
  /** Full keys of all objects, and of uploads in parts that have not ended. */
  keys(): string[]
  uploads(): string[]
  /** Requests so far, such as `PUT media/a?uploads`. */
  readonly requests: string[]
  /** Decides on every request before it is carried out. */
  fault: (request: StoreRequest) => StoreFault | null
  /** Without it, the store answers 501 to conditional writes, as Swift does. */
  hasConditionalWrites: boolean
  /** How far its clock is ahead of ours. */
  aheadMs: number
  /** Objects in one page of a list. */
  pageSize: number
  close(): Promise<void>
}

const BUCKET = 'hoshi-test'
const key = { accessKeyId: 'hoshi-key', secretAccessKey: 'hoshi-secret' }

export async function openS3Double(): Promise<S3Double> {
  const objects = new Map<string, DoubleObject>()
  const uploads = new Map<string, DoubleUpload>()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'here',
    bucket: BUCKET,
    credentials: key,
    forcePathStyle: true,
    prefix: '',
  }
  const double: S3Double = {
    settings,
    keys: () => [...objects.keys()].sort(),
    uploads: () => [...uploads.values()].map((upload) => upload.key),
    requests: [],
    fault: () => null,
    hasConditionalWrites: true,
    aheadMs: 0,
    pageSize: 1000,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const now = () => new Date(Date.now() + double.aheadMs)

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { bucket, request } = await readStoreRequest(incoming)
    double.requests.push(requestName(request))
    response.sendDate = false
    response.setHeader('Date', now().toUTCString())
    const problem = signatureProblem(incoming, request.body, { ...key, region: settings.region }, now().getTime())
    if (problem)
      return send(response, request, errorAnswer(problem === 'AuthorizationHeaderMalformed' ? 400 : 403, problem))
    if (bucket !== BUCKET) return send(response, request, errorAnswer(404, 'NoSuchBucket'))
    const fault = double.fault(request)
    if (fault?.kind === 'cut') return void incoming.socket.destroy()
    if (fault?.kind === 'answer') return send(response, request, errorAnswer(fault.status, fault.code))
    if (fault?.kind === 'lie')
      return send(response, request, { status: 200, headers: { ETag: `"${md5(request.body)}"` } })
    const answer = carryOut(request)
    if (fault?.kind === 'lost') return void incoming.socket.destroy()
    send(response, request, answer, fault?.kind === 'truncated')
  }

  function carryOut(request: StoreRequest): StoreAnswer {
    const { method, query, headers, key: name } = request
    if (headers['content-encoding']?.includes('aws-chunked')) return errorAnswer(501, 'NotImplemented')
    if (name === '') return query.has('uploads') ? listUploads() : listAnswer(objects, query, double.pageSize)
    if (query.has('uploads') || query.has('uploadId')) return carryOutUpload(request)
    if (method === 'PUT') return headers['x-amz-copy-source'] ? copy(request) : put(request)
    if (method === 'DELETE') {
      objects.delete(name)
      return { status: 204 }
    }
    const found = objects.get(name)
    return found ? objectAnswer(request, found) : errorAnswer(404, 'NoSuchKey')
  }

  function put({ key: name, headers, body }: StoreRequest): StoreAnswer {
    if (headers['if-none-match'] === '*') {
      if (!double.hasConditionalWrites) return errorAnswer(501, 'NotImplemented')
      if (objects.has(name)) return errorAnswer(412, 'PreconditionFailed')
    }
    const tag = `"${md5(body)}"`
    objects.set(name, { bytes: body, tag, changedAt: now(), metadata: metadataOf(headers) })
    return { status: 200, headers: { ETag: tag } }
  }

  function sourceOf({ headers }: StoreRequest): DoubleObject | null {
    const [, name = ''] = /^[^/]+\/(.*)$/.exec(decodeURIComponent(headers['x-amz-copy-source'] ?? '')) ?? []
    const found = objects.get(name)
    return found && found.tag === headers['x-amz-copy-source-if-match'] ? found : null
  }

  function copy(request: StoreRequest): StoreAnswer {
    const source = sourceOf(request)
    if (!source) return errorAnswer(404, 'NoSuchKey')
    objects.set(request.key, { ...source, changedAt: now() })
    return xmlAnswer('CopyObjectResult', element('ETag', source.tag))
  }

  function carryOutUpload(request: StoreRequest): StoreAnswer {
    const { method, query, headers, key: name, body } = request
    if (query.has('uploads')) {
      const id = newId()
      uploads.set(id, { key: name, startedAt: now(), metadata: metadataOf(headers), parts: new Map() })
      return xmlAnswer('InitiateMultipartUploadResult', element('UploadId', id))
    }
    const id = query.get('uploadId') ?? ''
    const upload = uploads.get(id)
    if (!upload) return errorAnswer(404, 'NoSuchUpload')
    if (method === 'DELETE') {
      uploads.delete(id)
      return { status: 204 }
    }
    if (method === 'GET') {
      const parts = [...upload.parts].map(
        ([number, part]) =>
          `<Part>${element('PartNumber', number)}${element('LastModified', part.changedAt.toISOString())}</Part>`,
      )
      return xmlAnswer('ListPartsResult', parts.join('') + element('IsTruncated', false))
    }
    if (method === 'PUT') return putPart(upload, request)
    const tags = [...body.toString().matchAll(/<ETag>(.*?)<\/ETag>/g)].map(([, tag = '']) =>
      tag.replaceAll('&quot;', '"'),
    )
    const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part)
    if (tags.length === 0 || tags.join() !== parts.map(({ tag }) => tag).join()) return errorAnswer(400, 'InvalidPart')
    uploads.delete(id)
    const tag = `"${md5(tags.join())}-${tags.length}"`
    const bytes = Buffer.concat(parts.map((part) => part.bytes))
    objects.set(name, { bytes, tag, changedAt: now(), metadata: upload.metadata })
    return xmlAnswer('CompleteMultipartUploadResult', element('ETag', tag))
  }

  function putPart({ parts }: DoubleUpload, request: StoreRequest): StoreAnswer {
    const { query, headers } = request
    const number = Number(query.get('partNumber'))
    let bytes = request.body
    if (headers['x-amz-copy-source']) {
      const source = sourceOf(request)
      const [, start = 0, end = 0] = /^bytes=(\d+)-(\d+)$/.exec(headers['x-amz-copy-source-range'] ?? '') ?? []
      if (!source) return errorAnswer(404, 'NoSuchKey')
      bytes = source.bytes.subarray(Number(start), Number(end) + 1)
    }
    const tag = `"${md5(bytes)}"`
    parts.set(number, { bytes, tag, changedAt: now(), metadata: {} })
    if (headers['x-amz-copy-source']) return xmlAnswer('CopyPartResult', element('ETag', tag))
    return { status: 200, headers: { ETag: tag } }
  }

  function listUploads(): StoreAnswer {
    const rows = [...uploads].map(
      ([id, upload]) =>
        `<Upload>${element('Key', upload.key)}${element('UploadId', id)}${element('Initiated', upload.startedAt.toISOString())}</Upload>`,
    )
    return xmlAnswer('ListMultipartUploadsResult', rows.join('') + element('IsTruncated', false))
  }

  return double
}

/** A double as real stores are started. */
export async function startDouble(): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const { settings, close } = await openS3Double()
  return { settings, stop: close }
}

function send(response: ServerResponse, { method }: StoreRequest, answer: StoreAnswer, isTruncated = false): void {
  const { status, headers = {}, body = '' } = answer
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'Content-Length': String(bytes.length), ...headers })
  if (method === 'HEAD') return void response.end()
  if (!isTruncated) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}
