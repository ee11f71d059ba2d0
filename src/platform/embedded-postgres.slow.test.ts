import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signalProcesses } from '#tests/support/worlds/signal-processes.ts'
import { startEmbeddedPostgres } from './embedded-postgres.server.ts'
import { createLog } from './log.server.ts'
import { serverProcesses } from './postgres-processes.server.ts'

const log = createLog('silent')
let dataDir: string
let toStop: { stop(): Promise<void> }[]
let toKill: ChildProcess[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'hoshi-test-postgres-'))
  toStop = []
  toKill = []
})

afterEach(async () => {
  for (const child of toKill) child.kill('SIGKILL')
  for (const server of toStop) await server.stop()
  if (existsSync(cluster())) signalProcesses(serverProcesses(cluster()), 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
})

test('preserves its rows across a stop and a start', async () => {
  const first = await open()
  expect(first.isOwner).toBe(true)
  await query(first.connectionString, 'create table survivors as select 7 as n')
  await first.stop()
  expect(serverProcesses(cluster())).toEqual([])
  const second = await open()
  expect(await query(second.connectionString, 'select n from survivors')).toEqual([{ n: 7 }])
})

test('listens on no network address and works in UTC', async () => {
  const { connectionString } = await open()
  const settings = await query(
    connectionString,
    "select current_setting('listen_addresses') as addresses, current_setting('TimeZone') as zone",
  )
  expect(settings).toEqual([{ addresses: '', zone: 'UTC' }])
})

test('limits its write-ahead log to less than the reserve of a small disk', async () => {
  const { connectionString } = await open()
  const size = await query(connectionString, "select pg_size_bytes(current_setting('max_wal_size'))::int as bytes")
  expect(size).toEqual([{ bytes: 256 * 1024 ** 2 }])
})

test('restarts its server when it is killed', async () => {
  const { connectionString } = await open()
  await query(connectionString, 'create table survivors as select 7 as n')
  process.kill(postmaster(), 'SIGKILL')
  await expect.poll(() => query(connectionString, 'select n from survivors').catch(() => null)).toEqual([{ n: 7 }])
})

test('ends the server of a killed process and preserves committed rows', async () => {
  const killed = await openInAnotherProcess()
  await query(killed.connectionString, 'create table survivors as select 7 as n')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  expect(serverProcesses(cluster()).length).toBeGreaterThan(0)
  const next = await open()
  expect(next.isOwner).toBe(true)
  expect(await query(next.connectionString, 'select n from survivors')).toEqual([{ n: 7 }])
})

test('starts after everything was killed in the middle of a query', async () => {
  const killed = await openInAnotherProcess()
  await query(killed.connectionString, 'create table survivors as select 7 as n')
  const paused = query(killed.connectionString, 'select pg_sleep(600)').catch(() => null)
  await expect
    .poll(() =>
      query(
        killed.connectionString,
        "select 1 from pg_stat_activity where query like '%600%' and pid <> pg_backend_pid()",
      ).then((rows) => rows.length),
    )
    .toBe(1)
  killed.child.kill('SIGKILL')
  signalProcesses(serverProcesses(cluster()), 'SIGKILL')
  const next = await open()
  expect(await query(next.connectionString, 'select n from survivors')).toEqual([{ n: 7 }])
  await paused
})

test('a second process joins the first and leaves its server alone', async () => {
  const first = await openInAnotherProcess()
  const second = await open()
  expect(second.isOwner).toBe(false)
  expect(second.connectionString).toBe(first.connectionString)
  await second.stop()
  expect(await query(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second process does not wait for ever for a server that hangs', async () => {
  const { child } = await openInAnotherProcess()
  signalProcesses(serverProcesses(cluster()), 'SIGSTOP')
  await expect(startEmbeddedPostgres({ dataDir, log, joinLimitMs: 1 })).rejects.toThrow(
    `The database that process ${child.pid} runs does not respond. Stop that process and start again.`,
  )
})

test('a process that joined takes over when the first one is killed', async () => {
  const first = await openInAnotherProcess()
  const second = await open()
  await query(second.connectionString, 'create table survivors as select 7 as n')
  first.child.kill('SIGKILL')
  await expect.poll(() => second.isOwner).toBe(true)
  expect(await query(second.connectionString, 'select n from survivors')).toEqual([{ n: 7 }])
})

test('a process that joined takes over when the first one stops, as Hoshi does after an audit that was there before', async () => {
  const audit = await open()
  const hoshi = await openInAnotherProcess()
  await query(hoshi.connectionString, 'create table survivors as select 7 as n')
  await audit.stop()
  await expect
    .poll(() => query(hoshi.connectionString, 'select n from survivors').catch(() => null))
    .toEqual([{ n: 7 }])
  // The server belongs to the other process now.
  expect((await open()).isOwner).toBe(false)
})

test('discards a database whose creation was interrupted', async () => {
  mkdirSync(join(dataDir, 'postgres', 'pg.new-1-1', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'pg.new-1-1', 'PG_VERSION'), '18\n')
  const { connectionString } = await open()
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('pg.new'))).toEqual([])
})

test('starts when its old process number belongs to another program', async () => {
  const first = await open()
  await first.stop()
  writeFileSync(join(cluster(), 'postmaster.pid'), `${process.pid}\n${cluster()}\n1\n5432\n\n\n\n`)
  const second = await open()
  expect(await query(second.connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('uses a short socket folder when the data folder has a long name', async () => {
  const { connectionString } = await open(join(dataDir, 'a-very-long-name-'.repeat(8)))
  expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }])
  const socketFolder = new URL(connectionString.replace('@/', '@localhost/')).searchParams.get('host') ?? ''
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
  rmSync(socketFolder, { recursive: true })
})

function cluster(): string {
  return join(dataDir, 'postgres', 'pg')
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function open(folder = dataDir) {
  const server = await startEmbeddedPostgres({ dataDir: folder, log, sync: false })
  toStop.push(server)
  return server
}

async function openInAnotherProcess(): Promise<{ child: ChildProcess; connectionString: string }> {
  const script = `
    import { startEmbeddedPostgres } from '#platform/embedded-postgres.server.ts'
    import { createLog } from '#platform/log.server.ts'
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log: createLog('silent'), sync: false })
    process.stdout.write(server.connectionString)
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  toKill.push(child)
  const [connectionUrl] = await once(child.stdout, 'data')
  return { child, connectionString: String(connectionUrl) }
}

function postmaster(): number {
  return Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0])
}
