/** System calls that store data or look for it; the same codes mean other things elsewhere, such as on a socket. */
const storing = new Set([
  'open',
  'write',
  'writev',
  'fsync',
  'rename',
  'mkdir',
  'mkdtemp',
  'link',
  'copyfile',
  'ftruncate',
  'chown',
  'fchown',
  'chmod',
  'stat',
  'lstat',
  'scandir',
  'read',
])
const removing = new Set(['unlink', 'rm', 'rmdir'])
/** No space left on the disk or in the quota; 53100 is PostgreSQL's code for it. */
const full: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']
/** Code of the errors of a storage that is away, or refuses everybody for now. */
export const STORAGE_UNAVAILABLE = 'storage_unavailable'
const unwritable: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'EIO']

/**
 * Why something could not be stored or read, according to one error: no space left, not writable at all, or a storage of
 * others that does not answer; null for anything else.
 */
export function storageFaultOf(error: unknown): 'full' | 'unwritable' | 'unreachable' | null {
  const { code, syscall = '' } = (error ?? {}) as { code?: unknown; syscall?: string }
  if (full.includes(code)) return 'full'
  if (code === STORAGE_UNAVAILABLE) return 'unreachable'
  return unwritable.includes(code) && (storing.has(syscall) || removing.has(syscall)) ? 'unwritable' : null
}
