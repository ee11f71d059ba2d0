import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { SeriesPaths } from './controls.tsx'
import { ARROW_SECONDS } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'

interface KeyTargets {
  commands: PlayerCommands
  /** Leads to the episode before or after in the series; null without one. */
  openPrevious: (() => void) | null
  openNext: (() => void) | null
}

/**
 * The player's keys: space and K play or pause, arrows seek by five seconds, M mutes, F toggles full screen, Shift with P
 * and N leads to the episodes before and after in the series.
 */
export function usePlayerKeys(commands: PlayerCommands, series: SeriesPaths | undefined): void {
  const navigate = useNavigate()
  const opener = (path: string | null | undefined) => (path ? () => void navigate(path) : null)
  const targets: KeyTargets = { commands, openPrevious: opener(series?.previous), openNext: opener(series?.next) }
  const latest = useRef(targets)
  latest.current = targets
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
      const action = actionFor(event, latest.current)
      if (!action) return
      event.preventDefault()
      action()
      latest.current.commands.showControls()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function actionFor(event: KeyboardEvent, { commands, openPrevious, openNext }: KeyTargets): (() => void) | null {
  const target = event.target instanceof HTMLElement ? event.target : null
  const isVolume = target?.matches('.volume-range') ?? false
  // Keys in text fields are left alone; space presses a focused link or button.
  if (target?.matches('textarea, select, input:not([type=range]), [contenteditable]')) return null
  if (event.shiftKey && event.code === 'KeyP') return openPrevious
  if (event.shiftKey && event.code === 'KeyN') return openNext
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
