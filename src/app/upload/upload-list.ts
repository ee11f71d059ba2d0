import { isSameFile, marksOf, type Remembered, type Words } from './remembered.ts'
import { initialUploadState, isBusy, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

/** One file on its way to an episode. */
export interface UploadItem {
  id: string
  /** Of the file that it is for; empty until one is chosen. */
  fileName: string
  /** What its form begins with, and what was sent last. */
  words: Words
  /** What an earlier page left of it. */
  left: Remembered | null
  /** Whether the chosen file is the one that was left. */
  continues: boolean
  state: UploadState
}

/** The uploads of one page. It begins with one, and becomes a queue with several files. */
export interface UploadList {
  items: UploadItem[]
  isQueue: boolean
}

export type ListEvent =
  | { type: 'told'; id: string; event: UploadEvent }
  /** Takes the place of what stood there. */
  | { type: 'queue opened'; items: UploadItem[] }
  | { type: 'added'; items: UploadItem[] }
  | { type: 'removed'; id: string }
  | { type: 'changed'; id: string; to: Partial<Omit<UploadItem, 'id' | 'state'>> }

export const noWords: Words = { title: '', genre: '', description: '', tags: '', nsfw: false }

export function newItem(id: string, part: Partial<UploadItem> = {}): UploadItem {
  return { id, fileName: '', words: noWords, left: null, continues: false, state: initialUploadState, ...part }
}

export function uploadListReducer(list: UploadList, event: ListEvent): UploadList {
  switch (event.type) {
    case 'told':
      return withItem(list, event.id, (item) => ({ ...item, state: uploadReducer(item.state, event.event) }))
    case 'queue opened':
      return { isQueue: true, items: event.items }
    case 'added':
      return { ...list, items: [...list.items, ...event.items] }
    case 'removed': {
      const items = list.items.filter((item) => item.id !== event.id)
      return items.length > 0 ? { ...list, items } : { isQueue: false, items: [newItem(`${event.id} again`)] }
    }
    case 'changed':
      return withItem(list, event.id, (item) => ({ ...item, ...event.to }))
  }
}

function withItem(list: UploadList, id: string, change: (item: UploadItem) => UploadItem): UploadList {
  return { ...list, items: list.items.map((item) => (item.id === id ? change(item) : item)) }
}

/** How many are sent before one that waits. */
export function placeInLine({ items }: UploadList, { state }: UploadItem): number {
  return items.filter(
    ({ state: other }) => other.phase === 'sending' || (other.phase === 'waiting' && other.joinedAs < state.joinedAs),
  ).length
}

/** Those that can be sent now. */
export function readyItems({ items }: UploadList): UploadItem[] {
  return items.filter(({ state }) => state.phase === 'idle')
}

export function isAnyBusy({ items }: UploadList): boolean {
  return items.some(({ state }) => isBusy(state))
}

/** Each chosen file with the one of these items that waits for it, because it was left unfinished; null for a new one. */
export function matchFiles<Chosen extends Pick<File, 'name' | 'size' | 'lastModified'>>(
  files: Chosen[],
  items: UploadItem[],
): { file: Chosen; item: UploadItem | null }[] {
  return files.map((file) => {
    const item = items.find(
      ({ left, state }) => left !== null && state.phase === 'idle' && isSameFile(left, marksOf(file)),
    )
    return { file, item: item ?? null }
  })
}

/** 'the_last-local v12.mp4' → 'The last local v12'. */
export function titleFromName(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[\s_\-.]+/g, ' ')
    .trim()
  const first = [...words][0] ?? ''
  return first.toUpperCase() + words.slice(first.length)
}
