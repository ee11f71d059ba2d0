import { describe, expect, test } from 'vitest'
import { sentencesOf } from './article.ts'
import { faq } from './faq.ts'
import { adaptToProvider, hostedSentences } from './hosted-sentences.ts'
import { privacy } from './privacy.ts'

describe('articles where another company hosts the videos', () => {
  test('have replacements only for sentences that occur in them', () => {
    const all = [...sentencesOf(privacy), ...sentencesOf(faq)]
    expect([...hostedSentences.keys()].filter((sentence) => !all.includes(sentence))).toEqual([])
  })

  test('name the company, and claim nothing that is true only without it', () => {
    const adapted = sentencesOf(adaptToProvider('Cloudflare', [...privacy, ...faq]))
    expect(adapted.filter((sentence) => hostedSentences.has(sentence) || sentence.includes('{carrier}'))).toEqual([])
    expect(adapted.some((sentence) => sentence.startsWith('Cloudflare learns your network address'))).toBe(true)
    expect(adapted).toHaveLength(sentencesOf([...privacy, ...faq]).length)
  })

  test('stay unchanged without one', () => {
    expect(adaptToProvider(null, privacy)).toBe(privacy)
  })
})
