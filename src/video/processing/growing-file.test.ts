import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openGrowingFile } from './growing-file.server.ts'

let root: string
let stop = new AbortController()
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-growing-'))
})
afterEach(() => {
  stop.abort(new Error('The test is over.'))
  stop = new AbortController()
})
afterAll(() => rm(root, { recursive: true, force: true }))

let count = 0
async function fileOf(text: string, sizeBytes: number) {
  count += 1
  const path = join(root, String(count))
  await writeFile(path, text)
  return { path, file: openGrowingFile(path, sizeBytes, stop.signal) }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece.toString()
  return text
}

describe('a growing file', () => {
  it('gives each reader everything, whenever it comes', async () => {
    const { path, file } = await fileOf('one ', 13)
    const early = textOf(file.read())
    await appendFile(path, 'two ')
    const late = textOf(file.read())
    await appendFile(path, 'three')
    expect(await Promise.all([early, late, textOf(file.read())])).toEqual(Array(3).fill('one two three'))
  })

  it('gives bytes from a place once they are there, and none beyond the end', async () => {
    const { path, file } = await fileOf('0123', 8)
    const waiting = file.at(3, 2)
    await appendFile(path, '4567')
    expect((await waiting)?.getUint16(0)).toBe(0x3334)
    expect(await file.at(7, 2)).toBeNull()
  })

  it('ends every wait with the reason given', async () => {
    const { file } = await fileOf('half', 8)
    const reading = textOf(file.read())
    const waiting = file.at(6, 1)
    stop.abort(new Error('The upload is over.'))
    await expect(reading).rejects.toThrow('The upload is over.')
    await expect(waiting).rejects.toThrow('The upload is over.')
  })

  it('waits no more for what is said to be complete', async () => {
    const { file } = await fileOf('half', 8)
    const reading = textOf(file.read())
    file.complete()
    await expect(reading).rejects.toThrow('ended before its end')
  })
})
