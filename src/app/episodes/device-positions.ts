import { isFinished } from '#library/library.ts'

/** The position in one episode that was watched without an account. */
export interface DevicePosition {
  id: string
  seconds: number
}

const STORAGE_KEY = 'hoshi.positions'
/** Most episodes that a browser remembers. @see docs/product.md#library */
export const DEVICE_POSITIONS_MAX = 50

const nothing: DevicePosition[] = []
let lastText: string | null = null
let lastRead = nothing

/** Positions stored in this browser, the last watched first. The same array while nothing changes. */
export function readDevicePositions(): DevicePosition[] {
  const text = readText()
  if (text === lastText) return lastRead
  lastText = text
  lastRead = parsePositions(text)
  return lastRead
}

/** On the server, which knows none. */
export const noDevicePositions = (): DevicePosition[] => nothing

/** Calls back when another tab changes the positions. @returns a function that ends it */
export function onDevicePositions(callback: () => void): () => void {
  window.addEventListener('storage', callback)
  window.addEventListener(STORAGE_KEY, callback)
  return () => {
    window.removeEventListener('storage', callback)
    window.removeEventListener(STORAGE_KEY, callback)
  }
}

/** Stores where the episode is, in front of the others; removes a finished one. */
export function storeDevicePosition(id: string, seconds: number, durationSeconds: number): void {
  const others = readDevicePositions().filter((position) => position.id !== id)
  const isOver = seconds <= 0 || isFinished(seconds, durationSeconds)
  write(isOver ? others : [{ id, seconds }, ...others])
}

export function removeDevicePositions(ids: string[]): void {
  write(readDevicePositions().filter(({ id }) => !ids.includes(id)))
}

/** Reads stored text, which any script or extension may have written; unreadable entries are left out. */
export function parsePositions(text: string | null): DevicePosition[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return nothing
  }
  return Array.isArray(stored) ? stored.filter(isPosition).slice(0, DEVICE_POSITIONS_MAX) : nothing
}

function isPosition(value: unknown): value is DevicePosition {
  const { id, seconds } = (value ?? {}) as Partial<DevicePosition>
  return typeof id === 'string' && typeof seconds === 'number' && seconds > 0
}

// Storage may be denied or full; the positions are then lost.
function readText(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function write(positions: DevicePosition[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(positions.slice(0, DEVICE_POSITIONS_MAX)))
    window.dispatchEvent(new Event(STORAGE_KEY))
  } catch (error) {
    console.debug('position not stored', error)
  }
}
