import { describe, expect, test } from 'vitest'
import { asTrueWith, carriedSentences } from './carried.ts'
import { faq } from './faq.ts'
import { sentencesOf } from './passage.ts'
import { privacy } from './privacy.ts'

describe('texts where another company carries the videos', () => {
  test('replace sentences that stand in them', () => {
    const all = [...sentencesOf(privacy), ...sentencesOf(faq)]
    expect([...carriedSentences.keys()].filter((sentence) => !all.includes(sentence))).toEqual([])
  })

  test('name the company, and claim nothing that is only true without it', () => {
    const told = sentencesOf(asTrueWith('Cloudflare', [...privacy, ...faq]))
    expect(told.filter((sentence) => carriedSentences.has(sentence) || sentence.includes('{carrier}'))).toEqual([])
    expect(told.some((sentence) => sentence.startsWith('Cloudflare learns your network address'))).toBe(true)
    expect(told).toHaveLength(sentencesOf([...privacy, ...faq]).length)
  })

  test('are as they are without one', () => {
    expect(asTrueWith(null, privacy)).toBe(privacy)
  })
})
