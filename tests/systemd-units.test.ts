import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '#server/settings.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'deploy/systemd')
const units = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const guide = readFileSync(join(root, 'docs/operate/service.md'), 'utf8')
/** The lines that all units share: the rights of the process. */
const rightsOf = (text: string) => text.slice(text.indexOf('\n# ffmpeg gets its own view'))

describe('a unit of deploy/systemd', () => {
  test('is named by the guide', () => {
    expect(units.map(({ name }) => name)).toEqual(['hoshi-web@.service', 'hoshi-worker.service', 'hoshi.service'])
    expect(units.filter(({ name }) => !guide.includes(`deploy/systemd/${name}`))).toEqual([])
  })

  test('sets settings that Hoshi has, and no secret', () => {
    const known = new Set<string>(['NODE_ENV', ...settings.map(({ name }) => name)])
    const set = units.flatMap(({ text }) =>
      [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map((pair) => pair.split('=')[0]!),
      ),
    )
    expect(set.length).toBeGreaterThan(units.length)
    expect(set.filter((name) => !known.has(name) || /SECRET|TOKEN|PASSWORD/.test(name))).toEqual([])
  })

  test('starts the server, which is where it says', () => {
    const commands = units.map(({ text }) => /^ExecStart=(.+)$/m.exec(text)?.[1])
    expect(commands).toEqual(units.map(() => '/opt/hoshi/node_modules/.bin/node src/server/main.ts'))
    expect(existsSync(join(root, 'src/server/main.ts'))).toBe(true)
  })

  test('has the same rights as the others', () => {
    const rights = units.map(({ text }) => rightsOf(text))
    expect(rights[0]).toContain('NoNewPrivileges=yes')
    expect(rights).toEqual(units.map(() => rights[0]))
  })
})
