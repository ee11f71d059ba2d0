import { expect, it } from 'vitest'
import { linksBack } from './link-back.ts'

const page = 'https://ko-fi.com/mika'
const profile = 'https://hoshi.example/creator/m1k4'

it.each([
  `<a rel="me" href="${profile}">Hoshi</a>`,
  `<link rel="me" href="${profile}" />`,
  `<A HREF='${profile}/' class="x" REL='nofollow Me noopener'>Hoshi</A>`,
  `<a rel=me href=${profile}?from=kofi#films>Hoshi</a>`,
  `<p title="a > b"><a\n  title="1 > 0"\n  href="https:&#x2F;&#x2f;hoshi.example/creator/m1k4"\n  rel="me">Hoshi</a>`,
])('finds the link in %s', (html) => {
  expect(linksBack(`<!doctype html><title>Mika</title>${html}`, page, profile)).toBe(true)
})

it.each([
  ['no link', '<p>https://hoshi.example/creator/m1k4</p>'],
  ['a link without rel', `<a href="${profile}">Hoshi</a>`],
  ['another rel', `<a rel="home" href="${profile}">Hoshi</a>`],
  ['a word that contains me', `<a rel="meta" href="${profile}">Hoshi</a>`],
  ['another profile', '<a rel="me" href="https://hoshi.example/creator/m1k44">Hoshi</a>'],
  ['another host', '<a rel="me" href="https://hoshi.example.org/creator/m1k4">Hoshi</a>'],
  ['a relative link', '<a rel="me" href="/creator/m1k4">Hoshi</a>'],
  ['a comment', `<!-- <a rel="me" href="${profile}">Hoshi</a> -->`],
  ['an open comment', `<!-- <a rel="me" href="${profile}">Hoshi</a>`],
  ['a script', `<script>"<a rel='me' href='${profile}'>"</script>`],
  ['a text field', `<textarea><a rel="me" href="${profile}">Hoshi</a></textarea>`],
  ['an attribute of another element', `<div data-x='<a rel="me"' href="${profile}">Hoshi</div>`],
  ['a second href', `<a rel="me" href="https://example.org/" href="${profile}">Hoshi</a>`],
])('finds none in %s', (_, html) => {
  expect(linksBack(html, page, profile)).toBe(false)
})

it.each([
  ['opened tags', '<a '.repeat(80_000)],
  ['opened comments', '<!--'.repeat(60_000)],
  ['opened scripts', '<script '.repeat(30_000)],
  ['scripts that are not closed', '<script>'.repeat(30_000)],
  ['quotes', `<a ${'x="'.repeat(80_000)}`],
  ['signs', '<=</>'.repeat(50_000)],
  ['references', `<a rel="me" href="${'&#'.repeat(100_000)}">`],
  ['spaces', `<a ${' '.repeat(250_000)}`],
])('reads a page of nothing but %s', (_, html) => {
  expect(linksBack(html, page, profile)).toBe(false)
})
