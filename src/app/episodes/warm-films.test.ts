import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coolFilm, loadAhead, warmBy, warmFilm, watchDataOf } from './warm-films.ts'

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
  expect(await loadAhead(ahead, 'rain', ask)).toBeNull()
  expect(await watchDataOf('rain', ask, never)).toBe(rain)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a click that comes first is shared by what is asked for ahead of it', async () => {
  const ask = vi.fn(async () => rain)
  const shown = watchDataOf('rain', ask, never)
  expect(await loadAhead(ahead, 'rain', ask)).toBeNull()
  expect(await shown).toBe(rain)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a click asks anew for what could not be had before it', async () => {
  expect(await loadAhead(ahead, 'rain', broken)).toBeNull()
  expect(await watchDataOf('rain', async () => rain, never)).toBe(rain)
})

test.each(['before', 'after'])(
  'a failure ahead of a click, begun %s it, is the failure of nothing else',
  async (when) => {
    const loaded: unknown[] = []
    const load = () => loaded.push(loadAhead(ahead, 'rain', broken))
    if (when === 'before') load()
    const shown = watchDataOf('rain', broken, never)
    if (when === 'after') load()
    await expect(shown).rejects.toThrow('The network is gone.')
    expect(await Promise.all(loaded)).toEqual([null])
  },
)

test('what is to be shown is not loaded ahead', () => {
  expect(loadAhead(new Request('https://hoshi.example/watch/rain'), 'rain', broken)).toBeNull()
})
