import type { IncomingMessage } from 'node:http'
import { Server as TusServer } from '@tus/server'
import type { Locks } from '#platform/locks.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import { findVideoRow, hashUploadKey, uploadMetadataOf, type VideoRow, videoTables } from '../video-rows.server.ts'
import type { DiskSpace } from './disk-space.server.ts'
import { expectOwnerMayUpload, type Owners } from './expect-owner.server.ts'
import { type FinishParts, finishUpload } from './finish-upload.server.ts'
import { uploadDestination } from './form-destination.server.ts'
import type { Ingest } from './ingest.server.ts'
import { FORM_OVERHEAD_BYTES, receiveForm } from './receive-form.server.ts'
import type { UploadFiles } from './upload-files.ts'
import { UploadLocker } from './upload-locker.server.ts'
import type { UploadSpace } from './upload-space.server.ts'
import { createUploadStore } from './upload-store.server.ts'

/** Handles requests at the one-time upload URLs: tus 1.0.0 and one plain form. */
export interface UploadEndpoint {
  /** @throws Refusal video.upload_* for rejected uploads, request.not_found for unsupported methods */
  handle(request: Request, key: string, incoming: IncomingMessage): Promise<Response>
  /** Uploads that are being written to by this process. */
  receiving(): number
  close(): void
}

export interface UploadParts extends FinishParts {
  uploadFiles: UploadFiles
  locks: Locks
  identity: Owners
  host: { endUpload(uid: string, reason: 'upload_cancelled'): Promise<void> }
  diskSpace: DiskSpace
  space: UploadSpace
  /** Ingest during upload. */
  ingest: Pick<Ingest, 'ensureStarted' | 'cancel'>
}

export const TUS_VERSION = '1.0.0'
/** Content type of every PATCH request. */
const PIECE_TYPE = 'application/offset+octet-stream'
const writingMethods = new Set(['PATCH', 'POST', 'DELETE'])
const tusMethods = new Set(['HEAD', 'PATCH', 'DELETE'])

export function createUploadEndpoint(parts: UploadParts): UploadEndpoint {
  const { db, uploadFiles, host, ingest, space } = parts
  const locker = new UploadLocker(parts)
  const tus = new TusServer({
    path: '/api/uploads',
    datastore: createUploadStore({
      db,
      uploadFiles,
      space,
      onAppend: ingest.ensureStarted,
    }),
    locker,
    lockDrainTimeout: 200,
    relativeLocation: true,
    allowedOrigins: () => false,
    onUploadFinish: async (_request, upload) => {
      await finishUpload(parts, upload.id, { onlyGrew: true })
      return {}
    },
    onResponseError: (_request, error) => {
      // Our errors pass through the tus server unchanged, to be answered like those of every other route.
      if (error instanceof Refusal || storageFaultOf(error)) throw error
      return undefined
    },
  })

  return {
    async handle(request, key, incoming) {
      const method = effectiveMethod(request)
      if (method === 'OPTIONS') return capabilities()
      const row = await findOpen(parts, key, method)
      if (method === 'POST') return await handleForm(parts, locker, incoming, row)
      if (!tusMethods.has(method)) throw new Refusal('request.not_found')
      if (request.headers.get('tus-resumable') !== TUS_VERSION) throw new Refusal('video.upload_protocol')
      if (method === 'DELETE') {
        await host.endUpload(row.uid, 'upload_cancelled')
        return new Response(null, { status: 204 })
      }
      if (method === 'HEAD' && row.state !== 'pendingupload')
        return await withMetadata(parts, completedUpload(row), row)
      // A resumable upload needs its length in advance.
      if (!row.is_size_known) throw new Refusal('video.upload_malformed')
      if (method === 'PATCH' && request.headers.get('content-type')?.toLowerCase() !== PIECE_TYPE)
        throw new Refusal('request.wrong_type')
      const response = await handleTus(parts, tus, request, method, row)
      return method === 'HEAD' ? await withMetadata(parts, response, row) : response
    },
    receiving: () => locker.held(),
    close: () => locker.close(),
  }
}

/** @throws Refusal video.upload_not_found, video.upload_gone, video.upload_finished */
async function findOpen({ db, clock, identity }: UploadParts, key: string, method: string): Promise<VideoRow> {
  const row = await videoTables(db)
    .selectFrom('videos')
    .selectAll()
    .where('upload_key_hash', '=', hashUploadKey(key))
    .executeTakeFirst()
  if (!row) throw new Refusal('video.upload_not_found')
  await expectOwnerMayUpload(identity, row)
  if (row.state === 'error' && row.received_at === null) throw new Refusal('video.upload_gone')
  if (row.state === 'pendingupload' && row.upload_expires_at <= clock.now()) throw new Refusal('video.upload_gone')
  if (row.state !== 'pendingupload' && writingMethods.has(method)) throw new Refusal('video.upload_finished')
  return row
}

