import { publicValues } from '#app/episodes/visibility-choice.ts'
import { type EpisodeValues, fileIdentityOf, isSameFile, type SavedUpload } from './saved-uploads.ts'
import { initialUploadState, isBusy, type UploadEvent, type UploadState, uploadReducer } from './upload-state.ts'

/** One file to upload, with its form and state. */
export interface UploadItem {
  id: string
  /** Name of its file; empty until one is known. */
  fileName: string
  /** Initial values of its form, then those last submitted. */
  values: EpisodeValues
  /** Its unfinished upload from an earlier page. */
  unfinished: SavedUpload | null
  /** Whether the chosen file resumes an unfinished upload. */
  isResuming: boolean
  /** The title that was filled in from the file's name; empty for none. */
  proposedTitle: string
  state: UploadState
}

/** The uploads of one page: a single one at first, a queue once several files are chosen. */
export interface UploadList {
  items: UploadItem[]
  isQueue: boolean
}

export type UploadListEvent =
  | { type: 'upload event'; id: string; event: UploadEvent }
  /** Replaces the previous items. */
  | { type: 'queue opened'; items: UploadItem[] }
  | { type: 'added'; items: UploadItem[] }
  | { type: 'removed'; id: string }
  | { type: 'changed'; id: string; to: Partial<Omit<UploadItem, 'id' | 'state'>> }

export const emptyValues: EpisodeValues = {
  ...publicValues,
  title: '',
  genre: '',
  description: '',
  tags: '',
  nsfw: false,
}

export function newItem(id: string, overrides: Partial<UploadItem> = {}): UploadItem {
  return {
    id,
    fileName: '',
    values: emptyValues,
    unfinished: null,
    isResuming: false,
    proposedTitle: '',
    state: initialUploadState,
    ...overrides,
  }
}

export function uploadListReducer(list: UploadList, event: UploadListEvent): UploadList {
  switch (event.type) {
    case 'upload event':
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

/** How many uploads are ahead of a queued one. */
export function positionInQueue({ items }: UploadList, { state }: UploadItem): number {
  return items.filter(
    ({ state: other }) =>
      other.phase === 'sending' || (other.phase === 'waiting' && other.queueNumber < state.queueNumber),
  ).length
}

/** The items that can be sent now. */
export function readyItems({ items }: UploadList): UploadItem[] {
  return items.filter(({ state }) => state.phase === 'idle')
}

export function isAnyBusy({ items }: UploadList): boolean {
  return items.some(({ state }) => isBusy(state))
}

/** Pairs each chosen file with the item of its unfinished upload; null for a new file. */
export function matchFiles<Chosen extends Pick<File, 'name' | 'size' | 'lastModified'>>(
  files: Chosen[],
  items: UploadItem[],
): { file: Chosen; item: UploadItem | null }[] {
  return files.map((file) => {
    const item = items.find(
      ({ unfinished, state }) =>
        unfinished !== null && state.phase === 'idle' && isSameFile(unfinished, fileIdentityOf(file)),
    )
    return { file, item: item ?? null }
  })
}
