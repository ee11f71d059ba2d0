import type { Dispatch } from 'react'
import { readVisibilityValues } from '#app/episodes/visibility-choice.ts'
import type { CurrentUser } from '#app/http/current-user.ts'
import { createMutex, type Mutex } from './mutex.ts'
import type { EpisodeValues } from './saved-uploads.ts'
import type { UploadItem, UploadList, UploadListEvent } from './upload-list.ts'
import type { UploadEvent } from './upload-state.ts'

/** The part of an upload that is not React state; it lives as long as the page. */
interface RunningUpload {
  file: File | null
  durationRead: Promise<void>
  controller: AbortController | null
}

/** Parts that the actions of the upload page share besides React's state. */
export interface SharedParts {
  forms: Map<string, HTMLFormElement>
  running: Map<string, RunningUpload>
  /** The last id of an item, and the last number in the queue. */
  counters: { item: number; joined: number }
  mutex: Mutex
}

/** The upload page, for its actions: functions that take it. */
export interface UploadPage extends SharedParts {
  user: CurrentUser
  /** The list as it was rendered last. */
  latestList: () => UploadList
  dispatch: Dispatch<UploadListEvent>
}

export function createSharedParts(): SharedParts {
  return { forms: new Map(), running: new Map(), counters: { item: 1, joined: 0 }, mutex: createMutex() }
}

export function nextItemId({ counters }: UploadPage): string {
  counters.item += 1
  return String(counters.item)
}

export function itemOf(page: UploadPage, id: string): UploadItem | undefined {
  return page.latestList().items.find((item) => item.id === id)
}

export function dispatchTo({ dispatch }: UploadPage, id: string, event: UploadEvent): void {
  dispatch({ type: 'upload event', id, event })
}

export function runningFor({ running }: UploadPage, id: string): RunningUpload {
  const entry = running.get(id) ?? { file: null, durationRead: Promise.resolve(), controller: null }
  running.set(id, entry)
  return entry
}

export function clearFile(page: UploadPage, id: string): void {
  runningFor(page, id).file = null
  const input = page.forms.get(id)?.elements.namedItem('file')
  if (input instanceof HTMLInputElement) input.value = ''
}

/** The current values of an upload's form, or the previous ones while it is not rendered. */
export function readValues({ forms }: UploadPage, id: string, previous: EpisodeValues): EpisodeValues {
  const form = forms.get(id)
  if (!form) return previous
  const entries = new FormData(form)
  const text = (name: string) => String(entries.get(name) ?? '')
  return {
    title: text('title'),
    genre: text('genre'),
    description: text('description'),
    tags: text('tags'),
    nsfw: entries.get('nsfw') !== null,
    ...readVisibilityValues({ visibility: text('visibility'), publishAt: text('publishAt') }, 'local'),
  }
}
