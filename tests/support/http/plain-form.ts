import { elementsIn, type HtmlElement, textOf } from './html.ts'
import { ancestorsOf, nameOf, type PageTree } from './page-parts.ts'

/** The changes of a person to the controls of a page; a control that is not here is as the page sent it. */
export interface Input {
  values: Map<HtmlElement, string>
  checked: Map<HtmlElement, boolean>
  files: Map<HtmlElement, File>
}

export const noInput = (): Input => ({ values: new Map(), checked: new Map(), files: new Map() })

export interface Submission {
  method: 'GET' | 'POST'
  action: string
  encoding: 'urlencoded' | 'multipart'
  entries: [name: string, value: string | File][]
}

const controls = ['input', 'select', 'textarea', 'button']

/** The value that a control has now. */
export function currentValue(input: Input, control: HtmlElement): string {
  const typed = input.values.get(control)
  if (typed !== undefined) return typed
  if (control.name === 'textarea') return textIn(control).replace(/^\n/, '')
  if (control.name !== 'select') return control.attributes.value ?? ''
  const options = elementsIn(control, 'option')
  const selected = options.findLast((option) => option.attributes.selected !== undefined)
  return optionValue(selected ?? options.find((option) => option.attributes.disabled === undefined))
}

export const optionValue = (option: HtmlElement | undefined): string =>
  option ? (option.attributes.value ?? textOf(option)) : ''

export const isChecked = (input: Input, control: HtmlElement): boolean =>
  input.checked.get(control) ?? control.attributes.checked !== undefined

const textIn = ({ children }: HtmlElement) => children.filter((child) => typeof child === 'string').join('')

/** The form that a control belongs to. */
export function formOf(tree: PageTree, control: HtmlElement): HtmlElement | undefined {
  const { form } = control.attributes
  if (form !== undefined) return tree.byId.get(form)
  return ancestorsOf(tree, control).find(({ name }) => name === 'form')
}

/**
 * The submission that a browser without scripts sends when the button is pressed.
 * @throws Error when it would send nothing: the button has no form or is disabled, or a required field is empty
 */
export function submissionBy(tree: PageTree, input: Input, button: HtmlElement): Submission {
  const form = formOf(tree, button)
  if (!form || isDisabled(tree, button)) throw new Error(`The button "${nameOf(tree, button)}" sends nothing.`)
  const setting = (name: string) => button.attributes[`form${name}`] ?? form.attributes[name]
  const owned = elementsIn(tree.root).filter(
    (each) => controls.includes(each.name) && formOf(tree, each) === form && !isDisabled(tree, each),
  )
  const isChecking = form.attributes.novalidate === undefined && button.attributes.formnovalidate === undefined
  const missing = owned.find((each) => each.attributes.required !== undefined && isEmpty(input, each, owned))
  if (isChecking && missing) throw new Error(`A browser asks for "${nameOf(tree, missing)}" first.`)
  return {
    method: setting('method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    action: setting('action') ?? '',
    encoding: setting('enctype') === 'multipart/form-data' ? 'multipart' : 'urlencoded',
    entries: owned.flatMap((each) => entriesOf(input, each, button)),
  }
}

function isDisabled(tree: PageTree, control: HtmlElement): boolean {
  const fieldsets = ancestorsOf(tree, control).filter(({ name }) => name === 'fieldset')
  return [control, ...fieldsets].some(({ attributes }) => attributes.disabled !== undefined)
}

function isEmpty(input: Input, control: HtmlElement, owned: HtmlElement[]): boolean {
  const { name, type } = control.attributes
  if (type === 'file') return !input.files.has(control)
  if (type === 'checkbox') return !isChecked(input, control)
  if (type !== 'radio') return currentValue(input, control) === ''
  return !owned.some((each) => each.attributes.name === name && isChecked(input, each))
}

function entriesOf(input: Input, control: HtmlElement, button: HtmlElement): Submission['entries'] {
  const { name = '', type } = control.attributes
  const isButton = control.name === 'button' || type === 'submit' || type === 'button'
  if (name === '' || (isButton && control !== button)) return []
  if (type === 'file') return [[name, input.files.get(control) ?? new File([], '')]]
  const isBox = type === 'checkbox' || type === 'radio'
  if (isBox) return isChecked(input, control) ? [[name, control.attributes.value ?? 'on']] : []
  return [[name, currentValue(input, control).replaceAll(/\r?\n/g, '\r\n')]]
}
