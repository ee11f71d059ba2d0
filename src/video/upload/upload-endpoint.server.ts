import { stat, truncate } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Server as TusServer } from '@tus/server'
import type { Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { storageFaultOf } from '#platform/storage-fault.ts'
import type { DiskRoom } from '../disk-room.server.ts'
import type { EmbeddedHost } from '../embedded-host.server.ts'
import type { Arrivals } from '../processing/arrivals.server.ts'
import { findVideoRow, hashUploadKey, type VideoRow, videoTables } from '../video-rows.server.ts'
import { expectOwnerMayUpload, type Owners } from './expect-owner.server.ts'
import { type FinishParts, finishUpload } from './finish-upload.server.ts'
import { FORM_OVERHEAD_BYTES, receiveForm } from './receive-form.server.ts'
import { UploadLocker } from './upload-locker.server.ts'
import type { UploadSpace } from './upload-space.server.ts'
import { createUploadStore } from './upload-store.server.ts'

/** What answers behind the one-time addresses: tus 1.0.0 and one plain form. */
export interface UploadEndpoint {
  /** @throws Refusal video.upload_* for everything that is not taken, request.not_found for methods that are not answered */
  answer(request: Request, key: string, incoming: IncomingMessage): Promise<Response>
  close(): void
}

export interface UploadParts extends FinishParts {
  locks: Locks
  identity: Owners
  host: EmbeddedHost
  room: DiskRoom
  space: UploadSpace
  /** Prepares films while they arrive. */
  arrivals: Pick<Arrivals, 'growing' | 'forget'>
}

const TUS_VERSION = '1.0.0'
/** Of every piece. */
const PIECE_TYPE = 'application/offset+octet-stream'
const writingMethods = new Set(['PATCH', 'POST', 'DELETE'])
const tusMethods = new Set(['HEAD', 'PATCH', 'DELETE'])

export function createUploadEndpoint(parts: UploadParts): UploadEndpoint {
  const { db, clock, storage, host, arrivals, room, space } = parts
  const locker = new UploadLocker(parts)
  const tus = new TusServer({
    path: '/api/uploads',
    datastore: createUploadStore({ db, originalsDir: storage.pathOf('originals'), space, onGrowing: arrivals.growing }),
    locker,
    lockDrainTimeout: 200,
    relativeLocation: true,
    allowedOrigins: () => false,
    onUploadFinish: async (_request, upload) => {
      await finishUpload(parts, upload.id, storage.pathOf(`originals/${upload.id}`), { onlyGrew: true })
      return {}
    },
    onResponseError: (_request, error) => {
      // Ours travel through the tus server as they are, to be answered by the funnel of every other route.
      if (error instanceof Refusal || storageFaultOf(error)) throw error
      return undefined
    },
  })

  /** @throws Refusal video.upload_not_found, video.upload_gone, video.upload_finished */
  async function findOpen(key: string, method: string): Promise<VideoRow> {
    const row = await videoTables(db)
      .selectFrom('videos')
      .selectAll()
      .where('upload_key_hash', '=', hashUploadKey(key))
      .executeTakeFirst()
    if (!row) throw new Refusal('video.upload_not_found')
    await expectOwnerMayUpload(parts.identity, row)
    if (row.state === 'error' && row.received_at === null) throw new Refusal('video.upload_gone')
    if (row.state === 'pendingupload' && row.upload_expires_at <= clock.now()) throw new Refusal('video.upload_gone')
    if (row.state !== 'pendingupload' && writingMethods.has(method)) throw new Refusal('video.upload_finished')
    return row
  }

  async function answerTus(request: Request, method: string, row: VideoRow): Promise<Response> {
    const url = new URL(`/api/uploads/${row.uid}`, request.url)
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers: request.headers,
      signal: request.signal,
      duplex: 'half',
    }
    if (method === 'PATCH') init.body = request.body
    const answer = await tus.handleWeb(new Request(url, init))
    if (!answer.ok) throw await refusalFor(answer, row.uid)
    await finishIfComplete(method, answer, row)
    // Who may read an answer from another origin is not for the tus server to say.
    answer.headers.delete('Access-Control-Expose-Headers')
    // A whole file expires no more.
    if (Number(answer.headers.get('upload-offset')) === row.size_bytes) answer.headers.delete('Upload-Expires')
    else answer.headers.set('Upload-Expires', row.upload_expires_at.toUTCString())
    return answer
  }

  /** The last bytes may have been acknowledged by a process that died before it recorded them. */
  async function finishIfComplete(method: string, answer: Response, row: VideoRow): Promise<void> {
    if (method !== 'HEAD' || Number(answer.headers.get('upload-offset')) !== row.size_bytes) return
    await finishUpload(parts, row.uid, storage.pathOf(`originals/${row.uid}`))
  }

  async function refusalFor(answer: Response, uid: string): Promise<Error> {
    // Another writer may have brought the last byte while this one waited for its turn.
    const isFinished = answer.status === 404 && (await findVideoRow(db, uid))?.received_at
    if (isFinished) return new Refusal('video.upload_finished')
    const code = {
      400: 'video.upload_malformed',
      403: 'video.upload_malformed',
      404: 'video.upload_not_found',
      409: 'video.upload_offset',
      410: 'video.upload_gone',
      412: 'video.upload_protocol',
      413: 'video.too_many_bytes',
      501: 'video.upload_malformed',
    }[answer.status]
    if (code) return new Refusal(code)
    if ((await room.bytes()) < 0) return new Refusal('video.storage_full')
    return new Error(`The tus server answered ${answer.status}: ${await answer.text()}`)
  }

  async function answerForm(incoming: IncomingMessage, row: VideoRow): Promise<Response> {
    const announced = Number(incoming.headers['content-length'] ?? 0)
    if (announced > row.size_bytes + FORM_OVERHEAD_BYTES) throw new Refusal('video.too_many_bytes')
    const lock = locker.newLock(row.uid)
    await lock.lock(AbortSignal.timeout(60_000), () => void incoming.destroy())
    const path = storage.pathOf(`originals/${row.uid}`)
    try {
      // Whoever held the lock before may have brought the last byte, and a whole file is never written over.
      if ((await findVideoRow(db, row.uid))?.state !== 'pendingupload') throw new Refusal('video.upload_finished')
      await stat(path).catch(() => {
        throw new Refusal('video.upload_gone')
      })
      // From its first byte on, whatever was there.
      arrivals.forget(row.uid)
      const form = await receiveForm(incoming, incoming.headers, row.size_bytes, async () => ({
        path,
        through: await space.begin(row, 0),
      }))
      if (form.sizeBytes === 0) throw new Refusal('video.file_missing', { field: 'file' })
      if (row.is_size_known && form.sizeBytes !== row.size_bytes) {
        await truncate(path, 0)
        throw new Refusal('video.size_mismatch', { field: 'file' })
      }
      if (!row.is_size_known) await keepSize(row.uid, form.sizeBytes)
      await finishUpload(parts, row.uid, path)
      return Response.json({ uid: row.uid, sizeBytes: form.sizeBytes })
    } finally {
      await lock.unlock()
    }
  }

  async function keepSize(uid: string, sizeBytes: number): Promise<void> {
    const known = { size_bytes: sizeBytes, is_size_known: true }
    await videoTables(db).updateTable('videos').set(known).where('uid', '=', uid).execute()
  }

  return {
    async answer(request, key, incoming) {
      const method = askedMethod(request)
      if (method === 'OPTIONS') return capabilities()
      const row = await findOpen(key, method)
      if (method === 'POST') return await answerForm(incoming, row)
      if (!tusMethods.has(method)) throw new Refusal('request.not_found')
      if (request.headers.get('tus-resumable') !== TUS_VERSION) throw new Refusal('video.upload_protocol')
      if (method === 'DELETE') {
        await host.endUpload(row.uid, 'upload_cancelled')
        return new Response(null, { status: 204 })
      }
      if (method === 'HEAD' && row.state !== 'pendingupload') return wholeUpload(row)
      // A resumable upload begins with its length.
      if (!row.is_size_known) throw new Refusal('video.upload_malformed')
      if (method === 'PATCH' && request.headers.get('content-type')?.toLowerCase() !== PIECE_TYPE)
        throw new Refusal('request.wrong_type')
      return await answerTus(request, method, row)
    },
    close: () => locker.close(),
  }
}

/** Headers of every answer at an upload address, refusals included. */
export function protocolHeaders(status: number): Record<string, string> {
  return { 'Tus-Resumable': TUS_VERSION, ...(status === 412 ? { 'Tus-Version': TUS_VERSION } : {}) }
}

/** The method that counts; a client whose environment lacks PATCH sends it as a header of another request. */
function askedMethod({ method, headers }: Request): string {
  return (headers.get('x-http-method-override') || method).toUpperCase()
}

function capabilities(): Response {
  const headers = {
    'Tus-Version': TUS_VERSION,
    'Tus-Extension': 'termination,expiration',
  }
  return new Response(null, { status: 204, headers })
}

/** A client that missed the last answer learns that nothing is left to send. */
function wholeUpload(row: VideoRow): Response {
  const size = String(row.size_bytes)
  return new Response(null, {
    headers: {
      'Upload-Offset': size,
      'Upload-Length': size,
      'Cache-Control': 'no-store',
    },
  })
}
