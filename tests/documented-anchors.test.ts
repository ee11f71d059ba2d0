import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = '{bench,clients,db,demo,deploy,docs,scripts,src,tests}'
const exclude = ['**/node_modules/**']
const documents = globSync(['*.md', `${folders}/**/*.md`], { cwd: root, exclude })
const sources = globSync(`${folders}/**/*.{ts,tsx,mjs,css,sql}`, { cwd: root, exclude })
/** The list of the sections of `docs/product`, to which comments point. */
const list = 'docs/product.md'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The anchors of a document's headings, as GitHub makes them. @param level the highest heading that counts */
function headingsOf(document: string, level = 1): string[] {
  const text = read(document).replaceAll(/^```.*?^```/gms, '')
  return [...text.matchAll(/^(#+) (.*)$/gm)]
    .filter(([, marks = '']) => marks.length >= level)
    .map(([, , heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    )
}

/** The anchors that a document names itself. */
const ownAnchorsOf = (document: string) => [...read(document).matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id)

const known = new Map(
  documents.map((document) => [document, new Set([...headingsOf(document), ...ownAnchorsOf(document)])]),
)

test('every link to a section leads to one', () => {
  const links = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)].map(([, path, anchor = '']) => ({
      document,
      target: path ? normalize(join(dirname(document), path)) : document,
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(200)
  const broken = links.filter(({ target, anchor }) => !known.get(target)?.has(anchor))
  expect(broken.map(({ document, target, anchor }) => `${document}: ${target}#${anchor}`)).toEqual([])
})

test('every comment that points to a section of the product names one of the list', () => {
  const cited = sources.flatMap((source) =>
    [...read(source).matchAll(/docs\/product\.md#([\w-]+)/g)].map(([, anchor = '']) => ({ source, anchor })),
  )
  expect(cited.length).toBeGreaterThan(100)
  const broken = cited.filter(({ anchor }) => !known.get(list)?.has(anchor))
  expect(broken.map(({ source, anchor }) => `${source}: ${anchor}`)).toEqual([])
})

test('the list has every section of the product once, under its own name', () => {
  const entries = [...read(list).matchAll(/<a id="([\w-]+)"><\/a>\[[^\]]+\]\(product\/[\w-]+\.md#([\w-]+)\)/g)]
  const listed = entries.map(([, id = '']) => id)
  expect(listed).toEqual(entries.map(([, , anchor]) => anchor))
  expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([])
  const pages = documents.filter((document) => document.startsWith('docs/product/'))
  const sections = pages.flatMap((page) => headingsOf(page, 2))
  expect(sections.length).toBeGreaterThan(50)
  expect(sections.filter((section) => !listed.includes(section))).toEqual([])
})
