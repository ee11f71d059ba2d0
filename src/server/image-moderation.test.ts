import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imageModerationOf } from './image-moderation.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-classifier-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const serviceOf = (kind: 'off' | 'embedded' | 'when_installed', role: 'all' | 'web' | 'worker') =>
  imageModerationOf({ imageModeration: { kind }, role }, folder).service

async function install(): Promise<void> {
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'node_modules/.package-lock.json'), '{}')
}

test('the embedded classifier is the default once it is installed', async () => {
  expect(serviceOf('when_installed', 'all')).toBe('off')
  await install()
  expect(serviceOf('when_installed', 'all')).toBe('embedded')
  expect(serviceOf('off', 'all')).toBe('off')
})

test('where it is chosen and not installed, the start ends with the command that installs it', () => {
  expect(() => serviceOf('embedded', 'worker')).toThrow(
    'IMAGE_MODERATION is embedded, but the classifier is not installed. Install it: npm ci --prefix classifier',
  )
})

test('a process that runs no jobs needs no classifier, and queues checks for those that do', () => {
  expect([serviceOf('embedded', 'web'), serviceOf('when_installed', 'web')]).toEqual(['embedded', 'embedded'])
})
