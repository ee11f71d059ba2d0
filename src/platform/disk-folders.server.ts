import { join, resolve, sep } from 'node:path'

/** The folders of a storage on the local disk, as absolute paths. */
export interface Disk {
  root: string
  temporaryDir: string
  trashDir: string
}

export function diskAt(rootDir: string): Disk {
  const root = resolve(rootDir)
  return { root, temporaryDir: join(root, 'temporary'), trashDir: join(root, 'trash') }
}

/** The path of a key. @throws Error for a key outside the root */
export function pathOf({ root }: Disk, key: string): string {
  const path = resolve(root, key)
  if (!path.startsWith(root + sep) || key.includes('\0')) throw new Error('A storage key leads out of the storage.')
  return path
}

export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
