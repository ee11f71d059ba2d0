import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import type { ScratchFolders } from '../scratch.server.ts'
import { createGrowingUploads } from './growing-uploads.server.ts'
import { createPartedUploads } from './parted-uploads.server.ts'
import type { UploadFiles } from './upload-files.ts'

/** The stores of the bytes of uploads, and of the originals made of them. */
interface UploadFilesParts {
  db: Db
  /** The local disk. */
  uploadDisk: DiskStorage
  storage: ObjectStorage
  scratch: Pick<ScratchFolders, 'withEmptyFolder'>
}

/** Uploads grow as files on a disk that is the storage, and become parts of objects in any other. */
export function createUploadFiles({ db, uploadDisk, storage, scratch }: UploadFilesParts): UploadFiles {
  const { parts } = storage
  if (parts === null) return createGrowingUploads(uploadDisk)
  return createPartedUploads({ db, disk: uploadDisk, storage, parts, scratch })
}
