import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders searched for programs; nothing of the server's own environment is passed on. */
const searchPath = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

/** The entire environment of every run: English messages that code can recognise, and no secrets. */
export const toolEnvironment = { PATH: searchPath.join(':'), LC_ALL: 'C' }

/**
 * The full path of a program, or null when it is not installed. Looked up at each call, because it may be installed
 * later.
 */
export async function findTool(name: string, folders: string[] = searchPath): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}
