import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createUploadSpool, type UploadSpool } from './upload-spool.server.ts'

let dir: string
let spool: UploadSpool

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-upload-spool-'))
  spool = createUploadSpool(join(dir, 'scratch'))
})

afterEach(() => rm(dir, { recursive: true, force: true }))

async function* chunks(...all: string[]) {
  for (const chunk of all) yield Buffer.from(chunk)
}

it('holds the received bytes, and has no name that could outlive the process', async () => {
  const [size, text, names] = await spool.withFile('one', async (file) => {
    await file.receive(chunks('half ', 'and half'))
    return [file.size, Buffer.from(await file.bytes()).toString(), await readdir(join(dir, 'scratch'))]
  })
  expect([size, text, names]).toEqual([13, 'half and half', []])
})

it('is empty when nothing was received', async () => {
  expect(await spool.withFile('one', async (file) => (await file.receive(null)).size)).toBe(0)
})

it('refuses a fifth one of the same person until another one ends', async () => {
  const gate = Promise.withResolvers<void>()
  const four = Array.from({ length: 4 }, () => spool.withFile('one', () => gate.promise))
  await expect(spool.withFile('one', async () => 'in')).rejects.toMatchObject({
    code: 'request.busy',
    details: { retryAfterSeconds: 5 },
  })
  expect(await spool.withFile('other', async () => 'in')).toBe('in')
  gate.resolve()
  await Promise.all(four)
  expect(await spool.withFile('one', async () => 'in')).toBe('in')
})

it('refuses a sixty-fifth one of the process until another one ends', async () => {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const held = Array.from({ length: 63 }, (_, n) => spool.withFile(`person ${n % 16}`, () => gate.promise))
  const last = spool.withFile('person 16', () => first.promise)
  await expect(spool.withFile('another', async () => 'in')).rejects.toMatchObject({ code: 'request.busy' })
  first.resolve()
  await last
  expect(await spool.withFile('another', async () => 'in')).toBe('in')
  gate.resolve()
  await Promise.all(held)
})

it('releases its slot when its use fails', async () => {
  for (let times = 0; times < 5; times++) {
    await expect(spool.withFile('one', () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off')
  }
})
