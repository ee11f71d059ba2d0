import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createEmbeddedModeration, type EmbeddedModerationOptions } from './embedded-moderation.server.ts'
import type { ImageModeration } from './image-moderation.ts'

const scores = { Drawing: 0.7, Hentai: 0.1, Neutral: 0.1, Porn: 0.05, Sexy: 0.05 }

/** Speaks as the classifier does, and does what a picture says in words. Writes a line for each start. */
const standIn = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { env } from 'node:process'
const scores = ${JSON.stringify(scores)}
const say = (text) => process.stdout.write(text + '\\n')
appendFileSync('starts', process.pid + '\\n')
if (existsSync('broken')) process.exit(4)
say('{"ready":true}')
let rest = Buffer.alloc(0)
process.stdin.on('data', (piece) => {
  rest = Buffer.concat([rest, piece])
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
    const [word, once] = rest.toString('utf8', 4, 4 + rest.readUInt32BE(0)).split(' ')
    rest = rest.subarray(4 + rest.readUInt32BE(0))
    if (once && existsSync(word)) { say(JSON.stringify(scores)); continue }
    writeFileSync(word, '')
    if (word === 'hang') for (;;);
    if (word === 'crash') process.exit(3)
    if (word === 'grow') { globalThis.kept = Buffer.alloc(260e6, 1); continue }
    if (word === 'text') say('<html>')
    else if (word === 'null') say('null')
    else if (word === 'huge') process.stdout.write('x'.repeat(70000))
    else if (word === 'range') say(JSON.stringify({ ...scores, Porn: 1.2 }))
    else if (word === 'error') say('{"error":"no picture"}')
    else if (word === 'environment') say(JSON.stringify({ ...scores, Porn: 'HOSHI_SECRET_OF_TESTS' in env ? 1 : 0 }))
    else say(JSON.stringify(scores))
  }
})
process.stdin.on('end', () => process.exit())
`

let folder: string
let moderation: ImageModeration

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-classifier-'))
  await writeFile(join(folder, 'stand-in.mjs'), standIn)
  moderation = open()
})

afterEach(async () => {
  moderation.close()
  await rm(folder, { recursive: true, force: true })
})

function open(limits: Partial<EmbeddedModerationOptions> = {}): ImageModeration {
  const generous = { startMs: MAX_WAIT_MS, answerMs: MAX_WAIT_MS, idleMs: MAX_WAIT_MS }
  return createEmbeddedModeration({ args: ['stand-in.mjs'], cwd: folder, ...generous, ...limits })
}

function classify(word: string, signal = new AbortController().signal) {
  return moderation.classify({ bytes: new Uint8Array(Buffer.from(word)), type: 'image/jpeg' }, signal)
}

/** Process ids of all starts so far. */
async function starts(): Promise<number[]> {
  const text = existsSync(join(folder, 'starts')) ? await readFile(join(folder, 'starts'), 'utf8') : ''
  return text.split('\n').filter(Boolean).map(Number)
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}/cwd`)

/** Waits for it. */
async function hasEnded(pid = 0): Promise<boolean> {
  return await eventually('the process has ended', () => !isAlive(pid))
}

test('one process classifies all pictures, and none is started before the first', async () => {
  expect(await starts()).toEqual([])
  expect(await Promise.all([classify('one'), classify('two'), classify('three')])).toEqual([scores, scores, scores])
  expect(await starts()).toHaveLength(1)
})

test('it yields to all other work, and does not get the environment of the server', async () => {
  vi.stubEnv('HOSHI_SECRET_OF_TESTS', 'a secret')
  const answer = await classify('environment').finally(() => vi.unstubAllEnvs())
  expect(answer).toEqual({ ...scores, Porn: 0 })
  const [pid] = await starts()
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')
  expect(Number(fields?.[16])).toBe(Math.min(19, getPriority() + 19))
})

test('it ends when there is nothing to do, and is started again', async () => {
  moderation = open({ idleMs: 0 })
  await classify('one')
  const [first] = await starts()
  expect(await hasEnded(first)).toBe(true)
  expect(await classify('two')).toEqual(scores)
  expect(await starts()).toHaveLength(2)
})

test('it ends when the server closes it', async () => {
  await classify('one')
  const [pid] = await starts()
  moderation.close()
  expect(await hasEnded(pid)).toBe(true)
})

test.each(['crash', 'error'])(
  'after the word %s it is started again, and the picture tried once more',
  async (word) => {
    expect(await classify(`${word} once`)).toEqual(scores)
    const [first, ...others] = await starts()
    expect(others).toHaveLength(1)
    expect(await hasEnded(first)).toBe(true)
  },
)

test.each([
  ['crash', 'crashed'],
  ['error', 'refused'],
  ['text', 'not_json'],
  ['null', 'not_json'],
  ['huge', 'too_large'],
  ['range', 'out_of_range'],
])('a picture on which it always answers with %s is a failure: %s', async (word, failure) => {
  await expect(classify(word)).rejects.toMatchObject({ failure })
  expect(await starts()).toHaveLength(2)
  expect(await classify('next')).toEqual(scores)
})

test('a picture on which it always hangs is a failure', async () => {
  moderation = open({ answerMs: 500 })
  await expect(classify('hang')).rejects.toMatchObject({ failure: 'late' })
  expect(await Promise.all((await starts()).map(hasEnded))).toEqual([true, true])
})

test('it is killed when it takes too much memory', async () => {
  moderation = open({ memoryMaxBytes: 200 * 1024 ** 2 })
  await expect(classify('grow')).rejects.toMatchObject({
    failure: 'crashed',
    message: expect.stringMatching(/the classifier took \d+ MiB/),
  })
})

test('a program that does not start is a failure, with what it says', async () => {
  await writeFile(join(folder, 'broken'), '')
  await expect(classify('one')).rejects.toMatchObject({ failure: 'crashed', message: 'the classifier ended (4): ' })
})

test('a stopping server ends a picture that is being classified', async () => {
  const stopping = new AbortController()
  const answer = classify('hang', stopping.signal)
  await eventually('it hangs', () => existsSync(join(folder, 'hang')))
  stopping.abort(new Error('stopping'))
  await expect(answer).rejects.toThrow('stopping')
  const [pid] = await starts()
  expect(await hasEnded(pid)).toBe(true)
})
