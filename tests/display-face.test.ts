import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const styles = join(import.meta.dirname, '../src/app/styles')

/**
 * Where names, titles and initials of people stand. They are set in the text font, which has Latin and Japanese of one
 * weight; the display font is for figures and for headings with Hoshi's words.
 */
const wordsOfPeople =
  /\.(?:text-face|avatar|card|credit-|end-card-title|followed-(?:one|name)|mosaic-text|embed-|lines-none|series-(?:card|parts|credits)|queue-panel|own-report|watch-title|study-title|done-text|dialog)|\bdialog\b/

interface Rule {
  selector: string
  body: string
}

/** The innermost rules of a stylesheet. */
function rulesIn(css: string): Rule[] {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...bare.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.split(/\s+/).join(' ').trim(),
    body,
  }))
}

const rules = readdirSync(styles)
  .filter((name) => name.endsWith('.css'))
  .flatMap((name) => rulesIn(readFileSync(join(styles, name), 'utf8')))

test('no rule sets words of people in the display font', () => {
  const users = rules.filter(({ body }) => body.includes('var(--font-display)')).map(({ selector }) => selector)
  expect(users).toContain('h1, h2, h3')
  expect(users.filter((selector) => wordsOfPeople.test(selector))).toEqual([])
})

test('headings with words of people, those of dialogs too, are set in the text font', () => {
  const rule = rules.find(({ selector }) => selector === ':is(h1, h2, h3).text-face, dialog :is(h1, h2, h3)')
  expect(rule?.body).toContain('var(--font-text)')
})

test('every stack of fonts has a Japanese one', () => {
  const tokens = readFileSync(join(styles, 'tokens.css'), 'utf8')
  const stacks = [...tokens.matchAll(/--font-(display|text|pencil):([^;]+);/g)]
  expect(stacks.map(([, name, stack]) => [name, stack?.includes('"M PLUS 2"')])).toEqual([
    ['display', true],
    ['text', true],
    ['pencil', true],
  ])
})
