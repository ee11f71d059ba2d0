import { describe, expect, it } from 'vitest'
import { safeNext } from './safe-next.ts'

describe('safeNext', () => {
  it.each([
    '/',
    '/upload',
    '/dashboard?tab=content',
    '/creator/0198c0de-1111-7222-8333-444455556666',
    '/watch/abc?t=12#notes',
    '/a:b',
    '/explore?next=%2f%2fexample.org',
    '/@example.org',
    '/.example.org',
    '/星',
  ])('accepts the local path %j', (path) => {
    expect(safeNext(path)).toBe(path)
  })

  it.each([
    null,
    undefined,
    '',
    'upload',
    './upload',
    '../upload',
    '?next=/upload',
    '#top',
    ' /upload',
    '//example.org',
    '///example.org',
    '/x//example.org',
    '/\\example.org',
    '\\\\example.org',
    '\\/example.org',
    '/x\\y',
    '/%2f%2fexample.org',
    '/x%5Cy',
    'https://example.org',
    'https:/upload',
    'http:upload',
    'HTTPS://example.org',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'mailto:a@b.c',
    '/\t/example.org',
    '/\n/example.org',
    '/\r/example.org',
    '/\u0000',
    '/\u001f',
    '/\u007f',
    '/\u0085',
    '/a b',
    '/\u00a0',
    '/\u2028',
    '/\ud800',
    '\t/upload',
    `/${'a'.repeat(2000)}`,
  ])('refuses %j', (path) => {
    expect(safeNext(path)).toBeNull()
  })

  it('accepts no path that leaves the site, for any two characters after the slash', () => {
    const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))
    const accepted = characters.flatMap((first) =>
      characters.flatMap((second) => safeNext(`/${first}${second}example.org/`) ?? []),
    )
    expect(accepted.length).toBeGreaterThan(10_000)
    expect(accepted.filter((path) => new URL(path, 'https://hoshi.test').origin !== 'https://hoshi.test')).toEqual([])
  })
})
