import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Account } from '#identity/account.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { UploadAddress } from '../video.ts'
import type { PageForm, ReceivedPageForm } from '../video-host.ts'
import { videoTables } from '../video-rows.server.ts'
import { type FinishParts, finishUpload } from './finish-upload.server.ts'
import { receiveForm } from './receive-form.server.ts'

export interface PageFormParts extends FinishParts {
  storage: DiskStorage
  requestUpload(account: Account, upload: { name: string; sizeBytes: number }): Promise<UploadAddress>
  cancelUpload(uid: string): Promise<void>
}

/** Takes the whole upload form of a page without scripts: the file becomes a video, the words go back to the caller. */
export async function receivePageForm(
  parts: PageFormParts,
  account: Account,
  { body, contentType, sizeBytes }: PageForm,
): Promise<ReceivedPageForm> {
  if (!body || !Number.isSafeInteger(sizeBytes) || sizeBytes <= 0) throw new Refusal('video.upload_malformed')
  // How large the file is shows only when it is over; until then the whole form stands for it.
  const { uid } = await parts.requestUpload(account, { name: 'upload', sizeBytes })
  const path = parts.storage.pathOf(`originals/${uid}`)
  try {
    const source = Readable.fromWeb(body as ReadableStream)
    const form = await receiveForm(source, { 'content-type': contentType }, path, sizeBytes)
    if (form.sizeBytes === 0) {
      await parts.cancelUpload(uid)
      return { uid: null, fields: form.fields }
    }
    await videoTables(parts.db)
      .updateTable('videos')
      .set({ name: nameOf(form.fileName), size_bytes: form.sizeBytes })
      .where('uid', '=', uid)
      .execute()
    await finishUpload(parts, uid, path)
    return { uid, fields: form.fields }
  } catch (error) {
    await parts.cancelUpload(uid)
    throw error
  }
}

/** Nobody chose this name with care: what cannot be kept of it is dropped. */
function nameOf(fileName: string): string {
  const plain = fileName.replace(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return [...plain].slice(0, 255).join('') || 'upload'
}
