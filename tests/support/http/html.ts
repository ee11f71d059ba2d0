/** An element of a page as the server sends it. */
export interface HtmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly (HtmlElement | string)[]
}

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that contain text only, `noscript` as in a browser that runs scripts. */
const textElements = new Set(['noscript', 'script', 'style', 'title', 'textarea'])
/** Elements among them whose text has references to characters. */
const decodedElements = new Set(['title', 'textarea'])
/** Elements that may end with the page: what follows the deferred scripts is in their `noscript`. */
const pageElements = new Set(['', 'html', 'body'])
const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const tagPattern = /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const attributePattern = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** Reads a page, and refuses one whose elements are not closed in order. @returns its root */
export function parseHtml(source: string): HtmlElement {
  const root = { name: '', attributes: {}, children: [] as (HtmlElement | string)[] }
  const open = [root]
  const tags = new RegExp(tagPattern)
  let at = 0
  for (let tag = tags.exec(source); tag !== null; tag = tags.exec(source)) {
    const parent = open.at(-1)!
    if (tag.index > at) parent.children.push(decode(source.slice(at, tag.index)))
    at = tags.lastIndex
    const [, closed, opened, attributes = ''] = tag
    if (closed !== undefined && open.pop()!.name !== closed.toLowerCase())
      throw new Error(`</${closed}> closes another element: ${source.slice(Math.max(0, at - 200), at)}`)
    if (opened === undefined) continue
    const element = { name: opened.toLowerCase(), attributes: attributesOf(attributes), children: [] as string[] }
    parent.children.push(element)
    if (textElements.has(element.name)) {
      const end = source.indexOf(`</${opened}>`, at)
      const text = source.slice(at, end)
      element.children.push(decodedElements.has(element.name) ? decode(text) : text)
      at = end + opened.length + 3
      tags.lastIndex = at
    } else if (!voidElements.has(element.name) && !attributes.endsWith('/')) open.push(element)
  }
  const unclosed = open.find(({ name }) => !pageElements.has(name))
  if (unclosed) throw new Error(`<${unclosed.name}> is not closed.`)
  return root
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name, double, single, bare] of source.matchAll(attributePattern))
    attributes[name!.toLowerCase()] = decode(double ?? single ?? bare ?? '')
  return attributes
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return namedCharacters[name] ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}

/** All elements inside this one, in order, of this name and with these attributes. */
export function elementsIn(parent: HtmlElement, name?: string, attributes: Record<string, string> = {}): HtmlElement[] {
  const wanted = Object.entries(attributes)
  const found: HtmlElement[] = []
  for (const child of parent.children) {
    if (typeof child === 'string') continue
    const isNamed = name === undefined || child.name === name
    if (isNamed && wanted.every(([key, value]) => child.attributes[key] === value)) found.push(child)
    found.push(...elementsIn(child, name, attributes))
  }
  return found
}

/** The only such element. */
export function elementIn(parent: HtmlElement, name: string, attributes: Record<string, string> = {}): HtmlElement {
  const [found, ...others] = elementsIn(parent, name, attributes)
  if (found === undefined || others.length > 0)
    throw new Error(`${found ? others.length + 1 : 0} elements are <${name}> ${JSON.stringify(attributes)}.`)
  return found
}

/** The text of an element, with each run of white space as one space. */
export function textOf(element: HtmlElement): string {
  return rawTextOf(element).replaceAll(/\s+/g, ' ').trim()
}

function rawTextOf({ children }: HtmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : rawTextOf(child))).join('')
}

/** The values of the tags `meta`, by name or property. */
export function metaOf(page: HtmlElement): Record<string, string | undefined> {
  const tags = elementsIn(page, 'meta').map(({ attributes }) => attributes)
  return Object.fromEntries(
    tags.flatMap(({ name, property = name, content = '' }) => (property === undefined ? [] : [[property, content]])),
  )
}
