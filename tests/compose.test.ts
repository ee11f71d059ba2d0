import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { composeVariables } from '#server/env-example.ts'
import { settings } from '#server/settings.ts'
import { composeVariableNames, hoshiServices, projectDir, readComposeFile } from './support/deploy/compose-file.ts'
import { imageSettings } from './support/deploy/dockerfile.ts'

const marker = (name: string) => `the-${name.toLowerCase().replaceAll('_', '-')}-of-this-test-and-no-other`
const own = composeVariables.map(({ name, value }) => [name, value || marker(name)])
const compose = readComposeFile(Object.fromEntries(own))
const services = Object.entries(compose.services)
const hoshi = hoshiServices(compose)
const settingNames = new Set<string>(settings.map(({ name }) => name))

describe('compose.yaml', () => {
  test('starts two web nodes and a worker of Hoshi, a database, a store and nginx', () => {
    expect(hoshi.map(([name, { environment }]) => [name, environment?.ROLE])).toEqual([
      ['web-1', 'web'],
      ['web-2', 'web'],
      ['worker', 'worker'],
    ])
    expect(services.map(([name]) => name).slice(hoshi.length)).toEqual(['postgres', 'store', 'nginx'])
  })

  test('gives every process of Hoshi settings that Hoshi has, and takes together', () => {
    const names = hoshi.flatMap(([, { environment = {} }]) => Object.keys(environment))
    expect(names.filter((name) => !settingNames.has(name))).toEqual([])
    const configs = hoshi.map(([, { environment }]) => readConfig({ ...imageSettings(), ...environment }))
    expect(configs.map(({ role }) => role)).toEqual(['web', 'web', 'worker'])
    const withoutRole = hoshi.map(([, { environment }]) => ({ ...environment, ROLE: 'any' }))
    expect(withoutRole).toEqual(hoshi.map(() => withoutRole[0]))
  })

  test('refuses to start without what .env.example leaves empty', () => {
    const empty = composeVariables.filter(({ value }) => value === '').map(({ name }) => name)
    expect(empty.length).toBeGreaterThan(2)
    for (const name of empty) {
      const others = Object.fromEntries(own.filter(([other]) => other !== name))
      expect(() => readComposeFile(others)).toThrow(`${name} is required`)
    }
  })

  test('reads only variables that .env.example describes', () => {
    const described = new Set([...settingNames, ...composeVariables.map(({ name }) => name)])
    expect(composeVariableNames().filter((name) => !described.has(name))).toEqual([])
  })

  test('contains no secret: each one is a variable', () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name, value]) => /SECRET|PASSWORD|TOKEN|_URL$/.test(name) && value !== ''),
    )
    expect(secrets.length).toBeGreaterThan(10)
    const isPlain = (name: string, value: string) =>
      !value.includes('of-this-test') && !/^(PUBLIC|MEDIA_BASE)_URL$/.test(name)
    expect(secrets.filter(([name, value]) => isPlain(name, value))).toEqual([])
  })

  test('names every image by its version', () => {
    const foreign = services.filter(([, { build }]) => build === undefined)
    expect(foreign.map(([, { image }]) => image).filter((image) => !/^[\w./-]+:v?\d+\.\d[\w.-]*$/.test(image))).toEqual(
      [],
    )
  })

  test('refers only to services, volumes and files that exist', () => {
    const needed = services.flatMap(([, each]) => Object.keys(each.depends_on ?? {}))
    expect(needed.filter((name) => !compose.services[name])).toEqual([])
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(join(projectDir, source)) : !(source in compose.volumes),
    )
    expect(missing).toEqual([])
  })

  test('gives every process of Hoshi a disk of its own', () => {
    const folders = hoshi.map(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')))
    expect(folders.map((each) => each.map(([, path]) => path))).toEqual(hoshi.map(() => [imageSettings().DATA_DIR]))
    const names = folders.flatMap((each) => each.map(([name]) => name))
    expect(names).toEqual([...new Set(names)])
  })

  test('waits only for services that say whether they are healthy', () => {
    const awaited = services.flatMap(([, each]) => Object.keys(each.depends_on ?? {}))
    // Services of Hoshi have the HEALTHCHECK of the image.
    const silent = awaited.filter((name) => !compose.services[name]?.build && !compose.services[name]?.healthcheck)
    expect(silent).toEqual([])
  })
})

describe('deploy/nginx/hoshi.conf', () => {
  const text = readFileSync(join(projectDir, 'deploy/nginx/hoshi.conf'), 'utf8')

  test('passes requests to the web nodes of compose.yaml, at the port of the image', () => {
    const targets = new Set([...text.matchAll(/^ +server ([\w.-]+:\d+);/gm)].map(([, target = '']) => target))
    expect([...targets]).toEqual(['web-1', 'web-2'].map((name) => `${name}:${imageSettings().PORT}`))
  })

  test('listens where compose.yaml publishes it, and .env.example says', () => {
    const listens = [...text.matchAll(/listen (\d+);/g)].map(([, port = '']) => port)
    expect(compose.services.nginx?.ports?.map((each) => each.split(':').at(-1))).toEqual(listens)
    const urls = composeVariables.filter(({ name }) => name.endsWith('_URL')).map(({ value }) => new URL(value).port)
    expect(urls).toEqual(listens)
  })
})
