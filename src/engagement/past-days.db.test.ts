import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { deleteDaysBefore } from './past-days.server.ts'

test('past days are deleted in as many batches as they need, and later ones stay', async () => {
  const room = await openTestCatalog(await createTestDatabase())
  try {
    const { uid } = await room.addCreator()
    await sql`
      insert into support_clicks (creator_id, url, day, visitor_hash)
      select ${uid}, 'https://shop.example/' || n, date '2026-05-01' + n % 2, repeat('0', 32) from generate_series(1, 14) as n
    `.execute(room.db)
    await deleteDaysBefore(room.db, 'support_clicks', '2026-05-02', 3)
    const { rows } = await sql`select day::text, count(*)::int as clicks from support_clicks group by day`.execute(
      room.db,
    )
    expect(rows).toEqual([{ day: '2026-05-02', clicks: 7 }])
  } finally {
    await room.close()
  }
})
