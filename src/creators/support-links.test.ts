import { describe, expect, it } from 'vitest'
import { hostOf, readSupportLinks, readSupportUrl, withFirstLink } from './support-links.ts'

const patreon = { label: 'Patreon', url: 'https://patreon.com/mika' }
const booth = { label: 'Prints', url: 'https://mika.booth.pm/' }
const shop = { label: 'Shop', url: 'https://shop.example/' }

/** The refusal of a list. */
function refusalOf(raw: { label: string; url: string }[]): unknown {
  try {
    return readSupportLinks(raw, [])
  } catch (refusal) {
    return refusal
  }
}

describe('reading links', () => {
  it('keeps labels and order, in normal form', () => {
    expect(readSupportLinks([{ label: ' Prints ', url: ' HTTPS://Mika.Booth.pm ' }, patreon], [])).toEqual([
      booth,
      patreon,
    ])
  })

  it('names a link without a label after its service, or its host', () => {
    const urls = [
      'https://www.patreon.com/mika',
      'https://ko-fi.com/mika',
      'https://liberapay.com/mika',
      'https://mika.booth.pm/',
      'https://mika.fanbox.cc/',
    ]
    const links = readSupportLinks(
      [...urls].map((url) => ({ label: '', url })),
      [],
    )
    expect(links.map(({ label }) => label)).toEqual(['Patreon', 'Ko-fi', 'Liberapay', 'BOOTH', 'pixivFANBOX'])
    expect(readSupportLinks([{ label: '', url: 'https://notpatreon.com/' }], [])[0]?.label).toBe('notpatreon.com')
    const long = `https://${'a'.repeat(50)}.example/`
    expect(readSupportLinks([{ label: '', url: long }], [])[0]?.label).toBe('a'.repeat(40))
  })

  it('leaves out empty rows', () => {
    expect(readSupportLinks([{ label: ' ', url: '' }, patreon, { label: '', url: ' ' }], [])).toEqual([patreon])
  })

  it.each([
    ['a label alone', { label: 'Patreon', url: '' }],
    ['http', { label: '', url: 'http://patreon.com/mika' }],
    ['another scheme', { label: '', url: 'javascript:alert(1)' }],
    ['credentials', { label: '', url: 'https://me:secret@patreon.com/' }],
    ['a backslash', { label: '', url: 'https:\\\\patreon.com' }],
    ['a URL of more than 500 characters', { label: '', url: `https://patreon.com/${'m'.repeat(500)}` }],
  ])('refuses %s', (_, link) => {
    expect(refusalOf([patreon, link])).toMatchObject({
      code: 'creators.support_url_invalid',
      details: { field: 'supportLinks.1.url' },
    })
  })

  it('accepts a stored http link again', () => {
    const old = { label: 'Shop', url: 'http://shop.example/' }
    expect(readSupportLinks([old], [old])).toEqual([old])
  })

  it('refuses labels that are too long or no plain text', () => {
    for (const label of ['x'.repeat(41), 'a\nb', 'a\u0000b'])
      expect(refusalOf([{ ...patreon, label }])).toMatchObject({
        code: 'creators.support_label_invalid',
        details: { field: 'supportLinks.0.label' },
      })
  })

  it('refuses the same link twice', () => {
    expect(refusalOf([patreon, { label: 'Again', url: 'https://PATREON.com/mika' }])).toMatchObject({
      code: 'creators.support_link_repeated',
      details: { field: 'supportLinks.1.url' },
    })
  })

  it('refuses a sixth link', () => {
    const links = Array.from({ length: 6 }, (_, n) => ({ label: '', url: `https://shop.example/${n}` }))
    expect(readSupportLinks(links.slice(0, 5), [])).toHaveLength(5)
    expect(refusalOf(links)).toMatchObject({ code: 'creators.too_many_support_links' })
  })
})

describe('writing the first link', () => {
  it('replaces it and leaves the others alone', () => {
    expect(withFirstLink([patreon, booth], 'https://ko-fi.com/mika')).toEqual([
      { label: 'Ko-fi', url: 'https://ko-fi.com/mika' },
      booth,
    ])
  })

  it('adds it to an empty list', () => {
    expect(withFirstLink([], patreon.url)).toEqual([patreon])
  })

  it('keeps the label of a link that it was already', () => {
    expect(withFirstLink([booth, patreon], booth.url)).toEqual([booth, patreon])
  })

  it('moves a later link up', () => {
    expect(withFirstLink([patreon, booth, shop], shop.url)).toEqual([shop, booth])
  })

  it('removes the first link when it is empty', () => {
    expect(withFirstLink([patreon, booth], '')).toEqual([booth])
    expect(withFirstLink([], '')).toEqual([])
  })
})

describe('URLs', () => {
  it('have one normal form', () => {
    expect(readSupportUrl('http://Example.org')).toBe('http://example.org/')
    expect(readSupportUrl('example.org')).toBeNull()
  })

  it('are shown by their host', () => {
    expect(hostOf('https://www.patreon.com/mika')).toBe('patreon.com')
  })
})
