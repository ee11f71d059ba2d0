import { elementsIn, type HtmlElement, parseHtml } from './html.ts'
import { isShown, nameOf, type PageTree, roleOf, treeOf, visibleTextOf } from './page-parts.ts'
import { createStranger, type Person } from './person.ts'
import {
  currentValue,
  formOf,
  type Input,
  isChecked,
  noInput,
  optionValue,
  type Submission,
  submissionBy,
} from './plain-form.ts'

/** A part of a page. A page without scripts changes only when a link or a button is clicked, which leads to a new one. */
export interface PagePart {
  attributes: Readonly<Record<string, string>>
  /** Its visible text. */
  text: string
  /** The parts inside it that have this role, and this name when it is given. */
  all(role: string, name?: string | RegExp): PagePart[]
  /** The only such part. @throws Error when there is none, or another */
  the(role: string, name?: string | RegExp): PagePart
  /** The only field with this label, in this part. @throws Error when there is none, or another */
  field(label: string | RegExp): Field
  /** The texts of its alerts. */
  alerts(): string[]
  /** The texts of its status messages, without the empty ones that scripts fill. */
  statuses(): string[]
  /** Follows this link, or submits the form of this button, and any redirect. */
  click(): Promise<PlainPage>
  /** Clicks the only button of this name. */
  press(button: string): Promise<PlainPage>
  /** Clicks the only link of this name. */
  follow(link: string | RegExp): Promise<PlainPage>
}

export interface PlainPage extends PagePart {
  status: number
  headers: Headers
  url: URL
  html: string
}

export interface Field {
  attributes: Readonly<Record<string, string>>
  value: string
  isChecked: boolean
  /** The errors that describe it. */
  errors: string[]
  /** The texts of a list to choose from. */
  options: string[]
  /** The values of its list of suggestions. */
  suggestions: string[]
  fill(value: string): void
  check(isChecked?: boolean): void
  /** Chooses from a list by the text shown. */
  choose(option: string): void
  attach(file: File): void
}

/** A visitor whose browser runs no scripts: it fetches pages, and submits their forms as they are in the HTML. */
export interface PlainBrowser {
  open(path: string): Promise<PlainPage>
  /** Signs in over the API, in a session of its own. */
  logInAs(person: Pick<Person, 'email' | 'password'>): Promise<void>
  /** Loses the session. @returns a function that brings it back */
  forgetCookies(): () => void
}

const MOST_REDIRECTS = 10
/** Without scripts, what they enclose belongs to the page. */
const noscriptTags = /<\/?noscript[^>]*>/g

export function openPlainBrowser(origin: string): PlainBrowser {
  let visitor = createStranger(origin)

  async function load(url: URL, submission?: Submission): Promise<PlainPage> {
    let response = await send(url, submission)
    let at = url
    for (let n = 0; response.headers.has('location') && n < MOST_REDIRECTS; n += 1) {
      at = new URL(response.headers.get('location')!, at)
      response = await visitor.call('GET', at.href, undefined, accepted)
    }
    return pageOf(response, await response.text(), at)
  }

  function send(url: URL, submission?: Submission): Promise<Response> {
    if (submission?.method !== 'POST') return visitor.call('GET', url.href, undefined, accepted)
    if (submission.encoding === 'multipart') {
      const form = new FormData()
      for (const [name, value] of submission.entries) form.append(name, value)
      return visitor.call('POST', url.href, form, accepted)
    }
    const headers = { ...accepted, 'Content-Type': 'application/x-www-form-urlencoded' }
    return visitor.call('POST', url.href, Buffer.from(queryOf(submission)), headers)
  }

  function pageOf(response: Response, html: string, url: URL): PlainPage {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const tree = treeOf(parseHtml(isPage ? html.replaceAll(noscriptTags, '') : ''))
    const input = noInput()
    const click = (element: HtmlElement) => load(...targetOf(tree, input, element, url))
    const { status, headers } = response
    return { status, headers, url, html, ...partOf(tree, tree.root, input, click) }
  }

  return {
    open: (path) => load(new URL(path, origin)),
    async logInAs({ email, password }) {
      const response = await visitor.call('POST', '/api/auth/sign-in/email', { email, password })
      if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
    },
    forgetCookies() {
      const before = visitor
      visitor = createStranger(origin)
      return () => {
        visitor = before
      }
    },
  }
}

