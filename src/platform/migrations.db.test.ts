import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createDatabaseProxy } from '#tests/support/http/connection-proxy.ts'
import { createSilentServer } from '#tests/support/http/silent-server.ts'
import { databaseLimits } from './connection.server.ts'
import { assertMigrated, migrate, versionError } from './migrations.server.ts'

let home: TestDatabase
let folder: string

beforeEach(async () => {
  home = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'hoshi-migrations-'))
})

afterEach(async () => {
  await home.drop()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate(home.connectionString, folder)

const ask = (sql: string) => queryDatabase(home.connectionString, sql)

test('the project’s own migrations are all in the template', async () => {
  expect(await migrate(home.connectionString)).toEqual([])
})

test('files are applied in order of their names, once', async () => {
  await write('9002_second.sql', 'insert into log (line) values (2)')
  await write('9001_first.sql', 'create table log (line integer); insert into log values (1)')
  await write('notes.txt', 'this is no SQL')
  expect(await run()).toEqual(['9001_first.sql', '9002_second.sql'])
  expect(await run()).toEqual([])
  await write('9003_third.sql', 'insert into log values (3)')
  expect(await run()).toEqual(['9003_third.sql'])
  expect(await ask('select line from log order by line')).toEqual([{ line: 1 }, { line: 2 }, { line: 3 }])
})

test('processes that start simultaneously apply each file once', async () => {
  await write('9001_log.sql', 'create table log (line integer)')
  await write('9002_slow.sql', 'insert into log values (1); select pg_sleep(0.2)')
  const applied = await Promise.all([run(), run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['9001_log.sql', '9002_slow.sql'])
  expect(await ask('select line from log')).toEqual([{ line: 1 }])
})

test('a file that has changed since it was applied stops everything after it', async () => {
  await write('9001_log.sql', 'create table log (line integer)')
  await run()
  await write('9001_log.sql', 'create table log (line bigint)')
  await write('9002_more.sql', 'insert into log values (1)')
  await expect(run()).rejects.toThrow('Migration 9001_log.sql has changed since it was applied')
  expect(await ask('select line from log')).toEqual([])
})

test('a failing file leaves no changes, and the files before it stay applied', async () => {
  await write('9001_log.sql', 'create table log (line integer)')
  await write('9002_broken.sql', 'insert into log values (1); insert into nothing values (1)')
  await write('9003_never.sql', 'insert into log values (3)')
  const failure = await run().catch((error: Error) => error)
  expect(failure).toMatchObject({ message: 'Migration 9002_broken.sql failed.', cause: { code: '42P01' } })
  expect(await ask('select line from log')).toEqual([])
  await write('9002_broken.sql', 'insert into log values (2)')
  expect(await run()).toEqual(['9002_broken.sql', '9003_never.sql'])
  expect(await ask('select line from log order by line')).toEqual([{ line: 2 }, { line: 3 }])
})

test.each([
  ['18.4 (Debian 18.4-1)', null],
  ['19beta1', null],
  ['17.9', 'The database is PostgreSQL 17.9; Hoshi needs PostgreSQL 18 or later.'],
  ['9.6.24', 'The database is PostgreSQL 9.6.24; Hoshi needs PostgreSQL 18 or later.'],
])('PostgreSQL %s: %s', (version, problem) => {
  expect(versionError(version)).toBe(problem)
})

test.each([
  ['migrating', migrate],
  ['the check of a version', assertMigrated],
])('%s ends with a sentence when nobody answers, or nothing is there', async (_name, connect) => {
  const limits = { ...databaseLimits, connectMs: 100 }
  const silent = await createSilentServer()
  onTestFinished(silent.close)
  const message = 'The database cannot be reached: it accepted no connection within 0.1 seconds.'
  await expect(connect(silent.connectionString, folder, limits)).rejects.toThrow(message)
  await silent.close()
  await expect(connect(silent.connectionString, folder)).rejects.toThrow(
    /^The database cannot be reached: connect ECONNREFUSED [\d.:]+\.$/,
  )
})

test('migrating waits for another process, but not for a server that hangs', async () => {
  const wire = createDatabaseProxy(home.connectionString, folder)
  await wire.listen()
  onTestFinished(() => wire.cut())
  const other = new pg.Client({ connectionString: home.connectionString })
  await other.connect()
  await other.query('select pg_advisory_lock(7239001)')
  const limits = { ...databaseLimits, queryMs: 1000 }
  const failure = migrate(wire.connectionString, folder, limits).catch((error: Error) => error.message)
  const attempts = "select from pg_stat_activity where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()"
  await expect.poll(async () => (await ask(attempts)).length).toBe(1)
  wire.stall()
  expect(await failure).toBe('The database does not respond: a query was not answered in time.')
  await other.end()
})
