import { expect, test } from 'vitest'
import { deferRest } from './defer-rest.server.ts'

const deferred = (page: string) => deferRest(Buffer.from(page)).toString()

test('everything after the deferred scripts is deferred with them', () => {
  const page = '<p>a</p><noscript id="deferred"><script>1</script></noscript><script>2</script></body></html>'
  const result = '<p>a</p><noscript id="deferred"><script>1</script><script>2</script></body></html></noscript>'
  expect(deferred(page)).toBe(result)
})

test('an earlier noscript stays unchanged', () => {
  const before = '<noscript><link></noscript>星'
  expect(deferred(`${before}<noscript id="deferred">1</noscript>2`)).toBe(
    `${before}<noscript id="deferred">12</noscript>`,
  )
})

test('a page without deferred scripts stays unchanged', () => {
  for (const page of ['<p>a</p><noscript>b</noscript>', '<noscript id="deferred">b', ''])
    expect(deferred(page)).toBe(page)
})
