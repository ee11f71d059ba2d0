import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type GrowingFile, openGrowingFile } from './growing-file.server.ts'

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
async function fileOf(text: string, sizeBytes: number, idleMs?: number) {
  count += 1
  const path = join(root, String(count))
  await writeFile(path, text)
  return { path, file: openGrowingFile(path, sizeBytes, stop.signal, idleMs) }
}

async function textOf(file: GrowingFile, onStep = () => {}): Promise<string> {
  let text = ''
  const sink = new Writable({
    write(piece, _encoding, done) {
      text += piece.toString()
      done()
    },
  })
  await file.copyTo(sink, onStep)
  return text
}

describe('a growing file', () => {
  it('gives each reader the complete content, whenever it starts', async () => {
    const { path, file } = await fileOf('one ', 13)
    const early = textOf(file)
    await appendFile(path, 'two ')
    const late = textOf(file)
    await appendFile(path, 'three')
    expect(await Promise.all([early, late, textOf(file)])).toEqual(Array(3).fill('one two three'))
  })

  it('returns bytes from a position once they have arrived, and null beyond the end', async () => {
    const { path, file } = await fileOf('0123', 8)
    const waiting = file.at(3, 2)
    await appendFile(path, '4567')
    expect((await waiting)?.getUint16(0)).toBe(0x3334)
    expect(await file.at(7, 2)).toBeNull()
  })

  it('ends every wait with the reason given', async () => {
    const { file } = await fileOf('half', 8)
    const reading = textOf(file)
    const waiting = file.at(6, 1)
    stop.abort(new Error('The upload is over.'))
    expect(await Promise.allSettled([reading, waiting])).toMatchObject([
      { reason: { message: 'The upload is over.' } },
      { reason: { message: 'The upload is over.' } },
    ])
  })

  it('stops waiting once it is declared complete', async () => {
    const { file } = await fileOf('half', 8)
    const reading = textOf(file)
    file.complete()
    await expect(reading).rejects.toThrow('ended before its declared size')
  })

  it('stops waiting when nothing arrives for long', async () => {
    const { file } = await fileOf('half', 8, 50)
    await expect(textOf(file)).rejects.toThrow('No more bytes arrive.')
  })

  it('stops writing to a sink that fails', async () => {
    const { file } = await fileOf('whole', 5)
    const sink = new Writable({ write: (_piece, _encoding, done) => done(new Error('enough')) })
    sink.on('error', () => {})
    let steps = 0
    await file.copyTo(sink, () => {
      steps += 1
    })
    expect(steps).toBe(0)
  })

  it('fails its readers when it is rewritten', async () => {
    const { path, file } = await fileOf('half', 8)
    const { promise: isRead, resolve: onStep } = Promise.withResolvers<void>()
    const givenUp = expect(textOf(file, onStep)).rejects.toThrow('The file was rewritten.')
    await isRead
    await writeFile(path, '')
    await givenUp
  })
})
