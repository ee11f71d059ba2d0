// `npm run db:new -- add likes`, `npm run db:reset`, `npm run db:dump`.
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
import { folderLockHolder } from '#platform/folder-lock.server.ts'
import { createLog } from '#platform/log.server.ts'
import { migrate } from '#platform/migrations.server.ts'
import { endOrphanedProcesses } from '#platform/postgres-processes.server.ts'
import { dumpSchema } from '#platform/schema-dump.server.ts'
import { nextMigrationName } from './database/migration-name.ts'

const migrations = join(import.meta.dirname, '../db/migrations')
const structure = join(import.meta.dirname, '../db/structure.sql')

const [command, ...args] = process.argv.slice(2)
if (command === 'new') newMigration(args.join(' '))
else if (command === 'reset') await reset(args[0] ?? './data', args.includes('--yes'))
else if (command === 'dump') await dump()

function newMigration(title: string): void {
  const name = nextMigrationName(readdirSync(migrations), title)
  if (!name) {
    stop('say in a few words what it does: npm run db:new -- add likes')
    return
  }
  writeFileSync(join(migrations, name), '-- Why:\n-- Locks:\n', { flag: 'wx' })
  console.log(`db/migrations/${name}`)
}

async function reset(dataDir: string, isSure: boolean): Promise<void> {
  const folder = resolve(dataDir, 'postgres')
  const postgresDir = realFolder(folder)
  if (!postgresDir) {
    console.log(`There is no database in ${folder}.`)
    return
  }
  const holder = folderLockHolder(join(postgresDir, 'owners'))
  if (holder !== null) {
    stop(`the database is in use by process ${holder}: stop that first.`)
    return
  }
  if (!isSure && !(await confirms(`This deletes every account and episode in ${folder}. Type "reset" to continue: `))) {
    stop('nothing was deleted; say --yes where nobody can be asked.')
    return
  }
  const cluster = realFolder(join(postgresDir, 'pg'))
  if (cluster) await endOrphanedProcesses(cluster)
  rmSync(postgresDir, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  const files = resolve(dataDir, 'files')
  console.log('The database has been deleted. The next start creates a new one.')
  if (existsSync(files))
    console.log(
      `Uploaded files are still in ${files}. Move that folder away if it holds videos: the next start refuses them.`,
    )
}

async function dump(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoshi-structure-'))
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('warn'), sync: false })
  try {
    await migrate(server.connectionString)
    writeFileSync(structure, await dumpSchema(server.connectionString))
    console.log('db/structure.sql')
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function confirms(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(question)).trim() === 'reset'
  } finally {
    terminal.close()
  }
}

function realFolder(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

function stop(text: string): void {
  console.error(`hoshi: ${text}`)
  process.exitCode = 1
}
