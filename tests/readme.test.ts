import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsReference } from '#server/settings-reference.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

test('the README lists every setting as the configuration reads it', () => {
  expect(readme).toContain(settingsReference())
})
