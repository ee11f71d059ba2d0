import { expect, test } from 'vitest'
import { keepTexts } from './kept-texts.ts'

test('a text is made once, also for those who ask meanwhile', async () => {
  const kept = keepTexts(100)
  const { promise, resolve } = Promise.withResolvers<string>()
  const made = kept.make('a', () => promise)
  const asked = kept.get('a')
  resolve('one')
  expect(await Promise.all([made, asked, kept.get('a')])).toEqual(['one', 'one', 'one'])
})

test('those that were asked for longest ago go first', async () => {
  const kept = keepTexts(10)
  for (const key of ['a', 'b', 'c']) await kept.make(key, async () => key.repeat(3))
  await kept.get('a')
  await kept.make('d', async () => 'dddd')
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => kept.get(key)))).toEqual(['aaa', undefined, 'ccc', 'dddd'])
  await kept.make('e', async () => 'e'.repeat(11))
  expect(['a', 'c', 'd', 'e'].map((key) => kept.get(key))).toEqual([undefined, undefined, undefined, undefined])
})

test('one that fails is made again', async () => {
  const kept = keepTexts(10)
  await expect(kept.make('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(kept.get('a')).toBeUndefined()
  expect(await kept.make('a', async () => 'one')).toBe('one')
})
