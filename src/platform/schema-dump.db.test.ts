import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { dumpSchema } from './schema-dump.server.ts'

const committed = join(import.meta.dirname, '../../db/structure.sql')

test('db/structure.sql is what the migrations produce; `npm run db:dump` rewrites it', async () => {
  const home = await createTestDatabase()
  try {
    expect(await dumpSchema(home.connectionString)).toBe(await readFile(committed, 'utf8'))
  } finally {
    await home.drop()
  }
})
