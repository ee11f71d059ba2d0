import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = '{bench,classifier,clients,db,demo,deploy,docs,scripts,src,tests}'
const documents = globSync(['*.md', `${folders}/**/*.md`], { cwd: root, exclude: ['**/node_modules/**'] })
/** Where a path in a document may begin, besides the root and `src`: at the document, or, among the rooms, at `app`. */
const beginnings = (document: string) => ['', 'src', 'src/app', dirname(document), dirname(dirname(document))]
/** A path of two parts and more, with an ending. One that begins with a dot is written by a program, or an import. */
const PATH =
  /`((?:\.\.\/)?[\w@-][\w@.-]*(?:\/[\w@.-]+)+\.(?:ts|tsx|mjs|js|md|css|sql|json|ya?ml|sh|svg|conf|service))`/g

test('every path that a document names exists', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(PATH)].map(([, path = '']) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(500)
  const absent = named.filter(
    ({ document, path }) => !beginnings(document).some((beginning) => existsSync(join(root, beginning, path))),
  )
  expect(absent.map(({ document, path }) => `${document}: ${path}`)).toEqual([])
})
