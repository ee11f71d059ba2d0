import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sentencesOf } from './article.ts'
import { faq } from './faq.ts'
import { hostedSentences } from './hosted-sentences.ts'
import { noContactSentences } from './no-contact-sentences.ts'
import { privacy } from './privacy.ts'
import { rules } from './rules.ts'
import { terms } from './terms.ts'
import { transparency } from './transparency.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/operate/claims.md'), 'utf8')

/** The rows of the table under a heading, as [sentence, what makes it true]. */
function rowsUnder(heading: string): string[][] {
  const text = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(2).map((row) => row.slice(2, -2).split(' | '))
}

describe.each([
  ['Terms of Service', terms],
  ['Privacy Policy', privacy],
  ['FAQ', faq],
  ['Rules', rules],
  ['Transparency', transparency],
])('%s', (heading, sections) => {
  test('every sentence names what makes it true', () => {
    const rows = rowsUnder(heading)
    expect(rows.map(([sentence]) => sentence)).toEqual(sentencesOf(sections))
    expect(rows.filter(([, truth]) => !truth)).toEqual([])
  })

  test('every anchor is unique', () => {
    const anchors = sections.flatMap(({ id, questions = [] }) => [id, ...questions.map((each) => each.id)])
    expect(new Set(anchors).size).toBe(anchors.length)
  })
})

test('every sentence for a hosted video service names what makes it true', () => {
  const rows = rowsUnder('With a hosted video service')
  expect(rows.map(([sentence]) => sentence)).toEqual([...hostedSentences.values()])
  expect(rows.filter(([, truth]) => !truth)).toEqual([])
})

test('every sentence for a site without a contact address names what makes it true', () => {
  const rows = rowsUnder('Without a contact address')
  expect(rows.map(([sentence]) => sentence)).toEqual([...new Set(noContactSentences.values())])
  expect(rows.filter(([, truth]) => !truth)).toEqual([])
})

test('every file named on the page exists', () => {
  const named = [...page.matchAll(/`((?:src|db|docs)\/[^`]*)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
