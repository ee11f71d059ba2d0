import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ApiProblem, callApi } from '#app/http/api-client.ts'
import { FrameTimes } from '#app/playback/frame-times.ts'
import { waitForAnalysis } from '#app/playback/wait-for-analysis.ts'
import { frameCountBy, NOMINAL_FRAME_RATE } from '#video/video.ts'
import { emitNoteChange } from './note-changes.ts'
import type { NoteOptions } from './note-options.ts'
import { useNoteSettings } from './note-settings.ts'

const FRAMES_AWAITED = 'The frames of this episode are still being analyzed. Please try again in a few minutes.'

/** A note as the API answers it. */
export interface ShownNote {
  id: string
  text: string
  frame: number
  author: { uid: string; username: string; avatarUrl: string }
  hidden: boolean
  pinned: boolean
  held: boolean
}

/** A comment on the picture as the API answers it. */
type WrittenNote = Omit<ShownNote, 'frame' | 'pinned'> & { frame: number | null }

export interface NotesState {
  phase: 'loading' | 'ready' | 'failed'
  /** In the order of their frames. */
  notes: readonly ShownNote[]
  /** Number of all notes, which may be more. */
  total: number
  /** When each frame is shown. */
  times: FrameTimes
}

/** The notes of one episode, read once for its player and its list. */
export class NoteStore {
  #state: NotesState
  #reading: Promise<void> | null = null
  /** Whether the rate varies and the frames are still being analysed. */
  #awaitsTimes = false
  #isFollowedOnly: boolean
  readonly #listeners = new Set<() => void>()
  readonly #options: NoteOptions
  readonly #durationSeconds: number
  readonly #closing = new AbortController()

  constructor(options: NoteOptions, durationSeconds: number, isFollowedOnly: boolean) {
    this.#isFollowedOnly = isFollowedOnly
    this.#options = options
    this.#durationSeconds = durationSeconds
    const rate = options.frameRate ?? NOMINAL_FRAME_RATE
    const times = FrameTimes.atRate(rate, frameCountBy(durationSeconds, rate) ?? 1)
    this.#state = { phase: 'loading', notes: [], total: 0, times }
    void this.load()
  }

  readonly read = (): NotesState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  get isUsed(): boolean {
    return this.#listeners.size > 0
  }

  close(): void {
    this.#closing.abort()
  }

