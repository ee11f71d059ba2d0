/** A start tag. */
export interface HtmlElement {
  /** Name in lower case, as are the names of its attributes. */
  name: string
  /** Values as written, references not decoded; of two equal attributes the first, as in a browser. */
  attributes: Map<string, string>
}

/** Elements whose content is no markup, or is not part of the page. */
const opaque = new Set(['script', 'style', 'template', 'textarea', 'title', 'noscript', 'iframe', 'xmp'])

const tagName = /<([a-z][a-z\d-]*)/iy
const space = /[\s/]*/y
const attributeName = /[^\s/>=]+|=/y
const equals = /\s*=\s*/y
const bareValue = /[^\s>]*/y

/**
 * The start tags of an HTML page that is untrusted and may be cut off: one pass over the text, whose time is proportional
 * to its length. Comments, scripts and the like are skipped; a tag that is not closed ends the page.
 */
export function* elementsOf(html: string): Generator<HtmlElement> {
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(html)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    at = html.indexOf('<', at)
    if (at < 0) return
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end < 0) return
      at = end + 3
      continue
    }
    const name = read(tagName)?.[1]?.toLowerCase()
    if (name === undefined) {
      at += 1
      continue
    }
    const attributes = new Map<string, string>()
    for (read(space); html[at] !== '>'; read(space)) {
      const attribute = read(attributeName)?.[0].toLowerCase()
      if (attribute === undefined) return
      let value = ''
      if (read(equals)) {
        const quote = html[at]
        if (quote === '"' || quote === "'") {
          const end = html.indexOf(quote, at + 1)
          if (end < 0) return
          value = html.slice(at + 1, end)
          at = end + 1
        } else value = read(bareValue)?.[0] ?? ''
      }
      if (!attributes.has(attribute)) attributes.set(attribute, value)
    }
    at += 1
    yield { name, attributes }
    if (!opaque.has(name)) continue
    const end = new RegExp(`</${name}[\\s/>]`, 'gi')
    end.lastIndex = at
    const closing = end.exec(html)
    if (!closing) return
    at = closing.index + 1
  }
}
