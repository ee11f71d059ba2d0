import { describe, expect, test } from 'vitest'
import { EMBED_SITES_MAX, readEmbedSites } from './embed-sites.ts'

describe('sites that may embed an episode', () => {
  test('are all with null, and none with an empty list', () => {
    expect(readEmbedSites(null)).toBeNull()
    expect(readEmbedSites([])).toEqual([])
  })

  test('are stored as browsers spell origins, each once', () => {
    expect(readEmbedSites(['https://Example.com', 'HTTPS://example.com:443', 'https://blog.example.com:8443'])).toEqual(
      ['https://example.com', 'https://blog.example.com:8443'],
    )
    expect(readEmbedSites(['https://星.example'])).toEqual(['https://xn--kiv.example'])
  })

  test.each(['http://localhost', 'http://localhost:5173', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'may be without https on the own machine: %s',
    (site) => expect(readEmbedSites([site])).toEqual([site]),
  )

  test.each([
    '',
    'null',
    '*',
    'example.com',
    'http://example.com',
    'http://localhost.example.com',
    'https://*.example.com',
    'https://example.com/',
    'https://example.com/page',
    'https://example.com?a',
    'https://example.com#a',
    'https://me@example.com',
    'https://example.com:99999',
    'https://example.com;',
    "https://example.com,'self'",
    'https://exa mple.com',
    ' https://example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://',
  ])('are refused when they are no origin: "%s"', (site) => {
    expect(() => readEmbedSites([site])).toThrow(expect.objectContaining({ code: 'catalog.embed_sites_invalid' }))
  })

  test('are at most fifty', () => {
    const sites = Array.from({ length: EMBED_SITES_MAX + 1 }, (_, n) => `https://${n}.example`)
    expect(readEmbedSites(sites.slice(1))).toHaveLength(EMBED_SITES_MAX)
    expect(() => readEmbedSites(sites)).toThrow()
  })
})
