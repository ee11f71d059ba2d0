// This module is part of the inline script that starts the video, too: it stays small, and has no imports.

/** Volume and mute that the viewer chose in this browser. */
export interface RememberedVolume {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
}

const STORAGE_KEY = 'hoshi.volume'

/** Reads stored text, which any script or extension may have written; null where it is unreadable. */
export function parseVolume(text: string | null): RememberedVolume | null {
  try {
    const { volume, isMuted } = JSON.parse(text ?? '{}') as Partial<RememberedVolume>
    if (typeof volume !== 'number' || !(volume >= 0 && volume <= 1) || typeof isMuted !== 'boolean') return null
    return { volume, isMuted }
  } catch {
    return null
  }
}

/** Sets a video as the viewer left the last one. Called before it plays, so that a remembered mute is never refused. */
export function applyRememberedVolume(video: HTMLVideoElement): void {
  const remembered = parseVolume(readText())
  if (!remembered) return
  video.volume = remembered.volume
  video.muted = remembered.isMuted
}

/** Remembers the viewer's choice; a mute by the browser is not the viewer's choice, and is not stored. */
export function rememberVolume({ volume, muted }: { volume: number; muted: boolean }): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ volume, isMuted: muted }))
  } catch {
    // Private windows of some browsers have no storage.
  }
}

function readText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
