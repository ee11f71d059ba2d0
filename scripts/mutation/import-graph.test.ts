import { expect, test } from 'vitest'
import { ImportGraph, importedBy } from './import-graph.ts'

test('project imports are found in every form, without types and packages', () => {
  const source = [
    "import { sql } from 'kysely'",
    "import type { Db } from '#platform/database.server.ts'",
    "import { one } from './one.ts'",
    'import {\n  two,\n  type Three,\n} from "kysely"',
    "import {\n  four,\n} from '#video/four.ts'",
    "export { five } from '../five.ts'",
    "const six = await import('#tests/support/six.ts')",
  ].join('\n')
  expect(importedBy('src/catalog/episode/a.ts', source)).toEqual([
    'src/catalog/episode/one.ts',
    'src/video/four.ts',
    'src/catalog/five.ts',
    'tests/support/six.ts',
  ])
})

test('distances are counted in imports', () => {
  const distances = new ImportGraph().distancesFrom('src/catalog/episode-fields.test.ts')
  expect(distances.get('src/catalog/episode-fields.ts')).toBe(1)
  expect(distances.get('src/catalog/episode.ts')).toBe(2)
  expect(distances.has('src/catalog/episode-rows.server.ts')).toBe(false)
})
