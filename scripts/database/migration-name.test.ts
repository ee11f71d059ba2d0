import { expect, test } from 'vitest'
import { nextMigrationName } from './migration-name.ts'

test('a new migration follows the highest number', () => {
  const existing = ['0001_platform.sql', '0004_video.sql', 'README.md']
  expect(nextMigrationName(existing, 'Add likes!')).toBe('0005_add-likes.sql')
})

test('the first migration has number one', () => {
  expect(nextMigrationName([], 'platform')).toBe('0001_platform.sql')
})

test('a migration without a name is refused', () => {
  expect(nextMigrationName([], ' … ')).toBeNull()
})
