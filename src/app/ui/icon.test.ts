import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(app, file), 'utf8')
const symbols = [...read('art/icons.svg').matchAll(/<symbol id="i-([^"]+)"/g)].map(([, name = '']) => name)

/** The text of all modules that name icons. */
const modules = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !file.startsWith(join('ui', 'icon.')))
  .map(read)
  .filter((text) => /icon/i.test(text))
  .join('\n')

test('the sprite has exactly the icons that components may name', () => {
  const names = [...read('ui/icon.tsx').matchAll(/^ {2}\| '([^']+)'$/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(symbols.toSorted()).toEqual(names.toSorted())
})

test('every icon of the sprite is used', () => {
  const unused = symbols.filter((name) => !new RegExp(`['"]${name}['"]`).test(modules))
  expect(unused).toEqual([])
})
