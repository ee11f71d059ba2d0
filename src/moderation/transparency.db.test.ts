import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import type { Decision } from './decision.ts'
import type { DecisionState } from './decision-rows.server.ts'
import type { RuleId } from './rules.ts'
import { countPastQuarters, createTransparency } from './transparency.server.ts'

const nothing = { reports: 0, decisions: {}, rules: {}, appeals: { sent: 0, upheld: 0, reversed: 0 }, meanHours: null }

let home: TestDatabase
let database: Database
let now: Date
const clock = { now: () => now }

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  now = new Date('2026-05-05T12:00:00Z')
  await sql`
    insert into users (id, email) values ('mika', 'mika@example.org'), ('rin', 'rin@example.org')`.execute(database.db)
  await sql`
    insert into moderation_items (id, subject_kind, subject_id, kinds, state, rank, opened_at)
    values ('item', 'creator', 'mika', '{report}', 'open', 2, ${now})`.execute(database.db)
})

afterEach(async () => {
  await database.close()
  await home.drop()
})

/** Reads the figures as another node, whose cache is empty. */
const read = () => createTransparency({ db: database.db, clock }).quarters()
const count = () => countPastQuarters({ db: database.db, clock })

async function decide(at: string, decision: Decision, more: { rule?: RuleId; state?: DecisionState } = {}) {
  const id = newId()
  const { rule = null, state = 'final' } = more
  await sql`
    insert into moderation_decisions
      (id, item_id, owner_uid, decision, rule, reason, note, state, before, title, created_at)
    values (${id}, 'item', 'mika', ${decision}, ${rule}, '', '', ${state}, '{}', 'Harbour Fire', ${at}::timestamptz)
  `.execute(database.db)
  return id
}

/** A report, which a decision answered some hours later if there is one. */
async function report(at: string, answered?: { by: string; hours: number }): Promise<void> {
  const closedAt = answered ? new Date(new Date(at).getTime() + answered.hours * 3_600_000) : null
  await sql`
    insert into reports (id, item_id, reporter_uid, reason, details, created_at, outcome, closed_at, decision_id)
    values (${newId()}, 'item', ${answered ? 'rin' : null}, 'spam', '', ${at}::timestamptz,
      ${answered ? 'leave' : null}, ${closedAt}, ${answered?.by ?? null})`.execute(database.db)
}

async function appeal(decisionId: string, at: string, answer?: { at: string; outcome: 'upheld' | 'reversed' }) {
  await sql`
    insert into moderation_appeals (id, decision_id, text, created_at, outcome, answered_at)
    values (${newId()}, ${decisionId}, 'Why', ${at}::timestamptz, ${answer?.outcome ?? null},
      ${answer?.at ?? null}::timestamptz)`.execute(database.db)
}

test('a site of which nobody knows anything yet has the present quarter alone', async () => {
  expect(await read()).toEqual([{ ...nothing, startsOn: '2026-04-01', isOver: false }])
})

test('each thing counts in the quarter in which it happened', async () => {
  const takedown = await decide('2026-02-01T00:00:00Z', 'takedown', { rule: '2' })
  const mark = await decide('2026-03-31T23:59:59Z', 'nsfw', { rule: '3', state: 'reversed' })
  const leave = await decide('2026-04-01T00:00:00Z', 'leave')
  await report('2026-01-01T00:00:00Z', { by: takedown, hours: 10 })
  await report('2026-03-31T23:59:59Z', { by: takedown, hours: 20 })
  await report('2026-04-01T00:00:00Z', { by: leave, hours: 1 })
  await report('2026-05-01T00:00:00Z')
  await appeal(takedown, '2026-02-02T00:00:00Z', { at: '2026-02-03T00:00:00Z', outcome: 'upheld' })
  await appeal(mark, '2026-03-31T23:59:59Z', { at: '2026-04-02T00:00:00Z', outcome: 'reversed' })
  await appeal(leave, '2026-05-05T11:00:00Z')
  expect(await read()).toEqual([
    {
      startsOn: '2026-04-01',
      isOver: false,
      reports: 2,
      decisions: { leave: 1 },
      rules: {},
      meanHours: 1,
      appeals: { sent: 1, upheld: 0, reversed: 1 },
    },
    {
      startsOn: '2026-01-01',
      isOver: true,
      reports: 2,
      meanHours: 15,
      decisions: { takedown: 1, nsfw: 1 },
      rules: { 2: 1, 3: 1 },
      appeals: { sent: 2, upheld: 1, reversed: 0 },
    },
  ])
})

test('what was taken back, waits for a second moderator or was replaced by one is no decision', async () => {
  const states = ['undone', 'awaiting_second', 'replaced'] as const
  for (const state of states) await decide('2026-05-01T00:00:00Z', 'takedown', { rule: '1', state })
  expect(await read()).toMatchObject([{ ...nothing, startsOn: '2026-04-01' }])
})

test('of the last five quarters, quiet ones before the first report are left out, and those after it stay', async () => {
  await report('2025-08-01T00:00:00Z')
  await report('2025-03-31T00:00:00Z')
  expect((await read()).map(({ startsOn, reports }) => [startsOn, reports])).toEqual([
    ['2026-04-01', 0],
    ['2026-01-01', 0],
    ['2025-10-01', 0],
    ['2025-07-01', 1],
  ])
})

test('a quarter that is over stays as it was when its accounts are deleted; the present one does not', async () => {
  const takedown = await decide('2026-02-01T00:00:00Z', 'takedown', { rule: '2' })
  await report('2026-01-31T00:00:00Z', { by: takedown, hours: 24 })
  await decide('2026-05-01T00:00:00Z', 'warn')
  const [present, past] = await read()
  await Promise.all([count(), count()])
  await sql`delete from users`.execute(database.db)
  await count()
  expect(present).toMatchObject({ decisions: { warn: 1 } })
  expect(await read()).toEqual([{ ...nothing, startsOn: '2026-04-01', isOver: false }, past])
})

test('a quarter is counted an hour after its end, and once', async () => {
  const counted = async () => {
    const { rows } = await sql<{ day: string }>`
      select starts_on::text as day from moderation_quarters order by 1 desc`.execute(database.db)
    return rows.map(({ day }) => day)
  }
  now = new Date('2026-04-01T00:59:59Z')
  await count()
  expect((await counted())[0]).toBe('2025-10-01')
  now = new Date('2026-04-01T01:00:00Z')
  await count()
  expect(await counted()).toEqual(['2026-01-01', '2025-10-01', '2025-07-01', '2025-04-01', '2025-01-01'])
})

test('the figures are held for ten minutes', async () => {
  const { quarters } = createTransparency({ db: database.db, clock })
  const reports = async () => (await quarters())[0]!.reports
  expect(await reports()).toBe(0)
  await report('2026-05-05T11:00:00Z')
  now = new Date('2026-05-05T12:09:59Z')
  expect(await reports()).toBe(0)
  now = new Date('2026-05-05T12:10:00Z')
  expect(await reports()).toBe(1)
})
