import { describe, expect, test } from 'vitest'
import { sentencesOf } from './article.ts'
import { faq } from './faq.ts'
import { adaptToContact, noContactSentences } from './no-contact-sentences.ts'
import { privacy } from './privacy.ts'
import { rules } from './rules.ts'
import { terms } from './terms.ts'
import { transparency } from './transparency.ts'

describe('articles of a site without a contact address', () => {
  const all = [...terms, ...privacy, ...faq, ...rules, ...transparency]

  test('have replacements only for sentences that occur in them', () => {
    const sentences = sentencesOf(all)
    expect([...noContactSentences.keys()].filter((sentence) => !sentences.includes(sentence))).toEqual([])
  })

  test('promise no mail and no answer to one', () => {
    const adapted = sentencesOf(adaptToContact(null, all))
    expect(adapted.filter((sentence) => /\{support\}|24-48 hours/.test(sentence))).toEqual([])
    expect(adapted).toHaveLength(sentencesOf(all).length)
  })

  test('stay unchanged with one', () => {
    expect(adaptToContact('help@hoshi.example', terms)).toBe(terms)
  })
})
