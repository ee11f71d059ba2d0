import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface DoubleObject {
  bytes: Buffer
  tag: string
  changedAt: Date
  metadata: Record<string, string>
}

export interface DoubleUpload {
  key: string
  startedAt: Date
  metadata: Record<string, string>
  parts: Map<number, DoubleObject>
}

/** An answer of the store. */
export interface StoreAnswer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface StoreRequest {
  method: string
  key: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  body: Buffer
}

/** Reads a whole request, whose path begins with the bucket. */
export async function readStoreRequest(incoming: IncomingMessage): Promise<{ bucket: string; request: StoreRequest }> {
  const url = new URL(incoming.url ?? '/', 'http://store.invalid')
  const [, bucket = '', ...names] = url.pathname.split('/').map(decodeURIComponent)
  const request = {
    method: incoming.method ?? '',
    key: names.join('/'),
    query: url.searchParams,
    headers: incoming.headers as Record<string, string | undefined>,
    body: await buffer(incoming),
  }
  return { bucket, request }
}

/** Such as `PUT media/a?uploads`: the method, the key and the parameters of the query that choose an operation. */
export function requestName({ method, key, query }: Pick<StoreRequest, 'method' | 'key' | 'query'>): string {
  const operation = [...query.keys()].filter((name) => name !== 'x-id').join('&')
  return `${method} ${key}${operation && `?${operation}`}`
}

export const md5 = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('hex')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function errorAnswer(status: number, code: string, message = code): StoreAnswer {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error>`
  return { status, headers: { 'Content-Type': 'application/xml' }, body }
}

export function xmlAnswer(root: string, inner: string): StoreAnswer {
  const body = `<?xml version="1.0"?><${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${root}>`
  return { status: 200, headers: { 'Content-Type': 'application/xml' }, body }
}

/** An element of XML with its text. */
export const element = (name: string, text: string | number | boolean): string =>
  `<${name}>${escaped(String(text))}</${name}>`

export function metadataOf(headers: StoreRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))) as never
}

/** @returns an answer with the headers of an object, and its bytes unless the request is a HEAD */
export function objectAnswer({ method, headers }: StoreRequest, object: DoubleObject): StoreAnswer {
  const { bytes, tag, changedAt, metadata } = object
  if (headers['if-match'] !== undefined && headers['if-match'] !== tag) return errorAnswer(412, 'PreconditionFailed')
  const facts = { ETag: tag, 'Last-Modified': changedAt.toUTCString(), ...metadata }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) {
    if (method === 'HEAD') return { status: 200, headers: { ...facts, 'Content-Length': String(bytes.length) } }
    return { status: 200, headers: facts, body: bytes }
  }
  const start = Number(first)
  if (start >= bytes.length) return errorAnswer(416, 'InvalidRange')
  const end = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1)
  const range = `bytes ${start}-${end}/${bytes.length}`
  return { status: 206, headers: { ...facts, 'Content-Range': range }, body: bytes.subarray(start, end + 1) }
}

/** ListObjectsV2, a page at a time. */
export function listAnswer(objects: Map<string, DoubleObject>, query: URLSearchParams, pageSize: number): StoreAnswer {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const after = query.get('continuation-token') ?? ''
  const rows = new Map<string, string>()
  for (const key of [...objects.keys()].filter((each) => each.startsWith(prefix)).sort()) {
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    const name = cut === -1 ? key : key.slice(0, cut + 1)
    const { bytes, tag, changedAt } = objects.get(key)!
    const row =
      cut === -1
        ? `<Contents>${element('Key', key)}${element('Size', bytes.length)}${element('ETag', tag)}${element('LastModified', changedAt.toISOString())}</Contents>`
        : `<CommonPrefixes>${element('Prefix', name)}</CommonPrefixes>`
    if (name > after) rows.set(name, row)
  }
  const page = [...rows].slice(0, pageSize)
  const more = rows.size > page.length
  const token = more ? element('NextContinuationToken', page.at(-1)![0]) : ''
  return xmlAnswer('ListBucketResult', page.map(([, row]) => row).join('') + element('IsTruncated', more) + token)
}
