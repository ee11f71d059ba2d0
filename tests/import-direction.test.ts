import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
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
  'administration',
  'moderation',
]

/** A floor of the app. */
interface Floor {
  folders: readonly string[]
  /** Whether these folders may also import from each other, though never in a circle. */
  isShared?: boolean
}

/**
 * The floors from the top: a folder imports only from floors below its own. `.` stands for the files of `app` itself.
 */
const floors: readonly Floor[] = [
  // The pages, and the frame around them.
  {
    folders: [
      ...['.', 'screens', 'resources', 'layout', 'deferred-scripts'],
      ...['watch', 'embed', 'explore', 'feeds', 'articles', 'provider', 'opening', 'japanese'],
      ...[
        'dashboard',
        'edit-episode',
        'analytics',
        'upload',
        'subtitles',
        'subtitle-studio',
        'settings',
        'console',
        'moderation',
      ],
    ],
    isShared: true,
  },
  { folders: ['episode-player'] },
  // Features that pages share.
  {
    folders: [
      ...['captions', 'comments', 'flashes', 'notes', 'report', 'share', 'study', 'up-next'],
      ...['auth', 'community', 'credits', 'library', 'offline', 'own-episodes', 'passkeys', 'proof', 'series'],
      'subtitle-lines',
    ],
    isShared: true,
  },
  // The player knows nothing of the above: it is given its parts.
  { folders: ['player', 'episodes'] },
  { folders: ['playback'] },
  { folders: ['api'] },
  { folders: ['http'] },
  { folders: ['messages'] },
  { folders: ['ui'] },
  { folders: ['art', 'fonts', 'styles'] },
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

/** Imports of the media folder besides its own: limits of episodes and posters, and traces, but no database and no job. */
const mediaImports = [
  'video/video.ts',
  'video/poster.ts',
  'video/sampled-picture.ts',
  'platform/ids.server.ts',
  'platform/refusal.ts',
  'platform/tracing.ts',
]

/** The folder of the app in which a file is; null for files elsewhere, and for types that are generated. */
function appFolderOf(file: string): string | null {
  const [top, folder = '', ...rest] = file.split('/')
  if (top !== 'app' || folder === '+types') return null
  return rest.length > 0 ? folder : '.'
}

function floorOf(folder: string): number {
  return floors.findIndex(({ folders }) => folders.includes(folder))
}

/** Whether one folder of the app may import from another. */
function mayImportInApp(from: string, to: string): boolean {
  const [fromFloor, toFloor] = [floorOf(from), floorOf(to)]
  return fromFloor < toFloor || (fromFloor === toFloor && (from === to || floors[fromFloor]?.isShared === true))
}

describe('imports point one way', () => {
  test('there are imports to check', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  test('app → rooms → platform, later rooms → earlier ones, demo → rooms, and nothing imports server or demo', () => {
    const wrong = imports.filter((each) => !mayImport(folderOf(each.from), folderOf(each.to!)))
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })

  test('every folder of the app is on one floor', () => {
    const folders = new Set(globSync('src/app/*/*', { cwd: root }).map((path) => basename(dirname(path))))
    const named = floors.flatMap((floor) => floor.folders)
    expect(named.toSorted()).toEqual(['.', ...folders].toSorted())
  })

  test('a folder of the app imports only from the floors below, and from folders of its own where they share it', () => {
    const wrong = imports.filter((each) => {
      const [from, to] = [appFolderOf(each.from), appFolderOf(each.to!)]
      return from !== null && to !== null && !mayImportInApp(from, to)
    })
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

  test('only the metrics import prom-client', () => {
    const importing = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /from 'prom-client'/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(importing.length).toBeGreaterThan(0)
    expect(importing.filter((file) => !file.startsWith('src/server/metrics/'))).toEqual([])
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
    expect(findCircles(imports.map(({ from, to }) => ({ from, to: to! })))).toEqual([])
  })

  test('no folder imports itself through those beside it', () => {
    const parents = new Set(imports.flatMap(({ from }) => foldersAround(from)))
    expect([...parents].flatMap((parent) => findCircles(importsBetweenFolders(parent)))).toEqual([])
  })

  test('media knows no database, no job and nothing else of video', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith('video/media/') && !to!.startsWith('video/media/') && !mediaImports.includes(to!),
    )
    expect(wrong.map((each) => `${each.from} → ${each.to}`)).toEqual([])
  })
})

/** The folders around a file, relative to src, which itself is empty. */
function foldersAround(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_, depth) => parts.slice(0, depth).join('/'))
}

interface Import {
  from: string
  to: string
}

/** The imports from one of a folder's folders to another. Files of the folder itself are around its folders, and none of them. */
function importsBetweenFolders(parent: string): Import[] {
  const beginning = parent === '' ? '' : `${parent}/`
  const childOf = (file: string) => {
    const end = file.indexOf('/', beginning.length)
    return file.startsWith(beginning) && end >= 0 ? file.slice(0, end) : null
  }
  return imports.flatMap(({ from, to }) => {
    const [one, other] = [childOf(from), childOf(to!)]
    return one === null || other === null || one === other ? [] : [{ from: one, to: other }]
  })
}

/** Groups of files or folders each of which imports the others of its group, directly or not. */
function findCircles(among: readonly Import[]): string[][] {
  const targets = Map.groupBy(among, ({ from }) => from)
  const reachable = new Map<string, Set<string>>()
  const reach = (file: string): Set<string> => {
    const known = reachable.get(file)
    if (known) return known
    const found = new Set<string>()
    reachable.set(file, found)
    const open = [file]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { to } of targets.get(next) ?? []) {
        if (found.has(to)) continue
        found.add(to)
        open.push(to)
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
