import type { KeyboardEvent } from 'react'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Index of the tab to which a key leads from another; null for keys that are no keys of a tab list. */
export function tabAfterKey({ key, altKey, ctrlKey, metaKey }: Key, index: number, count: number): number | null {
  if (altKey || ctrlKey || metaKey) return null
  const targets = new Map([
    ['ArrowRight', (index + 1) % count],
    ['ArrowLeft', (index + count - 1) % count],
    ['Home', 0],
    ['End', count - 1],
  ])
  return targets.get(key) ?? null
}
