import { expect, test } from 'vitest'
import { createShownEpisodes } from './shown-episodes.server.ts'
import { mayNameShown } from './shown-episodes.ts'

const id = (letter: string) => letter.repeat(26)
let now = new Date('2026-05-01T12:00:00.000Z')
const clock = { now: () => now }
const shown = createShownEpisodes({ clock, secret: 'a secret of tests', secureCookies: true })
/** The cookies that a browser sends after it receives this line. */
const sent = (line: string) => `theme=dark; ${line.split(';')[0]}`

test('a cookie holds the episodes that were chosen, and no other value does', () => {
  const first = shown.showEpisode(null, id('a'))
  expect(first).toMatch(/^hoshi_shown=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  const both = sent(shown.showEpisode(sent(first), id('b')))
  expect([...shown.shownEpisodes(both)]).toEqual([id('a'), id('b')])
  const others = ['', null, 'hoshi_shown=', `hoshi_shown=${id('a')}`, both.replace(id('b'), id('c')), `${both}x`]
  for (const cookie of others) expect([...shown.shownEpisodes(cookie)]).toEqual([])
  const foreign = createShownEpisodes({ clock, secret: 'another secret', secureCookies: true })
  expect([...foreign.shownEpisodes(both)]).toEqual([])
})

test('a choice ends after a day, and the oldest of more than twenty is dropped', () => {
  let cookies = ''
  for (const letter of 'abcdefghijklmnopqrstu') cookies = sent(shown.showEpisode(cookies, id(letter)))
  const kept = shown.shownEpisodes(cookies)
  expect(kept.size).toBe(20)
  expect(kept.has(id('a'))).toBe(false)
  now = new Date('2026-05-02T12:00:00.000Z')
  expect(shown.shownEpisodes(cookies).size).toBe(0)
})

test('the episodes that a cookie may name are read without its signature', () => {
  const cookies = sent(shown.showEpisode(null, id('a')))
  expect(mayNameShown(cookies, id('a'))).toBe(true)
  expect(mayNameShown(cookies, id('b'))).toBe(false)
  expect(mayNameShown(null, id('a'))).toBe(false)
})
