import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { HeldLock, Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { EmbeddedHost } from '../embedded-host.server.ts'
import type { PageForm } from '../video-host.ts'
import { findVideoRow, videoTables } from '../video-rows.server.ts'
import { type FinishParts, finishUpload } from './finish-upload.server.ts'
import { receiveForm } from './receive-form.server.ts'
import type { UploadSpace } from './upload-space.server.ts'

export interface PageFormParts extends FinishParts {
  locks: Locks
  space: UploadSpace
  host: Pick<EmbeddedHost, 'requestUpload' | 'endUpload'>
}

/** Takes the whole upload form of a page without scripts; its file becomes a video. */
export async function receivePageForm(parts: PageFormParts, form: PageForm): Promise<string> {
  const { body, contentType, sizeBytes, admit } = form
  if (!body || !Number.isSafeInteger(sizeBytes) || sizeBytes <= 0) throw new Refusal('video.upload_malformed')
  let uid: string | null = null
  let name = ''
  let held: HeldLock | null = null
  try {
    const source = Readable.fromWeb(body as ReadableStream)
    const headers = { 'content-type': contentType, 'content-length': String(sizeBytes) }
    const received = await receiveForm(source, headers, sizeBytes, async (file, fields) => {
      const isChosen = file.name !== ''
      const account = admit(fields, isChosen ? file : null)
      name = keepableName(file.name)
      // How large the file is shows only when it is over; until then the whole form stands for it.
      uid = (await parts.host.requestUpload(account, { name, sizeBytes })).uid
      const row = await findVideoRow(parts.db, uid)
      if (!row) throw new Refusal('video.upload_gone')
      held = await holdForm(parts, uid, source)
      return { path: pathOf(uid), through: await parts.space.begin(row, 0) }
    })
    if (uid === null) admit(received.fields, null)
    if (uid === null || received.sizeBytes === 0) throw new Refusal('video.file_missing', { field: 'file' })
    await videoTables(parts.db)
      .updateTable('videos')
      .set({ size_bytes: received.sizeBytes })
      .where('uid', '=', uid)
      .execute()
    await finishUpload(parts, uid, pathOf(uid))
    return uid
  } catch (error) {
    if (uid !== null) await parts.host.endUpload(uid, 'upload_cancelled')
    throw error
  } finally {
    await (held as HeldLock | null)?.release()
  }

  function pathOf(uid: string): string {
    return parts.storage.pathOf(`originals/${uid}`)
  }
}

/**
 * Nobody but this form can bring the bytes. So its time is over from the start, and its lock is all that keeps the upload: when
 * this process dies, the next sweep ends it, and gives bytes and quota back.
 */
async function holdForm({ db, clock, locks }: PageFormParts, uid: string, source: Readable): Promise<HeldLock> {
  const held = await locks.tryHold(`upload ${uid}`)
  if (!held) throw new Error(`The upload ${uid} of a form is somebody else's.`)
  held.lost.addEventListener('abort', () => source.destroy(new Error('The lock of the upload was lost.')), {
    once: true,
  })
  await videoTables(db).updateTable('videos').set({ upload_expires_at: clock.now() }).where('uid', '=', uid).execute()
  return held
}

/** Nobody chose this name with care: what cannot be kept of it is dropped. */
export function keepableName(fileName: string): string {
  const plain = fileName.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return [...plain].slice(0, 255).join('') || 'upload'
}
