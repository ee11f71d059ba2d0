import type { EarlyInput } from './early-input.ts'

interface Kept {
  target: Element
  /** Replays the input to the page, which listens now. */
  tell(): void
  /** Whether it sends a form, which also works without scripts. */
  sendsForm?: boolean
  /** The state of the video that it switches; null for none. */
  switches?: VideoSwitch | null
  /** That state before the input; undefined without a video. */
  before?: boolean | undefined
}

/** After so long a form is sent without scripts, which may not come. */
const FORM_WAIT_MS = 3_000
const FIELDS = 'input, textarea, select, [contenteditable]'
/** Elements that work without scripts: fields, folds and menus. */
const NATIVE = `summary, label, [popovertarget], [command], ${FIELDS}`
/** States that a press toggles: a replay would undo a change that has happened meanwhile. */
type VideoSwitch = 'paused' | 'muted'
const switchers: Record<VideoSwitch, string> = {
  paused: '.icon-button-play, .player-picture',
  muted: '.controls-mute, .player-unmute',
}
const switchingKeys: Record<string, VideoSwitch> = { ' ': 'paused', k: 'paused', m: 'muted' }
/** Keys that move the focus, or press the focused element. */
const NEUTRAL_KEYS = ['Tab', 'Shift', 'Enter', 'Escape']

/**
 * Keeps the input to a page whose scripts do not run yet, and replays it as soon as they do, so that every visible
 * control has an effect. Elements that work without scripts are left to the browser, except that a form waits for the
 * scripts: sent by the browser, it would reload the page and end playback.
 */
function keepEarlyInput(): EarlyInput {
  const kept: Kept[] = []
  const listening = new AbortController()
  const { promise: firstInput, resolve: noteInput } = withResolvers()
  let formTimer: ReturnType<typeof setTimeout> | undefined
  let formsWait = true

  function keep(event: Event, input: Kept): void {
    // React would act on the event too while it hydrates the page.
    event.stopImmediatePropagation()
    const { target, switches } = input
    const again = { ...input, before: stateOf(switches) }
    const same = kept.findIndex((each) => each.target === target && target !== document.body)
    // The value of a field is replayed before the press that sends its form, even if typing went on after the press.
    if (same >= 0 && target.matches(FIELDS)) {
      kept[same] = again
      return
    }
    // The person pressed again because nothing happened.
    if (same >= 0) kept.splice(same, 1)
    kept.push(again)
  }

  function handleClick(event: MouseEvent): void {
    const { target } = event
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || !(target instanceof Element)) return
    if (isTicked(target)) {
      const { checked } = target
      keep(event, { target, tell: () => tick(target, checked) })
      return
    }
    const control = target.closest('a[href], button')
    const pressed = control instanceof HTMLElement ? control : target
    if (control instanceof HTMLAnchorElement && leadsElsewhere(control)) return
    if (control ? control.matches(NATIVE) : target.closest(NATIVE)) return
    const sendsForm = control instanceof HTMLButtonElement && control.type === 'submit' && control.form !== null
    if (sendsForm && !formsWait) return
    event.preventDefault()
    const tell = () => (pressed instanceof HTMLElement && control ? pressed.click() : pressAt(pressed, event))
    keep(event, { target: pressed, tell, sendsForm, switches: switchOf(pressed) })
    if (sendsForm) formTimer ??= setTimeout(sendForms, FORM_WAIT_MS)
  }

  function handleKey(event: KeyboardEvent): void {
    noteInput()
    const { target, key, code, shiftKey } = event
    if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof Element) || target.closest(FIELDS) || NEUTRAL_KEYS.includes(key)) return
    if (key === ' ' && target.closest(`a, button, ${NATIVE}`)) return
    const hasPlayer = document.querySelector('.player') !== null
    // It would scroll the page.
    if (key === ' ' && hasPlayer) event.preventDefault()
    const tell = () => {
      for (const type of ['keydown', 'keyup'])
        target.dispatchEvent(new KeyboardEvent(type, { key, code, shiftKey, bubbles: true, cancelable: true }))
    }
    keep(event, { target: document.body, tell, switches: (hasPlayer && switchingKeys[key]) || null })
  }

  function handleChange(event: Event): void {
    noteInput()
    const { target } = event
    if (!(target instanceof HTMLElement) || !target.matches(FIELDS) || isTicked(target)) return
    keep(event, { target, tell: changeOf(target) })
  }

  /** The scripts are late: repeats the last press that sends a form, which then works as without them. */
  function sendForms(): void {
    formsWait = false
    const forms = kept.filter(({ sendsForm }) => sendsForm)
    for (const form of forms) kept.splice(kept.indexOf(form), 1)
    forms.at(-1)?.tell()
  }

  function end(): void {
    listening.abort()
    clearTimeout(formTimer)
  }

  async function replay(): Promise<void> {
    end()
    for (const { target, tell, switches, before } of kept.splice(0)) {
      const hasComeTrue = before !== undefined && stateOf(switches) !== before
      if (target.isConnected && !hasComeTrue) tell()
      // The page takes in the changes of one input before the next input.
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  const options = { capture: true, signal: listening.signal }
  addEventListener('pointerdown', () => noteInput(), options)
  addEventListener('click', handleClick, options)
  addEventListener('keydown', handleKey, options)
  addEventListener('input', handleChange, options)
  return { firstInput, end, replay }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}

/** The state of the video that a press on an element switches; null for none. */
function switchOf(element: Element): VideoSwitch | null {
  if (element.closest(switchers.paused)) return 'paused'
  return element.closest(switchers.muted) ? 'muted' : null
}

function stateOf(switches: VideoSwitch | null | undefined): boolean | undefined {
  return switches ? document.querySelector('video')?.[switches] : undefined
}

/** Whether a press changes the field. */
function isTicked(field: Element): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
}

/** A link to the page itself opens something once scripts run. */
function leadsElsewhere({ href, target }: HTMLAnchorElement): boolean {
  return href !== location.href.split('#')[0] || (target !== '' && target !== '_self')
}

/** Presses an element that listens to pointers, such as the picture of the player. */
function pressAt(target: Element, event: MouseEvent): void {
  const { clientX, clientY } = event
  const pointerType = event instanceof PointerEvent && event.pointerType !== '' ? event.pointerType : 'mouse'
  const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, pointerType, isPrimary: true }
  for (const type of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(type, init))
  target.dispatchEvent(new MouseEvent('click', init))
}

/** Ticks a field, or takes the tick away, whatever it has been set to meanwhile. */
function tick(field: HTMLInputElement, checked: boolean): void {
  field.checked = field.type === 'checkbox' && !checked
  field.click()
}

/**
 * Tells the page the present value of a field, which it took for the initial one. React puts the initial one back when
 * it draws a field again before the change is told.
 */
function changeOf(field: HTMLElement): () => void {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    return () => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  // Forms read their files when they begin to listen.
  if (field instanceof HTMLInputElement && field.type === 'file') return () => {}
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value } = field
    return () => writeInto(field, value)
  }
  return () => field.dispatchEvent(new Event('input', { bubbles: true }))
}

function writeInto(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const hasCursor = document.activeElement === field && /^(text|search|password|tel|url|textarea)$/.test(field.type)
  const end = value.length
  const [from, to] = field.value === value && hasCursor ? [field.selectionStart, field.selectionEnd] : [end, end]
  // React compares with the value set on the element, and hears of a value set by the prototype's own setter.
  const beside = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  field.value = ''
  beside?.set?.call(field, value)
  if (hasCursor) field.setSelectionRange(from, to)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

window.earlyInput = keepEarlyInput()
