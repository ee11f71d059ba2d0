import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { deferRest } from './defer-rest.server.ts'

const deferred = (...pieces: string[]) =>
  text(Readable.from(pieces.map((piece) => Buffer.from(piece))).pipe(deferRest()))

test('what follows the deferred scripts is deferred with them', async () => {
  const page = '<p>a</p><noscript id="deferred"><script>1</script></noscript><script>2</script></body></html>'
  const whole = '<p>a</p><noscript id="deferred"><script>1</script><script>2</script></body></html></noscript>'
  expect(await deferred(page)).toBe(whole)
  expect(await deferred(...page)).toBe(whole)
})

test('what stands in another noscript before stays there', async () => {
  const before = '<noscript><link></noscript>星'
  expect(await deferred(`${before}<noscript id="deferred">1</noscript>`, '2')).toBe(
    `${before}<noscript id="deferred">12</noscript>`,
  )
})

test('a page without deferred scripts stays as it is', async () => {
  expect(await deferred('<p>a</p><noscript>', 'b</noscript>')).toBe('<p>a</p><noscript>b</noscript>')
  expect(await deferred()).toBe('')
})
