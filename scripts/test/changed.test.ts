import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reachedBy } from './changed.ts'
import { readImportGraph } from './import-graph.ts'
import { specsOfApp, specsOfRoom, specsOfScreen } from './reach.ts'

const project = join(import.meta.dirname, '../..')
const graph = readImportGraph(project)

describe('a change reaches', () => {
  test('the tests that import it, also through other files', () => {
    const reached = reachedBy(['src/catalog/episode-fields.ts'], graph)
    expect(reached).toContain('src/catalog/episode-fields.test.ts')
    expect(reached).toContain('src/catalog/catalog.db.test.ts')
    expect(reached).not.toContain('src/video/media/ladder.test.ts')
  })

  test('a test file that changed itself, and nothing else', () => {
    expect(reachedBy(['src/video/media/ladder.test.ts'], graph)).toEqual(['src/video/media/ladder.test.ts'])
  })

  test('the browser tests of its room', () => {
    const reached = reachedBy(['src/identity/auth.server.ts'], graph)
    expect(reached).toContain('tests/screens/login.spec.ts')
    expect(reached).not.toContain('tests/screens/playback-start.spec.ts')
  })

  test('the browser tests of each screen that imports it', () => {
    const reached = reachedBy(['src/app/explore/filter-panel.tsx'], graph)
    expect(reached).toContain('tests/screens/explore-filters.spec.ts')
    expect(reached).toContain('tests/screens/every-screen.spec.ts')
    expect(reached).not.toContain('tests/screens/settings.spec.ts')
  })

  test('no slow test, and nothing from a docs page', () => {
    const everything = [...graph.keys()]
    expect(reachedBy(everything, graph).filter((file) => file.includes('.slow.'))).toEqual([])
    expect(reachedBy(['docs/product.md'], graph)).toEqual([])
  })
})

describe('the map of browser tests', () => {
  const named = [...specsOfApp, ...Object.values(specsOfRoom).flat(), ...Object.values(specsOfScreen).flat()]

  test('names each of them, and no other', () => {
    const there = globSync('tests/screens/*.spec.ts', { cwd: project }).filter((file) => !file.includes('.slow.'))
    expect([...new Set(named)].sort()).toEqual(there.map((file) => basename(file, '.spec.ts')).sort())
  })

  test('knows every screen and every room', () => {
    const screens = globSync('src/app/screens/*.{ts,tsx}', { cwd: project }).map((file) => basename(file).split('.')[0])
    expect(Object.keys(specsOfScreen).sort()).toEqual(screens.sort())
    const folders = globSync('src/*/', { cwd: project }).map((folder) => basename(folder))
    expect(Object.keys(specsOfRoom).sort()).toEqual(folders.filter((folder) => folder !== 'app').sort())
  })
})
