import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { describeStructure } from './structure.server.ts'

const committed = join(import.meta.dirname, '../../db/structure.sql')

test('db/structure.sql says what the migrations add up to; `npm run db:dump` writes it anew', async () => {
  const home = await createTestDatabase()
  try {
    expect(await describeStructure(home.connectionString)).toBe(await readFile(committed, 'utf8'))
  } finally {
    await home.drop()
  }
})
