import { expect, test } from 'vitest'
import { sharedPageKey, sharedRequest, shareScripts } from './shared-page.ts'

const key = (path: string, init: RequestInit = {}) => sharedPageKey(new Request(`http://hoshi.test${path}`, init))

test.each([
  '/',
  '/explore',
  '/explore?genre=Slice+of+Life',
  '/explore?trending=true',
  '/explore?genre=Drama&trending=true',
  '/watch/4jnjwkbwwb3g1nr1spq0u2bc7f',
  '/creator/gnz1vf3a7pwfq6f0dshbqa48u8',
  '/transparency',
])('%s is shared by callers without an account', (path) => {
  expect(key(path)).toBe(`hoshi.test${path}`)
  expect(key(path, { headers: { cookie: 'hoshi_visitor=1' } })).toBe(`hoshi.test${path}`)
  expect(key(path, { headers: { cookie: 'a=1; hoshi_session=x' } })).toBe(null)
  expect(key(path, { headers: { cookie: '__Host-hoshi_session=x' } })).toBe(null)
  expect(key(path, { method: 'POST' })).toBe(null)
  expect(key(path, { method: 'HEAD' })).toBe(null)
})

test.each([
  '/explore?search=rain',
  '/explore?genre=Drama&search=rain',
  '/explore?cursor=x',
  '/watch/abc?t=3',
  '/?genre=Drama',
  '/login',
  '/transparency?any',
  '/watch/abc/def',
  '/watch/abc.data',
  '/library',
])('%s is rendered for each caller', (path) => {
  expect(key(path)).toBe(null)
})

test('a shared page is rendered without the headers of its first caller', () => {
  const request = new Request('http://hoshi.test/explore', {
    headers: { cookie: 'hoshi_visitor=1', 'accept-language': 'ja' },
  })
  expect([...sharedRequest(request).headers]).toEqual([])
  expect(sharedRequest(request).url).toBe(request.url)
})

test('each inline script of ours has its hash, once, and the nonce is gone', () => {
  const page =
    '<script nonce="n+/=">a</script><script type="module" nonce="n+/=" async="">b\n</script><noscript><script nonce="n+/=">a</script></noscript>'
  expect(shareScripts(page, 'n+/=')).toEqual({
    page: '<script>a</script><script type="module" async="">b\n</script><noscript><script>a</script></noscript>',
    hashes: [`'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='`, expect.stringMatching(/^'sha256-[\w+/]{43}='$/)],
  })
})

test.each([
  '<script>steal()</script>',
  '<script nonce="">steal()</script>',
  '<script nonce="guessed">steal()</script>',
  '<script type="application/ld+json">{}</script>',
])('the script of somebody else gets no hash: %s', (script) => {
  expect(shareScripts(`<p>${script}</p>`, 'n').hashes).toEqual([])
})
