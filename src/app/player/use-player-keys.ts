import { type RefObject, useEffect, useRef } from 'react'
import { bindingFor, type KeyBinding, type KeyTarget } from './key-bindings.ts'

/** Fields, dialogs and menus have keys of their own. */
const RESTING = 'textarea, select, input:not([type=range]), [contenteditable], dialog, [role=dialog], [role=menu]'
/** Elements that Space presses. */
const PRESSED = 'a, button, summary'

/** The player's keys, wherever the focus is on the page. */
export function usePlayerKeys(container: RefObject<HTMLElement | null>, target: KeyTarget): void {
  const latest = useRef(target)
  latest.current = target
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      const pressed = bindingFor(event)
      if (!pressed || rests(event, pressed.binding, container.current)) return
      // A held key does not go back to scrolling the page.
      const isIgnored = event.repeat && !pressed.binding.repeats
      if (!isIgnored && pressed.binding.act(latest.current, pressed.key, event.repeat) === false) return
      event.preventDefault()
      latest.current.commands.showControls()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [container])
}

/** Whether the focused element keeps a key for itself. */
function rests({ key, target }: KeyboardEvent, { isOfPlayer }: KeyBinding, container: HTMLElement | null): boolean {
  const isInPlayer = container?.contains(document.activeElement) || document.fullscreenElement === container
  if (isOfPlayer && !isInPlayer) return true
  if (!(target instanceof HTMLElement)) return false
  if (target.closest(RESTING)) return true
  if (key === ' ') return target.matches(PRESSED)
  // Of the sliders, only the seek bar is moved by the player's own arrow keys.
  return key.startsWith('Arrow') && target.matches('input[type=range]:not(.seek-range)')
}
