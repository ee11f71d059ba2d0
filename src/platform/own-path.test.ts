import { expect, test } from 'vitest'
import { headerSafe } from './own-path.ts'

test.each([
  ['/explore?genre=Drama&search=a%20b#top', '/explore?genre=Drama&search=a%20b#top'],
  ['/星', '/%E6%98%9F'],
  ['/%E6%98%9F?search=雨 と𠮷', '/%E6%98%9F?search=%E9%9B%A8%20%E3%81%A8%F0%A0%AE%B7'],
  ['/a\r\nset-cookie: x', '/a%0D%0Aset-cookie:%20x'],
  ['/\u0000\u007f\ud800', '/%00%7F%EF%BF%BD'],
])('%j in a header is %j', (address, safe) => {
  expect(headerSafe(address)).toBe(safe)
  expect(new Headers({ location: safe }).get('location')).toBe(safe)
})
