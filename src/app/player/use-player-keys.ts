import { useEffect, useRef } from 'react'
import { ARROW_SECONDS } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'

/** The player's keys: space and K play or pause, arrows seek by five seconds, M mutes, F toggles full screen. */
export function usePlayerKeys(commands: PlayerCommands): void {
  const latest = useRef(commands)
  latest.current = commands
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const action = actionFor(event, latest.current)
      if (!action) return
      event.preventDefault()
      action()
      latest.current.showControls()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function actionFor(event: KeyboardEvent, commands: PlayerCommands): (() => void) | null {
  const target = event.target instanceof HTMLElement ? event.target : null
  const isVolume = target?.matches('.volume-range') ?? false
  // Keys in text fields are left alone; space presses a focused link or button.
  if (target?.matches('textarea, select, input:not([type=range]), [contenteditable]')) return null
  switch (event.key) {
    case ' ':
      return target?.matches('a, button, summary') ? null : commands.togglePlay
    case 'k':
    case 'K':
      return commands.togglePlay
    case 'ArrowLeft':
      return isVolume ? null : () => commands.seekBy(-ARROW_SECONDS)
    case 'ArrowRight':
      return isVolume ? null : () => commands.seekBy(ARROW_SECONDS)
    case 'm':
    case 'M':
      return commands.toggleMute
    case 'f':
    case 'F':
      return commands.toggleFullScreen
    default:
      return null
  }
}
