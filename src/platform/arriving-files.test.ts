import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ArrivingFiles, createArrivingFiles } from './arriving-files.server.ts'

let dir: string
let files: ArrivingFiles

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-arriving-'))
  files = createArrivingFiles(join(dir, 'scratch'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

async function* pieces(...all: string[]) {
  for (const piece of all) yield Buffer.from(piece)
}

it('holds what came, and has no name that could outlive the process', async () => {
  const [size, text, names] = await files.lend('one', async (file) => {
    await file.receive(pieces('half ', 'and half'))
    return [file.size, Buffer.from(await file.bytes()).toString(), await readdir(join(dir, 'scratch'))]
  })
  expect([size, text, names]).toEqual([13, 'half and half', []])
})

it('is empty when nothing came', async () => {
  expect(await files.lend('one', async (file) => (await file.receive(null)).size)).toBe(0)
})

it('refuses a fifth one of the same person, until another is done', async () => {
  const held = Promise.withResolvers<void>()
  const four = Array.from({ length: 4 }, () => files.lend('one', () => held.promise))
  await expect(files.lend('one', async () => 'in')).rejects.toMatchObject({
    code: 'request.busy',
    details: { retryAfterSeconds: 5 },
  })
  expect(await files.lend('other', async () => 'in')).toBe('in')
  held.resolve()
  await Promise.all(four)
  expect(await files.lend('one', async () => 'in')).toBe('in')
})

it('gives its place back when its use fails', async () => {
  for (let times = 0; times < 5; times++) {
    await expect(files.lend('one', () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off')
  }
})
