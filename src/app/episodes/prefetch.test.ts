import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  cancelPrefetch,
  isPrefetchRequest,
  loadWatchData,
  prefetchData,
  prefetchEpisode,
  setScreenLoader,
} from './prefetch.ts'

const rain = { title: 'Rain', playback: { fastStart: null } }
const broken = () => Promise.reject(new Error('The network is down.'))
const never = () => false

let prefetchRequest: Request

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  setScreenLoader((path) => {
    if (path !== undefined) prefetchRequest = new Request(`https://hoshi.example${path}`)
  })
  prefetchEpisode('rain')
})
afterEach(() => {
  cancelPrefetch('rain')
  vi.unstubAllGlobals()
})

test('a click uses data prefetched before it', async () => {
  const fetchData = vi.fn(async () => rain)
  await prefetchData('rain', fetchData)
  expect(await loadWatchData('rain', fetchData, never)).toBe(rain)
  expect(fetchData).toHaveBeenCalledTimes(1)
})

test('a prefetch shares the request that a click has started', async () => {
  const fetchData = vi.fn(async () => rain)
  const shown = loadWatchData('rain', fetchData, never)
  await prefetchData('rain', fetchData)
  expect(await shown).toBe(rain)
  expect(fetchData).toHaveBeenCalledTimes(1)
})

test('a click retries a prefetch that failed before it', async () => {
  await prefetchData('rain', broken)
  expect(await loadWatchData('rain', async () => rain, never)).toBe(rain)
})

test.each(['before', 'after'])(
  'a failing prefetch started %s a click never rejects, even when the click does',
  async (when) => {
    const loaded: unknown[] = []
    const load = () => loaded.push(prefetchData('rain', broken))
    if (when === 'before') load()
    const shown = loadWatchData('rain', broken, never)
    if (when === 'after') load()
    await expect(shown).rejects.toThrow('The network is down.')
    expect(await Promise.all(loaded)).toEqual([undefined])
  },
)

test('only the URL that a card requests is a prefetch', () => {
  expect(isPrefetchRequest(prefetchRequest)).toBe(true)
  expect(isPrefetchRequest(new Request('https://hoshi.example/watch/rain'))).toBe(false)
})
