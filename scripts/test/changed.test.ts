import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSlow, reachedBy } from './changed.ts'
import { readImportGraph } from './import-graph.ts'
import { specsOfApp, specsOfRoom, specsOfScreen } from './reach.ts'
import { slowCore, slowReach } from './slow-reach.ts'

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
    expect(reached).toContain('tests/screens/every-own-screen.spec.ts')
    expect(reached).not.toContain('tests/screens/settings.spec.ts')
    expect(reached).not.toContain('src/app/settings/settings.db.test.ts')
  })

  test('the tests of the pages and forms of each screen that imports it', () => {
    expect(reachedBy(['src/app/settings/delete-section.tsx'], graph)).toContain('src/app/settings/settings.db.test.ts')
    expect(reachedBy(['src/creators/creator.ts'], graph)).toContain('src/app/settings/settings.db.test.ts')
  })

  test('the slow tests that import it, and those that start a process which runs it', () => {
    const reached = reachedBy(['src/platform/disk-writes.server.ts'], graph)
    expect(reached).toContain('tests/crash/full-disk.slow.test.ts')
    expect(reached).not.toContain('tests/screens/firefox-study.slow.spec.ts')
    expect(reachedBy(['src/video/media/hls/hls.server.ts'], graph)).toContain('src/video/media/hls/ladder.slow.test.ts')
  })

  test('the tests that read pages over HTTP', () => {
    expect(reachedBy(['src/app/screens/terms.tsx'], graph)).toContain('src/server/http/site-pages.db.test.ts')
  })

  test('nothing from a docs page', () => {
    expect(reachedBy(['docs/product/watch.md'], graph)).toEqual([])
  })
})

describe('the map of browser tests', () => {
  const named = [...specsOfApp, ...Object.values(specsOfRoom).flat(), ...Object.values(specsOfScreen).flat()]

  test('names each of them, and no other', () => {
    const files = globSync(['tests/screens/*.spec.ts', 'src/app/**/*.db.test.ts'], { cwd: project })
    const there = files.filter((file) => !isSlow(file)).map((file) => basename(file).split('.')[0])
    expect([...new Set(named)].sort()).toEqual([...new Set(there)].sort())
  })

  test('knows every screen and every room', () => {
    const screens = globSync('src/app/screens/*.{ts,tsx}', { cwd: project }).map((file) => basename(file).split('.')[0])
    expect(Object.keys(specsOfScreen).sort()).toEqual(screens.sort())
    const folders = globSync('src/*/', { cwd: project }).map((folder) => basename(folder))
    expect(Object.keys(specsOfRoom).sort()).toEqual(folders.filter((folder) => folder !== 'app').sort())
  })
})

describe('the map of slow tests', () => {
  const there = globSync(['{src,tests,scripts,clients}/**/*.slow.{test,spec}.ts'], {
    cwd: project,
    exclude: ['**/node_modules'],
  })

  test('names each of them outside the rooms, and no other', () => {
    expect(Object.keys(slowReach).sort()).toEqual(there.filter((file) => !file.startsWith('src/')).sort())
  })

  test('names only files and folders that are there', () => {
    const beginnings = new Set(Object.values(slowReach).flat())
    expect([...beginnings].filter((each) => globSync(`${each}*`, { cwd: project }).length === 0)).toEqual([])
  })

  test('has slow files as its core', () => {
    expect(slowCore.filter((file) => !there.includes(file))).toEqual([])
  })
})
