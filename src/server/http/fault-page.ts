import { createHash } from 'node:crypto'
import type { ProblemDocument } from './problem.ts'

// The colors of the two schemes, since the site's own styles may be unavailable.
const style = `
:root { color-scheme: dark light; --bg: #081620; --surface: #0e202d; --line: #24465a; --text: #f6efdd; --text-2: #a9bac0 }
@media (prefers-color-scheme: light) {
  :root { --bg: #efe7d5; --surface: #f8f2e4; --line: #d5c9ae; --text: #12222c; --text-2: #475861 }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--bg); color: var(--text);
  font: 1rem/1.6 Figtree, system-ui, sans-serif }
main { box-sizing: border-box; width: min(35rem, 100% - 2.5rem); margin: 2.5rem 0; padding: 2.5rem; text-align: center;
  background: var(--surface); border: 1px solid var(--line); border-radius: 16px }
h1 { margin: 1rem 0 .25rem; font-size: 1.75rem; line-height: 1.2 }
p { margin: 0 0 .75rem; color: var(--text-2); overflow-wrap: anywhere }
small { color: var(--text-2) }
a { display: inline-block; margin-top: 1.5rem; padding: .6rem 1.5rem; border: 2px solid var(--text-2); border-radius: 99px;
  color: var(--text); font-weight: 700; text-decoration: none }
`

/** The source by which a Content-Security-Policy admits the page's style. */
export const faultStyleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * A page for failures before any screen: no rooms, no scripts, no files but an image. Every value in it is ours: a
 * status, a message of the catalogue, a generated id.
 */
export function faultPage({ status, title, detail, requestId }: ProblemDocument): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${status} · Hoshi</title>
<style>${style}</style>
<main>
<img src="/favicon.svg" alt="" width="72" height="72">
<h1>${title}</h1>
<p>${detail}</p>
<small>Request ${requestId}</small><br>
<a href="/">Home</a>
</main>
</html>
`
}
