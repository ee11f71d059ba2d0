import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { MAX_READ_MS, SHARED_MS } from '#platform/shared-reads.ts'
import { createPageCache } from './page-cache.server.ts'

/** A cache whose version and clock the test sets, and the pages rendered so far. */
function createSubject() {
  const state = { version: 1, now: 1000, rendered: 0 }
  const cache = createPageCache(
    async () => state.version,
    () => state.now,
  )
  const render = async () => {
    state.rendered += 1
    return new Response(`page ${state.rendered}`, { headers: { 'X-Page': String(state.rendered) } })
  }
  const read = async (key = 'a', run: () => Promise<Response> = render) => (await cache.answer(key, null, run)).text()
  return { state, cache, render, read }
}

test('a page is rendered once in a second', async () => {
  const { state, read } = createSubject()
  expect([await read(), await read(), await read('b')]).toEqual(['page 1', 'page 1', 'page 2'])
  state.now += SHARED_MS - 1
  expect(await read()).toBe('page 1')
  state.now += 1
  expect(await read()).toBe('page 3')
})

test('a page is as old as the beginning of its rendering', async () => {
  const { state, read, render } = createSubject()
  const slow = () => {
    state.now += SHARED_MS - 1
    return render()
  }
  expect([await read('a', slow), await read()]).toEqual(['page 1', 'page 1'])
  state.now += 1
  expect(await read()).toBe('page 2')
})

test('a change drops every page at once', async () => {
  const { state, read } = createSubject()
  await read()
  state.version += 1
  expect(await read()).toBe('page 2')
})

test('those who ask during a rendering wait for it; those who ask after a change do not', async () => {
  const { state, read } = createSubject()
  const first = Promise.withResolvers<Response>()
  const waiting = [read('a', () => first.promise), read(), read()]
  await Promise.resolve()
  state.version += 1
  const later = await read()
  first.resolve(new Response('old'))
  expect(later).toBe('page 1')
  expect(await Promise.all(waiting)).toEqual(['old', 'old', 'old'])
  expect(await read()).toBe('page 1')
})

test('a response that is no page or sets a cookie is not cached', async () => {
  const { read, state } = createSubject()
  const cookie = new Response('mine', { headers: { 'Set-Cookie': 'a=1' } })
  expect(await read('a', async () => new Response('gone', { status: 404 }))).toBe('gone')
  expect(await read('a', async () => cookie)).toBe('mine')
  await expect(read('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await read()).toBe('page 1')
  expect(state.rendered).toBe(1)
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)('an answer in %s has the same page and the same headers', async (coding, decode) => {
  const { cache, render, read } = createSubject()
  expect(await read()).toBe('page 1')
  for (const answer of [await cache.answer('a', coding, render), await cache.answer('a', coding, render)]) {
    expect(answer.headers.get('Content-Encoding')).toBe(coding)
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('X-Page')).toBe('1')
    expect(decode(await answer.bytes()).toString()).toBe('page 1')
  }
})

test('pages larger than the memory for them are rendered each time', async () => {
  const { read } = createSubject()
  const large = async () => new Response('x'.repeat(40 * 1024 * 1024))
  await read('large', large)
  expect(await read('large')).toBe('page 1')
})

test('a page is rendered for each request, and not cached, when the version cannot be read or is not read in time', async () => {
  vi.useFakeTimers()
  try {
    const readVersion = vi.fn<() => Promise<number>>()
    const cache = createPageCache(readVersion)
    const read = async (text: string) => (await cache.answer('a', null, async () => new Response(text))).text()
    readVersion.mockRejectedValueOnce(new Error('no database'))
    expect(await read('failed')).toBe('failed')
    readVersion.mockReturnValueOnce(new Promise(() => {}))
    const waiting = read('late')
    await vi.advanceTimersByTimeAsync(MAX_READ_MS)
    expect(await waiting).toBe('late')
    readVersion.mockResolvedValue(1)
    expect([await read('kept'), await read('newer')]).toEqual(['kept', 'kept'])
  } finally {
    vi.useRealTimers()
  }
})

test('requests without a version share renderings that begin after them, compressed', async () => {
  const { state, render } = createSubject()
  const cache = createPageCache(() => Promise.reject(new Error('no database')))
  const answers = Array.from({ length: 20 }, () => cache.answer('a', 'gzip', render))
  const pages = await Promise.all(answers)
  expect(pages.map(({ headers }) => headers.get('X-Page'))).toEqual(['1', ...Array(19).fill('2')])
  expect(pages.map(({ headers }) => headers.get('Content-Encoding'))).toEqual(Array(20).fill('gzip'))
  expect(state.rendered).toBe(2)
  expect((await cache.answer('a', 'gzip', render)).headers.get('X-Page')).toBe('3')
})

test('a rendering without a version is that of one who waits for it', async () => {
  const cache = createPageCache(() => Promise.reject(new Error('no database')))
  const read = async (text: string) => (await cache.answer('a', null, async () => new Response(text))).text()
  expect(await Promise.all(['one', 'two', 'three'].map(read))).toEqual(['one', 'three', 'three'])
})

test('a failure without a version is answered to those who waited for it, each with its own copy', async () => {
  const cache = createPageCache(() => Promise.reject(new Error('no database')))
  const down = async () => new Response('The database is away.', { status: 503 })
  const answers = await Promise.all([1, 2, 3].map(() => cache.answer('a', 'gzip', down)))
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(3).fill('The database is away.'))
})

test('answers from memory and rendered ones are counted, those that share a rendering as rendered', async () => {
  const { cache, read } = createSubject()
  const first = Promise.withResolvers<Response>()
  const waiting = [read('a', () => first.promise), read('a')]
  first.resolve(new Response('page'))
  await Promise.all(waiting)
  await read('a')
  expect(cache.usage()).toEqual({ hits: 1, misses: 2, pages: 1, bytes: 8 })
})