const accepted = { Accept: 'text/html' }

function targetOf(tree: PageTree, input: Input, element: HtmlElement, from: URL): [url: URL, submission?: Submission] {
  if (element.name === 'a') return [new URL(element.attributes.href!, from)]
  const submission = submissionBy(tree, input, element)
  const url = new URL(submission.action || from.href, from)
  if (submission.method === 'GET') url.search = queryOf(submission)
  return [url, submission]
}

function queryOf({ entries }: Submission): string {
  return new URLSearchParams(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  ).toString()
}

function partOf(
  tree: PageTree,
  element: HtmlElement,
  input: Input,
  click: (element: HtmlElement) => Promise<PlainPage>,
): PagePart {
  const inside = (pick: (each: HtmlElement) => boolean) =>
    elementsIn(element).filter((each) => pick(each) && isShown(tree, each))
  const part = (each: HtmlElement) => partOf(tree, each, input, click)
  const fields = () =>
    inside(({ name, attributes }) =>
      name === 'input' ? !['hidden', 'submit'].includes(attributes.type ?? '') : ['select', 'textarea'].includes(name),
    )
  const all: PagePart['all'] = (role, name) =>
    inside((each) => roleOf(tree, each) === role && isNamed(nameOf(tree, each), name)).map(part)
  const the: PagePart['the'] = (role, name) => only(all(role, name), `${role} "${name ?? ''}"`, element)
  return {
    attributes: element.attributes,
    text: visibleTextOf(element),
    all,
    the,
    field: (label) => {
      const found = fields().filter((each) => isNamed(nameOf(tree, each), label))
      return fieldOf(tree, only(found, `field "${label}"`, element), input)
    },
    alerts: () => all('alert').map(({ text }) => text),
    statuses: () =>
      all('status')
        .map(({ text }) => text)
        .filter((text) => text !== ''),
    click: () => click(element),
    press: (button) => the('button', button).click(),
    follow: (link) => the('link', link).click(),
  }
}

function isNamed(name: string, wanted: string | RegExp | undefined): boolean {
  return wanted instanceof RegExp ? wanted.test(name) : wanted === undefined || name === wanted
}

function only<Found>(found: Found[], what: string, inside: HtmlElement): Found {
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  throw new Error(`There are ${found.length} of ${what} in: ${visibleTextOf(inside).slice(0, 2_000)}`)
}

function fieldOf(tree: PageTree, control: HtmlElement, input: Input): Field {
  const { attributes } = control
  const describing = attributes['aria-describedby']?.split(' ').flatMap((id) => tree.byId.get(id) ?? []) ?? []
  const options = elementsIn(control, 'option')
  const list = tree.byId.get(attributes.list ?? '')
  return {
    attributes,
    get value() {
      return currentValue(input, control)
    },
    get isChecked() {
      return isChecked(input, control)
    },
    errors: describing.filter((each) => isError(tree, each)).map(visibleTextOf),
    options: options.map(visibleTextOf),
    suggestions: list ? elementsIn(list, 'option').map(optionValue) : [],
    fill: (value) => void input.values.set(control, value),
    check: (isWanted = true) => {
      const others = elementsIn(tree.root, 'input', { type: 'radio', name: attributes.name ?? '' })
      const group =
        attributes.type === 'radio' ? others.filter((each) => formOf(tree, each) === formOf(tree, control)) : []
      for (const each of group) input.checked.set(each, false)
      input.checked.set(control, isWanted)
    },
    choose: (text) => {
      const found = options.filter((each) => visibleTextOf(each) === text)
      input.values.set(control, optionValue(only(found, `option "${text}"`, control)))
    },
    attach: (file) => void input.files.set(control, file),
  }
}

/** An error that is one of several is announced by the list above the form. */
function isError(tree: PageTree, element: HtmlElement): boolean {
  return roleOf(tree, element) === 'alert' || (element.attributes.class ?? '').split(' ').includes('message')
}