async function handleTus(
  parts: UploadParts,
  tus: TusServer,
  request: Request,
  method: string,
  row: VideoRow,
): Promise<Response> {
  const url = new URL(`/api/uploads/${row.uid}`, request.url)
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: request.headers,
    signal: request.signal,
    duplex: 'half',
  }
  if (method === 'PATCH') init.body = request.body
  const response = await tus.handleWeb(new Request(url, init))
  if (!response.ok) throw await refusalFor(parts, response, row.uid)
  await finishIfComplete(parts, method, response, row)
  // The tus server does not decide which origins may read a response.
  response.headers.delete('Access-Control-Expose-Headers')
  // A complete file no longer expires.
  if (Number(response.headers.get('upload-offset')) === row.size_bytes) response.headers.delete('Upload-Expires')
  else response.headers.set('Upload-Expires', row.upload_expires_at.toUTCString())
  return response
}

/** Finishes an upload whose last bytes were acknowledged by a process that died before it recorded them. */
async function finishIfComplete(parts: UploadParts, method: string, response: Response, row: VideoRow): Promise<void> {
  if (method !== 'HEAD' || Number(response.headers.get('upload-offset')) !== row.size_bytes) return
  await finishUpload(parts, row.uid)
}

async function withMetadata({ db }: UploadParts, response: Response, { uid }: VideoRow): Promise<Response> {
  const metadata = await uploadMetadataOf(db, uid)
  if (metadata !== null) response.headers.set('Upload-Metadata', metadata)
  return response
}

async function refusalFor({ db, diskSpace }: UploadParts, response: Response, uid: string): Promise<Error> {
  // Another writer may have sent the last byte while this one waited for the lock.
  const isFinished = response.status === 404 && (await findVideoRow(db, uid))?.received_at
  if (isFinished) return new Refusal('video.upload_finished')
  const codes: Record<number, RefusalCode> = {
    400: 'video.upload_malformed',
    403: 'video.upload_malformed',
    404: 'video.upload_not_found',
    409: 'video.upload_offset',
    410: 'video.upload_gone',
    412: 'video.upload_protocol',
    413: 'video.too_many_bytes',
    501: 'video.upload_malformed',
  }
  const code = codes[response.status]
  if (code) return new Refusal(code)
  if ((await diskSpace.availableBytes()) < 0) return new Refusal('video.storage_full')
  return new Error(`The tus server answered ${response.status}: ${await response.text()}`)
}

async function handleForm(
  parts: UploadParts,
  locker: UploadLocker,
  incoming: IncomingMessage,
  row: VideoRow,
): Promise<Response> {
  const { db, uploadFiles, ingest, space } = parts
  const declaredBytes = Number(incoming.headers['content-length'] ?? 0)
  if (declaredBytes > row.size_bytes + FORM_OVERHEAD_BYTES) throw new Refusal('video.too_many_bytes')
  const lock = locker.newLock(row.uid)
  await lock.lock(AbortSignal.timeout(60_000), () => void incoming.destroy())
  try {
    // The previous holder of the lock may have sent the last byte, and a complete file is never overwritten.
    if ((await findVideoRow(db, row.uid))?.state !== 'pendingupload') throw new Refusal('video.upload_finished')
    if ((await uploadFiles.receivedBytes(row.uid)) === null) throw new Refusal('video.upload_gone')
    // A form rewrites the file from its first byte on.
    ingest.cancel(row.uid)
    const form = await receiveForm(incoming, incoming.headers, row.size_bytes, async () => {
      const through = await space.reserveFor(row, 0)
      return uploadDestination(uploadFiles, row.uid, { sizeBytes: row.is_size_known ? row.size_bytes : null, through })
    })
    if (form.sizeBytes === 0) throw new Refusal('video.file_missing', { field: 'file' })
    if (row.is_size_known && form.sizeBytes !== row.size_bytes) {
      await uploadFiles.empty(row.uid)
      throw new Refusal('video.size_mismatch', { field: 'file' })
    }
    if (!row.is_size_known) await storeSize(db, row.uid, form.sizeBytes)
    await finishUpload(parts, row.uid)
    return Response.json({ uid: row.uid, sizeBytes: form.sizeBytes })
  } finally {
    await lock.unlock()
  }
}

async function storeSize(db: UploadParts['db'], uid: string, sizeBytes: number): Promise<void> {
  const known = { size_bytes: sizeBytes, is_size_known: true }
  await videoTables(db).updateTable('videos').set(known).where('uid', '=', uid).execute()
}

/** Headers of every response at an upload URL, or where one is created by tus, refusals included. */
export function protocolHeaders(status: number): Record<string, string> {
  return { 'Tus-Resumable': TUS_VERSION, ...(status === 412 ? { 'Tus-Version': TUS_VERSION } : {}) }
}

/** The effective method: a client whose environment lacks PATCH sends it as a header of another request. */
function effectiveMethod({ method, headers }: Request): string {
  return (headers.get('x-http-method-override') || method).toUpperCase()
}

/** Answers which protocol there is. @param more extensions beside those of every upload */
export function capabilities(...more: string[]): Response {
  const extensions = [...more, 'termination', 'expiration']
  const headers = { 'Tus-Version': TUS_VERSION, 'Tus-Extension': extensions.join(',') }
  return new Response(null, { status: 204, headers })
}

/** Tells a client that missed the last response that nothing is left to send. */
function completedUpload(row: VideoRow): Response {
  const size = String(row.size_bytes)
  return new Response(null, {
    headers: {
      'Upload-Offset': size,
      'Upload-Length': size,
      'Cache-Control': 'no-store',
    },
  })
}
