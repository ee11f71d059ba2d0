import { expect, test } from 'vitest'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'

const sha256 = 'a'.repeat(64)
const manifest: Manifest = {
  id: '2026-11-28T03-30-00-000Z',
  takenAt: new Date('2026-11-28T03:30:04.000Z'),
  installation: 'abc',
  hoshi: '0.1.0',
  schema: '0370_backups.sql',
  database: { kind: 'embedded', copy: { name: 'database/1', sizeBytes: 9, sha256 } },
  secret: 'secret',
  objects: new Map([
    ['originals/one', { name: 'files/originals/one', sizeBytes: 3, sha256, version: null }],
    ['imports/two', { name: 'changing/1/imports/two', sizeBytes: 4, sha256, version: '1 2 3' }],
  ]),
}

async function* bytesOf(parts: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* parts
}

test('a manifest is read as it was written', async () => {
  expect(await readManifest(bytesOf(writeManifest(manifest)))).toEqual(manifest)
})

test('a manifest that lacks a line, has a wrong value or is of another version is refused', async () => {
  const lines = [...writeManifest(manifest)]
  const without = (index: number) => lines.filter((_, at) => at !== index)
  const answers = await Promise.allSettled(lines.map((_, index) => readManifest(bytesOf(without(index)))))
  expect(answers.map(({ status }) => status)).toEqual(lines.map(() => 'rejected'))
  const changed = (from: string, to: string) => lines.map((line) => Buffer.from(line.toString().replace(from, to)))
  await expect(readManifest(bytesOf(changed('"format":1', '"format":2')))).rejects.toThrow()
  await expect(readManifest(bytesOf(changed(sha256, 'short')))).rejects.toThrow()
  await expect(readManifest(bytesOf([]))).rejects.toThrow('not complete')
})
