import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opennessNames } from '#catalog/episode-metadata.ts'

const root = join(import.meta.dirname, '..')

test('a flag of an episode is written in the table of its metadata and beside its box; all else follows from these', () => {
  const listing = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return opennessNames.every((name) => new RegExp(`\\b${name}\\b`).test(text))
    })
  expect(listing.sort()).toEqual(['src/app/edit-episode/openness-switches.tsx', 'src/catalog/episode-metadata.ts'])
})
