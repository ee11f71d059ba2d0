import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePage, encodeResponse, pageBody, pageCodingFor } from './page-encoding.server.ts'

const text = 'A page of many words: 星. '.repeat(100)
const decoders = { gzip: gunzipSync, br: brotliDecompressSync }

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  [null, null],
  ['', null],
  ['identity', null],
  ['gzip;q=0', null],
  ['gzip;q=0, br;q=0, *', null],
])('%s is answered with %s', (accepted, coding) => {
  expect(pageCodingFor(accepted)).toBe(coding)
})

test.each(['br', 'gzip'] as const)('a page is the same in %s, and smaller', (coding) => {
  for (const page of [text, Buffer.from(text)]) {
    const bytes = encodePage(page, coding)
    expect(bytes.length).toBeLessThan(200)
    expect(decoders[coding](bytes).toString()).toBe(text)
  }
})

test('the headers of a page name its coding', () => {
  const headers = new Headers()
  expect(pageBody(text, headers, 'br')).toEqual(encodePage(text, 'br'))
  expect(Object.fromEntries(headers)).toEqual({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
})

test('a short page, and one for callers that accept no coding, is sent as it is', () => {
  const headers = new Headers()
  expect([pageBody('short', headers, 'br'), pageBody(text, headers, null)]).toEqual(['short', text])
  expect(headers.has('Content-Encoding')).toBe(false)
  expect(headers.get('Vary')).toContain('Accept-Encoding')
})

const response = (body: string | null, headers: Record<string, string>) => new Response(body, { status: 404, headers })

test('the data of a page is encoded like the page', async () => {
  const encoded = await encodeResponse(response(text, { 'Content-Type': 'text/x-script', 'X-Custom': 'yes' }), 'gzip')
  expect(encoded.status).toBe(404)
  expect(Object.fromEntries(encoded.headers)).toMatchObject({ 'content-encoding': 'gzip', 'x-custom': 'yes' })
  expect(gunzipSync(await encoded.bytes()).toString()).toBe(text)
})

test('other responses, those without a body, and pages that are encoded already are unchanged', async () => {
  const html = { 'Content-Type': 'text/html; charset=utf-8' }
  const others = [
    response(text, { 'Content-Type': 'application/xml' }),
    response(null, html),
    response(text, { ...html, Vary: 'Accept-Encoding' }),
  ]
  for (const other of others) expect(await encodeResponse(other, 'gzip')).toBe(other)
})

test('a page that cannot be encoded leaves the headers for another one', () => {
  const headers = new Headers()
  const noPage = { length: 2000 } as Uint8Array<ArrayBuffer>
  expect(() => pageBody(noPage, headers, 'br')).toThrow()
  expect([...headers]).toEqual([])
})
