import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressPage } from './compressed-page.server.ts'

const pageText = 'A page of many words. '.repeat(100)
const page = (body: string | null = pageText, type = 'text/html; charset=utf-8', status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': type, 'X-Custom': 'yes' } })

describe('a page', () => {
  test.each(['gzip, deflate, br', 'GZIP;q=0.5', '*', 'br;q=1, *;q=0.1'])('is compressed for %s', async (accepted) => {
    const response = await compressPage(page(pageText, undefined, 404), accepted)
    expect(response.status).toBe(404)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'x-custom': 'yes',
    })
    expect(gunzipSync(await response.bytes()).toString()).toBe(pageText)
  })

  test.each([null, '', 'identity', 'gzip;q=0', 'gzip;q=0, *'])('is sent uncompressed for %s', async (accepted) => {
    const response = await compressPage(page(), accepted)
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    expect(await response.text()).toBe(pageText)
  })

  test('is not compressed when it is short', async () => {
    const response = await compressPage(page('short'), 'gzip')
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'short'])
  })
})

test('responses other than pages, or without a body, are unchanged', async () => {
  for (const other of [page(pageText, 'application/xml'), page(null)])
    expect(await compressPage(other, 'gzip')).toBe(other)
})

test('the data of a page is compressed like the page', async () => {
  const response = await compressPage(page(pageText, 'text/x-script'), 'gzip')
  expect(response.headers.get('content-encoding')).toBe('gzip')
})
