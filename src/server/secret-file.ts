import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { Secret } from './secret.ts'

/** Returns the configured secret, or the one that is generated once and stored in the data folder. */
export async function obtainSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<Secret> {
  if (config.secret) return config.secret
  const path = join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // Linking fails when the name is taken: of two processes that start simultaneously, both use the first one's.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return new Secret((await readFile(path, 'utf8')).trim())
}
