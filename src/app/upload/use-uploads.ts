import { useEffect, useReducer, useRef, useState } from 'react'
import type { PageVisitor } from '#app/frame/visitor.ts'
import { isTooLong, isVideoFile } from '#video/video.ts'
import { dropVideo, findLikeFile, isStillSignedIn } from './api.ts'
import { readLength } from './read-length.ts'
import { forget, isSameFile, marksOf, recall, recallAll, type Words } from './remembered.ts'
import { problemOf, runUpload } from './run-upload.ts'
import { createTurns } from './turns.ts'
import {
  matchFiles,
  newItem,
  noWords,
  readyItems,
  titleFromName,
  type UploadList,
  uploadListReducer,
} from './upload-list.ts'
import { firstProblem, type Problem, problemFor, tooLong, type UploadEvent } from './upload-state.ts'

/** What of an upload is no state: it lives as long as the page. */
interface Running {
  file: File | null
  lengthRead: Promise<void>
  run: AbortController | null
}

export type Uploads = ReturnType<typeof useUploads>

/** What the upload page can do, once scripts run. Each form element keeps its words; this keeps the rest. */
export function useUploads(visitor: PageVisitor) {
  const [list, tell] = useReducer(
    uploadListReducer,
    null,
    (): UploadList => ({
      items: [newItem('1')],
      isQueue: false,
    }),
  )
  /** What stands against all of them at once. */
  const [problem, setProblem] = useState<Problem | null>(null)
  const latest = useRef(list)
  latest.current = list
  const forms = useRef(new Map<string, HTMLFormElement>())
  const running = useRef(new Map<string, Running>())
  const numbers = useRef({ item: 1, joined: 0 })
  const [turns] = useState(createTurns)

  const tellOne = (id: string, event: UploadEvent) => tell({ type: 'told', id, event })
  const nextId = () => String(++numbers.current.item)
  const itemOf = (id: string) => latest.current.items.find((item) => item.id === id)

  function runningOf(id: string): Running {
    const known = running.current.get(id) ?? { file: null, lengthRead: Promise.resolve(), run: null }
    running.current.set(id, known)
    return known
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the page comes alive
  useEffect(() => {
    const left = recallAll(visitor.uid)
    const [only] = latest.current.items
    if (left.length > 1) {
      const items = left.map((each) => newItem(nextId(), { fileName: each.name, words: each.words, left: each }))
      tell({ type: 'queue opened', items })
    } else if (only) {
      tell({ type: 'changed', id: only.id, to: { left: left[0] ?? null } })
      // A file chosen before the scripts came told nobody.
      const input = forms.current.get(only.id)?.elements.namedItem('file')
      if (input instanceof HTMLInputElement && input.files) choose([...input.files])
    }
    // Leaving the page stops sending; choosing the same files again continues.
    return () => {
      for (const { run } of running.current.values()) run?.abort(new Error('page left'))
    }
  }, [visitor.uid])

  function dropFile(id: string): void {
    runningOf(id).file = null
    const input = forms.current.get(id)?.elements.namedItem('file')
    if (input instanceof HTMLInputElement) input.value = ''
  }

  /** Gives an upload its file. */
  function take(id: string, chosen: File): void {
    const one = runningOf(id)
    if (!isVideoFile(chosen)) {
      dropFile(id)
      tellOne(id, { type: 'file dropped', problem: problemFor('video.file_missing') })
      return
    }
    one.file = chosen
    const left = recall(visitor.uid, marksOf(chosen))
    tell({ type: 'changed', id, to: { fileName: chosen.name, continues: left !== null, ...(left ? { left } : {}) } })
    tellOne(id, { type: 'file chosen', file: { name: chosen.name, sizeBytes: chosen.size, lengthSeconds: null } })
    void findLikeFile(chosen).then((like) => {
      if (like && one.file === chosen) tellOne(id, { type: 'seen before', like })
    })
    one.lengthRead = readLength(chosen).then((seconds) => {
      if (one.file !== chosen || seconds === null) return
      if (isTooLong(seconds)) {
        dropFile(id)
        tellOne(id, { type: 'file dropped', problem: tooLong(seconds) })
      } else tellOne(id, { type: 'length read', lengthSeconds: seconds })
    })
  }

  /** Takes what was chosen or dropped: one file for the one form, or a queue of several. */
  function choose(files: File[]): void {
    const { items, isQueue } = latest.current
    const [only] = items
    const [file] = files
    if (!file) return
    if (!isQueue && only && files.length === 1) {
      take(only.id, file)
      return
    }
    const isHere = (chosen: File) =>
      isQueue && [...running.current.values()].some((one) => one.file && isSameFile(marksOf(one.file), marksOf(chosen)))
    const matched = matchFiles(
      files.filter((chosen) => !isHere(chosen)),
      items,
    )
    const typed = isQueue || !only ? noWords : readWords(forms.current.get(only.id), only.words)
    const taken = matched.map(({ file: chosen, item: known }, place) => {
      const words = wordsFor(chosen, typed, place === 0)
      const item = known ?? newItem(nextId(), { fileName: chosen.name, words })
      return { chosen, item: isQueue ? item : { ...item, words }, isNew: known === null }
    })
    const fresh = taken.filter(({ isNew }) => isNew).map(({ item }) => item)
    if (isQueue) tell({ type: 'added', items: fresh })
    else tell({ type: 'queue opened', items: taken.map(({ item }) => item) })
    for (const { item, chosen } of taken) take(item.id, chosen)
  }

  /** Sends every upload that is ready, in their order; one that breaks a rule says so, and the others go. */
  async function submit(): Promise<void> {
    const ready = readyItems(latest.current).filter(({ id }) => runningOf(id).run === null)
    if (ready.length === 0) return
    const asking = new AbortController()
    for (const { id } of ready) runningOf(id).run = asking
    setProblem(null)
    const isSignedIn = await isStillSignedIn(asking.signal)
    const against = latest.current.isQueue ? firstProblem({ ...nothingMissing, isSignedIn, role: visitor.role }) : null
    setProblem(against)
    const going = against
      ? []
      : ready.filter(({ id, words }) => mayGo(id, readWords(forms.current.get(id), words), isSignedIn))
    await Promise.all(going.map(({ id }) => runningOf(id).lengthRead))
    for (const { id } of ready) if (runningOf(id).run === asking) runningOf(id).run = null
    for (const { id } of going) void send(id)
  }

  function mayGo(id: string, words: Words, isSignedIn: boolean): boolean {
    tell({ type: 'changed', id, to: { words } })
    const { title, genre } = words
    const hasFile = runningOf(id).file !== null
    const problem = firstProblem({ isSignedIn, role: visitor.role, title, genre, hasFile })
    if (problem) tellOne(id, { type: 'refused', problem })
    return problem === null
  }

  async function send(id: string): Promise<void> {
    const one = runningOf(id)
    const { file } = one
    const words = readWords(forms.current.get(id), itemOf(id)?.words ?? noWords)
    // Too long after all: its own sentence stands at the file already.
    if (!file || one.run) return
    const run = new AbortController()
    one.run = run
    tell({ type: 'changed', id, to: { words } })
    if (!turns.isFree) tellOne(id, { type: 'lined up', joinedAs: ++numbers.current.joined })
    try {
      await runUpload({ account: visitor, file, words }, turns, (event) => tellOne(id, event), run.signal)
    } catch (thrown) {
      if (run.signal.aborted) return
      const problem = problemOf(thrown)
      if (problem.at === 'file') dropFile(id)
      tellOne(id, { type: problem.at === 'file' ? 'file dropped' : 'refused', problem })
    } finally {
      if (one.run === run) one.run = null
      const left = recall(visitor.uid, marksOf(file))
      tell({ type: 'changed', id, to: { left, continues: left !== null } })
    }
  }

  /** Stops one, and frees what had arrived of it. */
  function cancel(id: string): void {
    const one = runningOf(id)
    const left = (one.file && recall(visitor.uid, marksOf(one.file))) ?? itemOf(id)?.left
    one.run?.abort(new Error('cancelled'))
    one.run = null
    if (left) forget(visitor.uid, left)
    tell({ type: 'changed', id, to: { left: null, continues: false } })
    tellOne(id, { type: 'cancelled' })
    if (left?.address) void dropVideo(left.address.videoId)
  }

  function remove(id: string): void {
    cancel(id)
    running.current.delete(id)
    tell({ type: 'removed', id })
  }

  const keepForm = (id: string) => (form: HTMLFormElement | null) => {
    if (form) forms.current.set(id, form)
    else forms.current.delete(id)
  }

  return { list, problem, choose, take, submit, cancel, remove, keepForm }
}

/** What was typed before several files came goes with all of them, but for what belongs to one episode. */
function wordsFor(file: File, typed: Words, isFirst: boolean): Words {
  const ownTitle = isFirst && typed.title.trim() !== ''
  return {
    ...typed,
    title: ownTitle ? typed.title : titleFromName(file.name),
    description: isFirst ? typed.description : '',
  }
}

/** For the rules that all uploads of a page break together. */
const nothingMissing = { title: 'any', genre: 'any', hasFile: true }

/** What stands in a form now, or what stood there while it is put away. */
function readWords(form: HTMLFormElement | undefined, before: Words): Words {
  if (!form) return before
  const entries = new FormData(form)
  const text = (name: string) => String(entries.get(name) ?? '')
  return {
    title: text('title'),
    genre: text('genre'),
    description: text('description'),
    tags: text('tags'),
    nsfw: entries.get('nsfw') !== null,
  }
}
