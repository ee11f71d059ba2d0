import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { socketUrl } from '#platform/postgres-cluster.server.ts'

/** Connection string of the embedded PostgreSQL of a data folder. */
export function embeddedConnection(dataDir: string): string {
  const owners = join(dataDir, 'postgres/owners')
  const newest = readdirSync(owners)
    .filter((name) => name.startsWith('owner-'))
    .sort((one, other) => Number(/\d+/.exec(one)) - Number(/\d+/.exec(other)))
    .at(-1)
  const { note } = JSON.parse(readFileSync(join(owners, newest ?? ''), 'utf8')) as { note: { socketFolder: string } }
  return socketUrl(note.socketFolder)
}
