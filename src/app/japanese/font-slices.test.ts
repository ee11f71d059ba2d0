import { expect, test } from 'vitest'
import { facesFor, readSlices } from './font-slices.ts'

const sheet = `
  @font-face{font-family:M PLUS 2;font-display:block;font-weight:400;src:url(/assets/a-400.woff2)format("woff2");unicode-range:U+3040-309F,U+96EA}
  @font-face{font-family:M PLUS 2;font-display:block;font-weight:700;src:url("/assets/a-700.woff2") format("woff2");unicode-range:U+3040-309f, U+96ea}
  @font-face{font-family:M PLUS 2;font-weight:400;src:url(/assets/b-400.woff2);unicode-range:U+4E??}
  @font-face{font-family:M PLUS 2;font-weight:400;src:url(/assets/latin.woff2);unicode-range:U+0-FF}`
const slices = readSlices(sheet)

function facesOf(text: string) {
  const faces = facesFor(
    [...text].map((character) => character.codePointAt(0)!),
    slices,
  )
  return [...faces.matchAll(/weight:(\d+);src:url\(([^)]+)\).*?range:([^}]+)/g)].map((face) => face.slice(1))
}

test('a text names the slices of its characters, in both weights, with these characters only', () => {
  expect(facesOf('雪の')).toEqual([
    ['400', '/assets/a-400.woff2', 'U+96ea,U+306e'],
    ['700', '/assets/a-700.woff2', 'U+96ea,U+306e'],
  ])
  expect(facesOf('A丘')).toEqual([['400', '/assets/b-400.woff2', 'U+4e18']])
})

test('a text that needs too many is read from its beginning', () => {
  const many = readSlices(
    Array.from({ length: 20 }, (_, index) => {
      const code = (0x4e00 + index).toString(16)
      return `@font-face{font-weight:400;src:url(/${index}.woff2);unicode-range:U+${code}}`
    }).join(''),
  )
  const codes = Array.from({ length: 20 }, (_, index) => 0x4e13 - index)
  const urls = facesFor(codes, many).match(/\/\d+\.woff2/g)
  expect(urls).toEqual(Array.from({ length: 12 }, (_, index) => `/${19 - index}.woff2`))
})
