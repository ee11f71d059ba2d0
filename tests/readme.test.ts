import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsReference } from '#server/settings-reference.ts'

const root = join(import.meta.dirname, '..')
/** Folders of drawings and data, such as those of `demo`, are described by the README above them. */
const roots = ['src', 'tests', 'bench', 'scripts', 'clients', 'db', 'docs']
/** Folders with more files than this have a README. */
const MANY_FILES = 10
/** Statements that the README of such a folder makes, with the words by which they are recognised. */
const statements = {
  'where to start': /\bstart\b/i,
  'where a new thing goes': /\b(adds?|new|changes?)\b/i,
  'what it may import': /\b(may (depend on|import)|imports nothing)\b/i,
}

interface Folder {
  path: string
  fileCount: number
  readme: string | null
}

function foldersIn(path: string): Folder[] {
  const entries = readdirSync(path, { withFileTypes: true }).filter(
    ({ name }) => !/^\.|^(node_modules|fixtures)$/.test(name),
  )
  const folders = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => foldersIn(join(path, name)))
  const readme = join(path, 'README.md')
  const fileCount = entries.filter((entry) => entry.isFile()).length
  const own = {
    path: relative(root, path),
    fileCount,
    readme: existsSync(readme) ? readFileSync(readme, 'utf8') : null,
  }
  return [own, ...folders]
}

const folders = roots.flatMap((name) => foldersIn(join(root, name)))
const isRoom = ({ path }: Folder) => /^src\/[^/]+$/.test(path)
const large = folders.filter((folder) => isRoom(folder) || folder.fileCount > MANY_FILES)
const pathsOf = (found: Folder[]) => found.map(({ path }) => path)

test('the README of the project lists every setting as the configuration reads it', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(settingsReference())
})

describe('a README', () => {
  test('is in every room, and in every folder of more than ten files', () => {
    expect(large.length).toBeGreaterThan(30)
    expect(pathsOf(large.filter(({ readme }) => readme === null))).toEqual([])
  })

  test.each(Object.entries(statements))('of such a folder says %s', (_, words) => {
    expect(pathsOf(large.filter(({ readme }) => !words.test(readme ?? '')))).toEqual([])
  })
})
