import { elementsIn, type HtmlElement } from './html.ts'

// Finds the parts of a page by their roles and names in its HTML. Styles are unknown here: an element that only they
// hide counts as shown.

/** Where an element stands in its page. */
export interface PageTree {
  root: HtmlElement
  parentOf: ReadonlyMap<HtmlElement, HtmlElement>
  byId: ReadonlyMap<string, HtmlElement>
}

export function treeOf(root: HtmlElement): PageTree {
  const parentOf = new Map<HtmlElement, HtmlElement>()
  const byId = new Map<string, HtmlElement>()
  for (const parent of [root, ...elementsIn(root)])
    for (const child of parent.children) {
      if (typeof child === 'string') continue
      parentOf.set(child, parent)
      if (child.attributes.id !== undefined) byId.set(child.attributes.id, child)
    }
  return { root, parentOf, byId }
}

/** The elements around this one, from the nearest outwards. */
export function ancestorsOf({ parentOf }: PageTree, element: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = []
  for (let at = parentOf.get(element); at; at = parentOf.get(at)) found.push(at)
  return found
}

const isHidden = ({ name, attributes }: HtmlElement) =>
  ['script', 'style', 'template', 'head'].includes(name) ||
  attributes.hidden !== undefined ||
  attributes.inert !== undefined ||
  (name === 'dialog' && attributes.open === undefined)

/** Whether people see the element or hear of it, as far as the HTML tells. */
export function isShown(tree: PageTree, element: HtmlElement): boolean {
  const around = [element, ...ancestorsOf(tree, element)]
  return !around.some((each) => isHidden(each) || each.attributes['aria-hidden'] === 'true')
}

const inline = new Set('a abbr b bdi code em i mark ruby rt small span strong sub sup time wbr'.split(' '))

/** The visible text of an element, with a space between its blocks. */
export function visibleTextOf(element: HtmlElement): string {
  return rawTextOf(element, isHidden).replaceAll(/\s+/g, ' ').trim()
}

function rawTextOf({ children }: HtmlElement, isLeftOut: (element: HtmlElement) => boolean): string {
  const parts = children.map((child) => {
    if (typeof child === 'string') return child
    if (isLeftOut(child)) return ''
    const text = child.name === 'img' ? (child.attributes.alt ?? '') : rawTextOf(child, isLeftOut)
    return inline.has(child.name) ? text : ` ${text} `
  })
  return parts.join('')
}

const roles: Record<string, string> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  dialog: 'dialog',
  fieldset: 'group',
  figure: 'figure',
  footer: 'contentinfo',
  form: 'form',
  img: 'img',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  section: 'region',
  select: 'combobox',
  table: 'table',
  td: 'cell',
  textarea: 'textbox',
  th: 'columnheader',
  tr: 'row',
  ul: 'list',
}
const inputRoles: Record<string, string> = {
  checkbox: 'checkbox',
  radio: 'radio',
  submit: 'button',
  search: 'searchbox',
}

/** The element's role, as far as these tests ask for it. */
export function roleOf(tree: PageTree, element: HtmlElement): string | undefined {
  const { name, attributes } = element
  if (attributes.role !== undefined) return attributes.role
  if (name === 'a') return attributes.href === undefined ? undefined : 'link'
  if (/^h[1-6]$/.test(name)) return 'heading'
  if (name === 'input') return inputRoles[attributes.type ?? 'text'] ?? 'textbox'
  if (name === 'header') {
    const isInside = ancestorsOf(tree, element).some((each) => ['article', 'main', 'section'].includes(each.name))
    return isInside ? undefined : 'banner'
  }
  return roles[name]
}

/** The name under which people know an element: its label, or its text. */
export function nameOf(tree: PageTree, element: HtmlElement): string {
  const { name, attributes } = element
  if (attributes['aria-label'] !== undefined) return attributes['aria-label']
  const labels = attributes['aria-labelledby']?.split(' ').flatMap((id) => tree.byId.get(id) ?? [])
  if (labels) return labels.map(spokenTextOf).join(' ')
  if (['input', 'select', 'textarea'].includes(name)) {
    if (attributes.type === 'submit') return attributes.value ?? ''
    return labelsOf(tree, element).map(spokenTextOf).join(' ')
  }
  if (name === 'fieldset') {
    const legend = element.children.find((child) => typeof child !== 'string' && child.name === 'legend')
    return typeof legend === 'object' ? spokenTextOf(legend) : ''
  }
  return name === 'img' ? (attributes.alt ?? '') : spokenTextOf(element)
}

function labelsOf(tree: PageTree, element: HtmlElement): HtmlElement[] {
  const { id } = element.attributes
  const around = ancestorsOf(tree, element).filter((each) => each.name === 'label')
  return id === undefined ? around : [...elementsIn(tree.root, 'label', { for: id }), ...around]
}

function spokenTextOf(element: HtmlElement): string {
  const isLeftOut = (each: HtmlElement) =>
    isHidden(each) || each.attributes['aria-hidden'] === 'true' || ['select', 'textarea'].includes(each.name)
  return rawTextOf(element, isLeftOut).replaceAll(/\s+/g, ' ').trim()
}
