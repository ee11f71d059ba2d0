import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, whatever the working directory. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** Reports a slow step, so no wait is silent. */
export function say(text) {
  process.stderr.write(`hoshi: ${text}\n`)
}

/** SHA-256 over the names and contents of files and folders; absent paths are skipped. */
export function fingerprint(paths, isWanted = () => true, folder = root) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) add(join(path, name))
      return
    }
    const name = relative(folder, path)
    if (!isWanted(name)) return
    const contents = readFileSync(path)
    hash.update(`${name}\0${contents.length}\0`).update(contents)
  }
  for (const path of paths) add(join(folder, path))
  return hash.digest('hex')
}
