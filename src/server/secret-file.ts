import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { Secret } from './secret.ts'

/** The configured secret, or the one that is made once and kept in the data folder. */
export async function obtainSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<Secret> {
  if (config.secret) return config.secret
  const path = join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true })
  const mine = `${path}.${process.pid}`
  await writeFile(mine, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Linking fails when the name is taken: of two that start at once, both use the first one's.
    await link(mine, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(mine, { force: true })
  }
  return new Secret((await readFile(path, 'utf8')).trim())
}
