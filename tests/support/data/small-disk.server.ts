import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this process may mount a disk: only root can, and not in every container. */
export async function canMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  return await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).then(
    () => true,
    () => false,
  )
}

/**
 * Mounts an in-memory disk of this size at a folder.
 * @param mode `ro` for one that cannot be written
 * @returns a function that unmounts it
 */
export async function mountSmallDisk(
  folder: string,
  bytes: number,
  mode: 'rw' | 'ro' = 'rw',
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},${mode}`, 'tmpfs', folder])
  return async () => void (await run('umount', [folder]))
}
