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

const from = { uid: 'one', ip: '192.0.2.1' }

async function* chunks(...all: string[]) {
  for (const chunk of all) yield Buffer.from(chunk)
}

it('holds the received bytes, and has no name that could outlive the process', async () => {
  const [size, text, names] = await spool.withFile(from, async (file) => {
    await file.receive(chunks('half ', 'and half'))
    return [file.size, Buffer.from(await file.bytes()).toString(), await readdir(join(dir, 'scratch'))]
  })
  expect([size, text, names]).toEqual([13, 'half and half', []])
})

it('is empty when nothing was received', async () => {
  expect(await spool.withFile(from, async (file) => (await file.receive(null)).size)).toBe(0)
})

it('gives its place back when its use fails', async () => {
  for (let times = 0; times < 5; times++) {
    await expect(spool.withFile(from, () => Promise.reject(new Error('broke off')))).rejects.toThrow('broke off')
  }
})
