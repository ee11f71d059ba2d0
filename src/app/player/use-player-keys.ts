import { useEffect, useRef } from 'react'
import { ARROW_SECONDS } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'

/** The player's keys: space and K play, arrows move five seconds, M mutes, F fills the screen. */
export function usePlayerKeys(commands: PlayerCommands): void {
  const latest = useRef(commands)
  latest.current = commands
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const act = actionFor(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
      latest.current.stir()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

function actionFor(event: KeyboardEvent, commands: PlayerCommands): (() => void) | null {
  const target = event.target instanceof HTMLElement ? event.target : null
  const isVolume = target?.matches('.volume-range') ?? false
  // Whoever writes is not playing; whoever stands on a link or a button presses that.
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
