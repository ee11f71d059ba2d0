import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coolFilm, isAhead, loadAhead, warmBy, warmFilm, watchDataOf } from './warm-films.ts'

const rain = { title: 'Rain', picture: { beginning: null } }
const broken = () => Promise.reject(new Error('The network is gone.'))
const never = () => false

let ahead: Request

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  warmBy((address) => {
    if (address !== undefined) ahead = new Request(`https://hoshi.example${address}`)
  })
  warmFilm('rain')
})
afterEach(() => {
  coolFilm('rain')
  vi.unstubAllGlobals()
})

test('a click finds what was asked for before it', async () => {
  const ask = vi.fn(async () => rain)
  await loadAhead('rain', ask)
  expect(await watchDataOf('rain', ask, never)).toBe(rain)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a load ahead of a click shares the request that the click has begun', async () => {
  const ask = vi.fn(async () => rain)
  const shown = watchDataOf('rain', ask, never)
  await loadAhead('rain', ask)
  expect(await shown).toBe(rain)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a click retries a load that failed before it', async () => {
  await loadAhead('rain', broken)
  expect(await watchDataOf('rain', async () => rain, never)).toBe(rain)
})

test.each(['before', 'after'])(
  'a failure ahead of a click, begun %s it, is the failure of nothing else',
  async (when) => {
    const loaded: unknown[] = []
    const load = () => loaded.push(loadAhead('rain', broken))
    if (when === 'before') load()
    const shown = watchDataOf('rain', broken, never)
    if (when === 'after') load()
    await expect(shown).rejects.toThrow('The network is gone.')
    expect(await Promise.all(loaded)).toEqual([undefined])
  },
)

test('only the address that a card asks for is loaded ahead', () => {
  expect(isAhead(ahead)).toBe(true)
  expect(isAhead(new Request('https://hoshi.example/watch/rain'))).toBe(false)
})