  /** Reads only notes of people whom the viewer follows, or those of everybody. */
  async readFollowedOnly(isFollowedOnly: boolean): Promise<void> {
    if (isFollowedOnly === this.#isFollowedOnly) return
    this.#isFollowedOnly = isFollowedOnly
    await this.load()
  }

  async load(): Promise<void> {
    const isFollowedOnly = this.#isFollowedOnly
    try {
      const { notes, total } = await callApi('GET', '/episodes/:id/notes', {
        param: { id: this.#options.episodeId },
        query: isFollowedOnly ? { following: 'true' } : {},
        ...this.#caller,
      })
      if (notes.length > 0) await this.readTimes()
      if (isFollowedOnly === this.#isFollowedOnly) this.#set({ ...this.#state, phase: 'ready', notes, total })
    } catch {
      if (isFollowedOnly === this.#isFollowedOnly) this.#set({ ...this.#state, phase: 'failed' })
    }
  }

  /** Reads when each frame is shown, where the rate varies; until then all are taken for equally long. @throws ApiProblem */
  async readTimes(): Promise<void> {
    this.#reading ??= this.#readTimes()
    await this.#reading
  }

  /** The frame that is shown at a time. @throws ApiProblem also where the rate varies and its frames are not known yet */
  async frameAt(seconds: number): Promise<number> {
    await this.readTimes()
    // The frame of an average rate would be another one.
    if (this.#awaitsTimes) throw new ApiProblem(409, 'video.not_analysed', FRAMES_AWAITED)
    return this.#state.times.frameAt(seconds)
  }

  /** Adds a comment that was written for the picture. */
  add({ id, text, frame, author, hidden, held }: WrittenNote): void {
    const note = { id, text, frame: frame ?? 0, author, hidden, held, pinned: false }
    const notes = [...this.#state.notes, note].sort((a, b) => a.frame - b.frame)
    this.#set({ ...this.#state, notes, total: this.#state.total + 1 })
  }

  /** Takes over a change of a comment that is one of the notes. */
  update({ id, text, hidden, held }: Pick<WrittenNote, 'id' | 'text' | 'hidden' | 'held'>): void {
    const notes = this.#state.notes.map((note) => (note.id === id ? { ...note, text, hidden, held } : note))
    this.#set({ ...this.#state, notes })
  }

  /** Takes a note out of the list that was removed as a comment. */
  drop(id: string): void {
    this.#keep((note) => note.id !== id)
  }

  /** Sets or removes a mark of the creator. @throws ApiProblem */
  async mark(id: string, mark: 'pin' | 'hide', isSet: boolean): Promise<void> {
    const request = { param: { id }, ...this.#caller }
    const changed = await callApi(isSet ? 'PUT' : 'DELETE', `/notes/:id/${mark}`, request)
    this.#set({ ...this.#state, notes: this.#state.notes.map((note) => (note.id === id ? changed : note)) })
    emitNoteChange(id, changed)
  }

  /** @throws ApiProblem */
  async remove(id: string): Promise<void> {
    await callApi('DELETE', '/notes/:id', { param: { id }, ...this.#caller })
    this.drop(id)
    emitNoteChange(id, null)
  }

  /** Leaves out the notes of an account, or shows them again. @throws ApiProblem */
  async mute(uid: string, isMuted: boolean): Promise<void> {
    await callApi(isMuted ? 'PUT' : 'DELETE', '/me/muted/:uid', { param: { uid }, ...this.#caller })
    if (isMuted) this.#keep((note) => note.author.uid !== uid)
    else await this.load()
  }

  #keep(isKept: (note: ShownNote) => boolean): void {
    const notes = this.#state.notes.filter(isKept)
    this.#set({ ...this.#state, notes, total: this.#state.total - (this.#state.notes.length - notes.length) })
  }

  /** Aborts a call when the store is closed, and sends no cookies from an embed. */
  get #caller() {
    const credentials: RequestCredentials = this.#options.isEmbedded ? 'omit' : 'same-origin'
    return { credentials, signal: this.#closing.signal }
  }

  async #readTimes(): Promise<void> {
    try {
      const request = { param: { uid: this.#options.videoId }, ...this.#caller }
      const { frames, times } = await callApi('GET', '/videos/:uid/frame-times', request)
      const varying = times && FrameTimes.varying(times, this.#durationSeconds)
      this.#set({
        ...this.#state,
        times: varying ?? FrameTimes.atRate(this.#state.times.rate ?? NOMINAL_FRAME_RATE, frames),
      })
    } catch (problem) {
      // The frames are not analysed yet, or the video is stored by a hosted service.
      const isUnknown = problem instanceof ApiProblem && problem.status === 404
      if (!isUnknown) this.#reading = null
      if (!isUnknown) throw problem
      if (this.#options.isRateVarying && !this.#awaitsTimes) void this.#correctTimes().catch(() => {})
    }
  }

  async #correctTimes(): Promise<void> {
    this.#awaitsTimes = true
    const { credentials, signal } = this.#caller
    await waitForAnalysis(this.#options.videoId, credentials, signal)
    this.#awaitsTimes = false
    await this.#readTimes()
  }

  #set(state: NotesState): void {
    if (this.#closing.signal.aborted) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** Stores in use, by episode. */
const stores = new Map<string, NoteStore>()

function storeOf(options: NoteOptions, durationSeconds: number, isFollowedOnly: boolean): NoteStore {
  const known = stores.get(options.episodeId)
  if (known) return known
  const store = new NoteStore(options, durationSeconds, isFollowedOnly)
  stores.set(options.episodeId, store)
  return store
}

/** The store of an episode's notes; null while nothing on the page shows or writes them. */
export const findNoteStore = (episodeId: string): NoteStore | null => stores.get(episodeId) ?? null

interface UsedNotes {
  store: NoteStore
  state: NotesState
}

/** The notes of an episode; its player and its list share them. */
export function useNotes(options: NoteOptions, durationSeconds: number): UsedNotes {
  const found = useNotesOnceUsed(options, durationSeconds)
  if (!found) throw new Error('Notes were asked for without an episode')
  return found
}

const subscribeToNothing = () => () => {}
const readNothing = () => null

/** The same for a part of the page that needs them later. @param options null until it does, and always without a film */
export function useNotesOnceUsed(options: NoteOptions | null, durationSeconds: number): UsedNotes | null {
  const episodeId = options?.episodeId ?? null
  const isFollowedOnly = useNoteSettings().isFollowedOnly && options !== null && options.viewerUid !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest belongs to the episode
  const store = useMemo(() => options && storeOf(options, durationSeconds, isFollowedOnly), [episodeId])
  const read = store?.read ?? readNothing
  const state = useSyncExternalStore(store?.subscribe ?? subscribeToNothing, read, read)
  useEffect(() => {
    void store?.readFollowedOnly(isFollowedOnly)
  }, [store, isFollowedOnly])
  useEffect(
    () => () => {
      // After the other parts of the same page have gone.
      queueMicrotask(() => {
        if (!store || episodeId === null || store.isUsed || stores.get(episodeId) !== store) return
        stores.delete(episodeId)
        store.close()
      })
    },
    [store, episodeId],
  )
  return store && state && { store, state }
}
