import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages, refusalStatus } from '#app/messages/refusals.server.ts'
import type { RefusalCode } from '#platform/refusal.ts'

const projectDir = join(import.meta.dirname, '..')
const codes = Object.keys(messages) as RefusalCode[]

test('the error catalogue lists every refusal with its status and its message, and no other', async () => {
  const text = await readFile(join(projectDir, 'docs/product/errors.md'), 'utf8')
  const listed = [...text.matchAll(/^\| [^|]+ \| `(\w+\.\w+)` \| (\d{3}) \| '(.*)' \|$/gm)].map(
    ([, code, status, sentence]) => `${code} ${status} ${sentence}`,
  )
  expect(listed.sort()).toEqual(codes.map((code) => `${code} ${refusalStatus[code]} ${messages[code]}`).sort())
})

test('every refusal is provoked in some test, by its code or its message', async () => {
  const found = globSync(['{src,tests}/**/*.{test,spec}.ts', 'clients/*.test.ts'], { cwd: projectDir })
  const tests = found.filter((name) => name !== 'tests/error-catalogue.test.ts')
  const all = (await Promise.all(tests.map((name) => readFile(join(projectDir, name), 'utf8')))).join('\n')
  expect(tests.length).toBeGreaterThan(100)
  const unprovoked = codes.filter((code) => !all.includes(`'${code}'`) && !all.includes(messages[code]))
  expect(unprovoked).toEqual([])
})
