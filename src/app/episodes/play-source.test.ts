import { expect, test } from 'vitest'
import { sourceOfPage, sourceOfReferrer } from './play-source.ts'

test.each([
  ['/', 'landing'],
  ['/explore', 'explore'],
  ['/explore?genre=Drama', 'explore'],
  ['/explore?search=', 'explore'],
  ['/explore?search=boats', 'search'],
  ['/creator/mika', 'profile'],
  ['/following', 'profile'],
  ['/watch/one', 'next'],
  ['/series/one', 'series'],
  ['/embed/one', 'embed'],
  ['/one/iframe', 'embed'],
  ['/library', 'explore'],
] as const)('a play after %s comes from %s', (page, source) => {
  expect(sourceOfPage(page)).toBe(source)
  expect(sourceOfReferrer(`https://hoshi.example${page}`, 'https://hoshi.example')).toEqual({ source })
})

test.each([
  ['', { source: 'outside' }],
  ['no address', { source: 'outside' }],
  ['about:blank', { source: 'outside' }],
  ['https://www.example.org/a/page?with=words', { source: 'outside', host: 'www.example.org' }],
])('a play after the address "%s" comes from outside', (referrer, note) => {
  expect(sourceOfReferrer(referrer, 'https://hoshi.example')).toEqual(note)
})
