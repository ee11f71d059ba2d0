import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages, type RefusalCode, refusalStatus } from '#app/messages.ts'

const projectDir = join(import.meta.dirname, '..')
const codes = Object.keys(messages) as RefusalCode[]

test('product.md lists every refusal with its status and its sentence, and no other', async () => {
  const text = await readFile(join(projectDir, 'docs/product.md'), 'utf8')
  const listed = [...text.matchAll(/^\| [^|]+ \| `(\w+\.\w+)` \| (\d{3}) \| '(.*)' \|$/gm)].map(
    ([, code, status, sentence]) => `${code} ${status} ${sentence}`,
  )
  expect(listed.sort()).toEqual(codes.map((code) => `${code} ${refusalStatus[code]} ${messages[code]}`).sort())
})

test('every refusal is provoked in some test, by its code or its sentence', async () => {
  const files = await Promise.all(['src', 'tests'].map((dir) => readdir(join(projectDir, dir), { recursive: true })))
  const names = files.flatMap((found, place) => found.map((name) => join(place === 0 ? 'src' : 'tests', name)))
  const tests = names.filter((name) => /\.(test|spec)\.ts$/.test(name) && name !== 'tests/error-catalogue.test.ts')
  const all = (await Promise.all(tests.map((name) => readFile(join(projectDir, name), 'utf8')))).join('\n')
  expect(tests.length).toBeGreaterThan(100)
  const unprovoked = codes.filter((code) => !all.includes(`'${code}'`) && !all.includes(messages[code]))
  expect(unprovoked).toEqual([])
})
