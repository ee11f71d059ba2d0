import { expect, test } from 'vitest'
import { splitComment } from './comment-text.ts'

test('times of the episode are found, and others stay text', () => {
  expect(splitComment('At 2:41, and 0:05.', 360)).toEqual([
    { kind: 'text', text: 'At ' },
    { kind: 'time', text: '2:41', seconds: 161 },
    { kind: 'text', text: ', and ' },
    { kind: 'time', text: '0:05', seconds: 5 },
    { kind: 'text', text: '.' },
  ])
  for (const text of ['6:01', '2:4', '2:60', '12:2:41:3', '1:2:61', 'ratio 16:9']) {
    expect(splitComment(text, 360)).toEqual([{ kind: 'text', text }])
  }
  expect(splitComment('9:59', null)).toEqual([{ kind: 'time', text: '9:59', seconds: 599 }])
})

test('links begin with the host that is asked, and end before the punctuation', () => {
  expect(splitComment('See https://good.example@evil.example/a?b=1).', 60)).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'evil.example/a?b=1', url: 'https://good.example@evil.example/a?b=1' },
    { kind: 'text', text: ').' },
  ])
  expect(splitComment('http://a.example', 60)).toEqual([{ kind: 'link', text: 'a.example', url: 'http://a.example/' }])
  const [long] = splitComment(`https://a.example/${'x'.repeat(100)}`, 60)
  expect(long?.text).toBe(`a.example/${'x'.repeat(38)}…`)
})

test('nothing else becomes a link', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'www.a.example', 'https://', '<b>bold</b>']) {
    expect(splitComment(text, 60)).toEqual([{ kind: 'text', text }])
  }
})
