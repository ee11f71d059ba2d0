import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const rooms = ['identity', 'creators', 'video', 'catalog', 'engagement']

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

/** What a folder may import from besides itself. */
function mayImport(from: string, to: string): boolean {
  if (from === to || from === 'server') return true
  if (to === 'server' || to === 'demo') return false
  if (to === 'platform') return true
  if (from === 'app' || from === 'demo') return rooms.includes(to)
  return rooms.includes(from) && rooms.indexOf(to) >= 0 && rooms.indexOf(to) < rooms.indexOf(from)
}

describe('the arrows point one way', () => {
  test('there are imports to look at', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  test('app → rooms → platform, later rooms → earlier ones, demo → rooms, and nothing imports server or demo', () => {
    const wrong = imports.filter((each) => !mayImport(folderOf(each.from), folderOf(each.to!)))
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })

  test('ui knows no room', () => {
    const wrong = imports.filter((each) => each.from.startsWith('app/ui/') && rooms.includes(folderOf(each.to!)))
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })

  test('only identity knows better-auth', () => {
    const knowing = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /from 'better-auth/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(knowing.filter((file) => !file.startsWith('src/identity/'))).toEqual([])
  })

  test('only the configuration reads the environment', () => {
    const reading = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /process\.env\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(reading).toEqual(['src/server/config.ts'])
  })

  test('nobody climbs out of a folder by dots', () => {
    const wrong = imports.filter((each) => each.specifier.startsWith('../../'))
    expect(wrong.map((each) => `${each.from}: ${each.specifier}`)).toEqual([])
  })
})
