import { expect, test } from 'vitest'
import { escapeXml } from './escape-xml.ts'

test('characters with a meaning are escaped', () => {
  expect(escapeXml(`]]> <b a="1" c='2'> & &amp;`)).toBe(
    ']]&gt; &lt;b a=&quot;1&quot; c=&apos;2&apos;&gt; &amp; &amp;amp;',
  )
})

test('what XML cannot have is left out, and everything else stays', () => {
  expect(escapeXml('a\u0000\u0008\u001f\ufffe\uffff\ud800b\udc00c')).toBe('abc')
  expect(escapeXml('星\t\n\u{1f320} \u2028\u{10fffd}')).toBe('星\t\n\u{1f320} \u2028\u{10fffd}')
})
