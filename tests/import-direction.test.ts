import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rooms = [
  'identity',
  'creators',
  'video',
  'catalog',
  'subtitles',
  'series',
  'engagement',
  'library',
  'community',
  'moderation',
]

/** Every import between the folders of src, as [importing file, imported file], both relative to src. */
const imports = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.includes('/+types/'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const found = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
    return [...found]
      .map(([, specifier = '']) => ({ from: relative('src', file), to: resolve(file, specifier), specifier }))
      .filter((each) => each.to !== null)
  })

function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative('src', join(dirname(file), specifier))
  return null
}

function folderOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** Whether a folder may import from another. */
function mayImport(from: string, to: string): boolean {
  if (from === to || from === 'server') return true
  if (to === 'server' || to === 'demo') return false
  if (to === 'platform') return true
  if (from === 'app' || from === 'demo') return rooms.includes(to)
  return rooms.includes(from) && rooms.indexOf(to) >= 0 && rooms.indexOf(to) < rooms.indexOf(from)
}

/** Imports of the media folder besides its own: limits of episodes and posters, but no database and no job. */
const mediaImports = [
  'video/video.ts',
  'video/poster.ts',
  'video/sampled-picture.ts',
  'platform/ids.server.ts',
  'platform/refusal.ts',
]

describe('imports point one way', () => {
  test('there are imports to check', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  test('app → rooms → platform, later rooms → earlier ones, demo → rooms, and nothing imports server or demo', () => {
    const wrong = imports.filter((each) => !mayImport(folderOf(each.from), folderOf(each.to!)))
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })

  test('ui imports no room', () => {
    const wrong = imports.filter((each) => each.from.startsWith('app/ui/') && rooms.includes(folderOf(each.to!)))
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })

  test('only identity imports better-auth', () => {
    const importing = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /from '@?better-auth/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(importing.filter((file) => !file.startsWith('src/identity/'))).toEqual([])
  })

  test('only the configuration reads the environment', () => {
    const readers = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /process\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(readers).toEqual(['src/server/config.ts'])
  })

  test('only transact opens transactions, which gives each a second attempt after a conflict', () => {
    const openers = globSync('src/**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !file.includes('.test.'))
      .filter((file) => /\.\s*(transaction|startTransaction)\(/.test(readFileSync(join(root, file), 'utf8')))
    expect(openers).toEqual(['src/platform/transact.server.ts'])
  })

  test('no import leaves its folder by more than one ..', () => {
    const wrong = imports.filter((each) => each.specifier.startsWith('../../'))
    expect(wrong.map((each) => `${each.from}: ${each.specifier}`)).toEqual([])
  })

  test('no file imports itself through others, not even for types', () => {
    expect(findCircles()).toEqual([])
  })

  test('media knows no database, no job and nothing else of video', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith('video/media/') && !to!.startsWith('video/media/') && !mediaImports.includes(to!),
    )
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })
})

/** Groups of files each of which imports the others of its group, directly or not. */
function findCircles(): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const reachable = new Map<string, Set<string>>()
  const reach = (file: string): Set<string> => {
    const known = reachable.get(file)
    if (known) return known
    const found = new Set<string>()
    reachable.set(file, found)
    const open = [file]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { to } of targets.get(next) ?? []) {
        if (found.has(to!)) continue
        found.add(to!)
        open.push(to!)
      }
    }
    return found
  }
  const inCircle = [...targets.keys()].filter((file) => reach(file).has(file))
  const groups = Map.groupBy(inCircle, (file) =>
    inCircle.filter((other) => reach(file).has(other) && reach(other).has(file)).join(),
  )
  return [...groups.values()]
}
