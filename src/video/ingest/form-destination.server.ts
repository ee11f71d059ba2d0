import type { Transform } from 'node:stream'
import type { FormDestination } from './receive-form.server.ts'
import type { UploadFiles } from './upload-files.ts'

/**
 * The upload whose bytes the file of a form becomes, in place of those that it had.
 * @param sizeBytes that the file must have; null when its end tells
 */
export function uploadDestination(
  uploadFiles: Pick<UploadFiles, 'append' | 'empty'>,
  uid: string,
  { sizeBytes, through }: { sizeBytes: number | null; through: Transform },
): FormDestination {
  return {
    async store(bytes) {
      await uploadFiles.empty(uid)
      return await uploadFiles.append(uid, bytes, { offset: 0, sizeBytes, through })
    },
    empty: () => uploadFiles.empty(uid),
  }
}
