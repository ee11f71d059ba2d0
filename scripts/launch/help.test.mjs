import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help, helpOf } from './help.mjs'
import { root } from './project.mjs'

const launch = (...args) =>
  spawnSync(process.execPath, [join(root, 'scripts/launch.mjs'), ...args], { encoding: 'utf8' })

describe('help', () => {
  it('exists for every command, and for no other', () => {
    const { stderr, status } = launch()
    expect([stderr, status]).toEqual([`hoshi: use one of: ${Object.keys(help).join(', ')}\n`, 1])
  })

  it('names each command as npm does', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const called = Object.keys(help).map((name) => /^npm (?:run )?(\S+)/.exec(helpOf(name))?.[1])
    expect(called.map((name) => scripts[name])).toEqual(
      Object.keys(help).map((name) => `exec node scripts/launch.mjs ${name}`),
    )
  })

  it('is what npm prints for each command with --help, and nothing else happens', () => {
    const printed = Object.keys(help).map((name) => {
      const script = /^npm (?:run )?(\S+)/.exec(helpOf(name))?.[1] ?? ''
      const words = ['run', '--silent', script, '--', '--help']
      const { stdout, stderr, status } = spawnSync('npm', words, { cwd: root, encoding: 'utf8' })
      return { stdout, stderr, status }
    })
    expect(printed).toEqual(Object.keys(help).map((name) => ({ stdout: `${helpOf(name)}\n`, stderr: '', status: 0 })))
  })

  it('runs nothing else when requested', () => {
    const { stdout, stderr, status } = launch('db-reset', '--yes', '--help')
    expect({ stdout, stderr, status }).toEqual({ stdout: `${helpOf('db-reset')}\n`, stderr: '', status: 0 })
    expect(launch('audit', '-h').stdout).toContain('--repair')
  })
})
