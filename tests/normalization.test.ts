import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const projectDir = join(import.meta.dirname, '..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: projectDir }).filter((name) => !name.includes('.test.'))

// Its time grows with the square of a run of marks, which that file cuts first.
test('texts are normalised in one file', () => {
  const normalising = files.filter((name) => readFileSync(join(projectDir, name), 'utf8').includes('.normalize('))
  expect(normalising).toEqual(['src/platform/text.ts'])
})
