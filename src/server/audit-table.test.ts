import { expect, test } from 'vitest'
import { auditTable } from './audit-table.ts'

const checked = { rows: 3, names: 40 }

test('an audit that finds nothing is one line', () => {
  expect(auditTable({ checked, findings: [], refusals: [] })).toBe('3 rows and 40 names looked at: they agree.')
})

test('findings are in columns, with the repairs made', () => {
  const findings = [
    { kind: 'missing' as const, key: 'originals/a', note: 'not there', done: null },
    { kind: 'stray' as const, key: 'media/abc', note: 'no row names it', done: 'in the trash for a week' },
  ]
  expect(auditTable({ checked, findings, refusals: ['2 of 3 videos have lost files.'] }).split('\n')).toEqual([
    'what     where        how              repair',
    'missing  originals/a  not there        none',
    'stray    media/abc    no row names it  in the trash for a week',
    'Not repaired: 2 of 3 videos have lost files. Add --all if that is right.',
    '3 rows and 40 names looked at: 2 findings, 1 repaired.',
  ])
})
