import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { ARROW_SECONDS } from './player-state.ts'
import { doubleTap, HOLD_MS, STILL_PX, type Tap } from './touch-gestures.ts'
import type { PlayerCommands } from './use-player.ts'

interface Press {
  x: number
  y: number
  isTouch: boolean
  /** Whether the press closed the menu, and does nothing else. */
  isClosing: boolean
  isHeld: boolean
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Pointers on the picture: a click plays and pauses; a tap shows the controls, two on one side seek, and a touch that
 * is held plays twice as fast. A press that moves further does none of this.
 */
export function usePicturePointer(
  commands: PlayerCommands,
  { isPlaying, isMenuOpen }: { isPlaying: boolean; isMenuOpen: boolean },
) {
  const press = useRef<Press>(null)
  const lastTap = useRef<Tap>(null)
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  /** Ends the press under way. @returns it, if it was a tap or click */
  function endPress(): Press | null {
    const ended = press.current
    press.current = null
    clearTimeout(ended?.timer)
    if (ended?.isHeld) commands.holdFast(false)
    return ended && !ended.isHeld && !ended.isClosing ? ended : null
  }

  return {
    onPointerDown(event: PointerEvent) {
      endPress()
      // Two fingers are no tap.
      if (!event.isPrimary) return
      const { clientX: x, clientY: y, pointerType } = event
      const started: Press = { x, y, isTouch: pointerType === 'touch', isClosing: isMenuOpen, isHeld: false }
      press.current = started
      if (!started.isTouch || !isPlaying) return
      started.timer = setTimeout(() => {
        started.isHeld = true
        commands.holdFast(true)
      }, HOLD_MS)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { current } = press
      if (!current || current.isHeld) return
      if (Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) endPress()
    },
    onPointerUp(event: PointerEvent) {
      const isPress = endPress() !== null
      commands.showControls()
      if (!isPress) return
      if (event.pointerType === 'mouse') {
        if (event.button === 0) commands.togglePlay()
        return
      }
      const { left, width } = event.currentTarget.getBoundingClientRect()
      const tap = { at: event.timeStamp, share: (event.clientX - left) / width }
      const direction = doubleTap(lastTap.current, tap)
      lastTap.current = tap
      if (!direction) return
      commands.seekBy(direction === 'back' ? -ARROW_SECONDS : ARROW_SECONDS)
      commands.notify(direction === 'back' ? `${ARROW_SECONDS} s back` : `${ARROW_SECONDS} s forward`)
    },
    onPointerCancel: () => void endPress(),
    // A held touch is no request for the menu of the browser.
    onContextMenu(event: SyntheticEvent) {
      if (press.current?.isTouch) event.preventDefault()
    },
  }
}
