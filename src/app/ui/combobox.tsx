import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { matchingChoices } from './combobox-choices.ts'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'
import { useHydrated } from './use-hydrated.ts'

interface ComboboxProps extends Omit<ComponentProps<typeof Field>, 'children' | 'ref' | 'list'> {
  /** What is offered; anything else may be typed. */
  choices: readonly string[]
}

/**
 * A text field that offers choices while one types. The field keeps its own value. Arrows move through the list, Enter
 * takes, Esc closes and keeps what is typed. Without scripts the browser's own suggestions stand in.
 */
export function Combobox({ choices, ...field }: ComboboxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  /** What narrows the list; all choices are offered until something is typed. */
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const { known, own } = matchingChoices(choices, typed)
  const options = own === null ? known : [...known, own]
  const isShown = isOpen && options.length > 0 && !field.readOnly
  const optionId = (at: number) => `${id}-${at}`

  function open(at: number): void {
    setTyped('')
    setActive(at)
    setOpen(true)
  }

  function take(option: string): void {
    if (input.current) typeInto(input.current, option)
    setOpen(false)
    setActive(-1)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (field.readOnly || event.altKey || event.ctrlKey || event.metaKey) return
    const { key } = event
    if (key === 'Escape' && isShown) {
      event.preventDefault()
      setOpen(false)
    } else if (key === 'Enter' && isShown && options[active] !== undefined) {
      event.preventDefault()
      take(options[active])
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const by = key === 'ArrowDown' ? 1 : -1
      if (!isShown) open(by > 0 ? 0 : choices.length - 1)
      else setActive((at) => (at < 0 && by < 0 ? options.length - 1 : (at + by + options.length) % options.length))
    }
  }

  if (!isHydrated)
    return (
      <div className="combobox">
        <Field {...field} list={`${id}-choices`}>
          <Icon name="down" />
        </Field>
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      </div>
    )
  return (
    <div className="combobox">
      <Field
        {...field}
        ref={input}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
        onKeyDown={handleKeyDown}
        onClick={() => !isShown && open(-1)}
        onBlur={() => setOpen(false)}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value)
          setActive(-1)
          // Once a choice stands there in full, there is nothing left to offer.
          setOpen(!choices.some((choice) => choice.toLowerCase() === value.trim().toLowerCase()))
        }}
      >
        <Icon name="down" />
      </Field>
      {isShown && (
        <div
          id={`${id}-list`}
          className={own === null && typed === '' ? 'combobox-list is-wide' : 'combobox-list'}
          role="listbox"
          aria-label={`${field.label} suggestions`}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
        >
          {options.map((option, at) => {
            const isChosen = option === input.current?.value && at < known.length
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={option}
                id={optionId(at)}
                role="option"
                aria-selected={at === active}
                className={isChosen ? 'is-chosen' : undefined}
                onClick={() => take(option)}
              >
                {at < known.length ? option : `Use “${option}”`}
                {isChosen && <Icon name="check" />}
              </div>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** Sets the value and sends an input event, so that the form handles it like typed text. */
function typeInto(input: HTMLInputElement, value: string): void {
  // React overwrites the property of the element, and would not see a change made through it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
