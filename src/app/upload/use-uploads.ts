import { useEffect, useReducer, useRef, useState } from 'react'
import { publicValues, readVisibilityValues } from '#app/episodes/visibility-choice.ts'
import type { CurrentUser } from '#app/layout/current-user.ts'
import { isTooLong, isVideoFile } from '#video/video.ts'
import { deleteVideo, findSimilarFile, isStillSignedIn } from './api.ts'
import { createMutex } from './mutex.ts'
import { readDuration } from './read-duration.ts'
import { runUpload, uploadProblemOf } from './run-upload.ts'
import {
  type EpisodeValues,
  fileIdentityOf,
  findUpload,
  findUploads,
  isSameFile,
  removeUpload,
} from './saved-uploads.ts'
import {
  emptyValues,
  matchFiles,
  newItem,
  readyItems,
  titleFromName,
  type UploadList,
  uploadListReducer,
} from './upload-list.ts'
import { firstProblem, problemFor, tooLong, type UploadEvent, type UploadProblem } from './upload-state.ts'

/** The part of an upload that is not React state; it lives as long as the page. */
interface RunningUpload {
  file: File | null
  durationRead: Promise<void>
  controller: AbortController | null
}

export type Uploads = ReturnType<typeof useUploads>

/** State and actions of the upload page, once scripts run. Each form element holds its values; this hook holds the rest. */
export function useUploads(user: CurrentUser) {
  const [list, dispatch] = useReducer(
    uploadListReducer,
    null,
    (): UploadList => ({
      items: [newItem('1')],
      isQueue: false,
    }),
  )
  /** A problem that all uploads share. */
  const [problem, setProblem] = useState<UploadProblem | null>(null)
  const latestList = useRef(list)
  latestList.current = list
  const forms = useRef(new Map<string, HTMLFormElement>())
  const running = useRef(new Map<string, RunningUpload>())
  const counters = useRef({ item: 1, joined: 0 })
  const [mutex] = useState(createMutex)

  const dispatchTo = (id: string, event: UploadEvent) => dispatch({ type: 'upload event', id, event })
  const nextId = () => String(++counters.current.item)
  const itemOf = (id: string) => latestList.current.items.find((item) => item.id === id)

  function runningFor(id: string): RunningUpload {
    const entry = running.current.get(id) ?? { file: null, durationRead: Promise.resolve(), controller: null }
    running.current.set(id, entry)
    return entry
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on hydration
  useEffect(() => {
    const unfinished = findUploads(user.uid)
    const [single] = latestList.current.items
    if (unfinished.length > 1) {
      const items = unfinished.map((each) =>
        newItem(nextId(), { fileName: each.name, values: each.words, unfinished: each }),
      )
      dispatch({ type: 'queue opened', items })
    } else if (single) {
      dispatch({ type: 'changed', id: single.id, to: { unfinished: unfinished[0] ?? null } })
      // A file chosen before hydration fired no handler.
      const input = forms.current.get(single.id)?.elements.namedItem('file')
      if (input instanceof HTMLInputElement && input.files) choose([...input.files])
    }
    // Leaving the page stops sending; choosing the same files again resumes it.
    return () => {
      for (const { controller } of running.current.values()) controller?.abort(new Error('page left'))
    }
  }, [user.uid])

  function clearFile(id: string): void {
    runningFor(id).file = null
    const input = forms.current.get(id)?.elements.namedItem('file')
    if (input instanceof HTMLInputElement) input.value = ''
  }

  /** Assigns a file to an upload. */
  function assignFile(id: string, chosen: File): void {
    const upload = runningFor(id)
    if (!isVideoFile(chosen)) {
      clearFile(id)
      dispatchTo(id, { type: 'file dropped', problem: problemFor('video.file_missing') })
      return
    }
    upload.file = chosen
    const unfinished = findUpload(user.uid, fileIdentityOf(chosen))
    dispatch({
      type: 'changed',
      id,
      to: { fileName: chosen.name, isResuming: unfinished !== null, ...(unfinished ? { unfinished } : {}) },
    })
    dispatchTo(id, { type: 'file chosen', file: { name: chosen.name, sizeBytes: chosen.size, durationSeconds: null } })
    void findSimilarFile(chosen).then((similar) => {
      if (similar && upload.file === chosen) dispatchTo(id, { type: 'similar found', similar })
    })
    upload.durationRead = readDuration(chosen).then((seconds) => {
      if (upload.file !== chosen || seconds === null) return
      if (isTooLong(seconds)) {
        clearFile(id)
        dispatchTo(id, { type: 'file dropped', problem: tooLong(seconds) })
      } else dispatchTo(id, { type: 'duration read', durationSeconds: seconds })
    })
  }

  /** Accepts chosen or dropped files: one for the single form, or several for a queue. */
  function choose(files: File[]): void {
    const { items, isQueue } = latestList.current
    const [single] = items
    const [file] = files
    if (!file) return
    if (!isQueue && single && files.length === 1) {
      assignFile(single.id, file)
      return
    }
    const isListed = (chosen: File) =>
      isQueue &&
      [...running.current.values()].some(
        (upload) => upload.file && isSameFile(fileIdentityOf(upload.file), fileIdentityOf(chosen)),
      )
    const matched = matchFiles(
      files.filter((chosen) => !isListed(chosen)),
      items,
    )
    const typedValues = isQueue || !single ? emptyValues : readValues(forms.current.get(single.id), single.values)
    const assignments = matched.map(({ file: chosen, item: existing }, index) => {
      const values = valuesFor(chosen, typedValues, index === 0)
      const item = existing ?? newItem(nextId(), { fileName: chosen.name, values })
      return { chosen, item: isQueue ? item : { ...item, values }, isNew: existing === null }
    })
    const newItems = assignments.filter(({ isNew }) => isNew).map(({ item }) => item)
    if (isQueue) dispatch({ type: 'added', items: newItems })
    else dispatch({ type: 'queue opened', items: assignments.map(({ item }) => item) })
    for (const { item, chosen } of assignments) assignFile(item.id, chosen)
  }

  /** Sends every ready upload, in order; one that breaks a rule reports it, and does not stop the others. */
  async function submit(): Promise<void> {
    const ready = readyItems(latestList.current).filter(({ id }) => runningFor(id).controller === null)
    if (ready.length === 0) return
    const sessionCheck = new AbortController()
    for (const { id } of ready) runningFor(id).controller = sessionCheck
    setProblem(null)
    const isSignedIn = await isStillSignedIn(sessionCheck.signal)
    const sharedProblem = latestList.current.isQueue
      ? firstProblem({ ...validSubmission, isSignedIn, role: user.role })
      : null
    setProblem(sharedProblem)
    const startable = sharedProblem
      ? []
      : ready.filter(({ id, values }) => validate(id, readValues(forms.current.get(id), values), isSignedIn))
    await Promise.all(startable.map(({ id }) => runningFor(id).durationRead))
    for (const { id } of ready) if (runningFor(id).controller === sessionCheck) runningFor(id).controller = null
    for (const { id } of startable) void send(id)
  }

  function validate(id: string, values: EpisodeValues, isSignedIn: boolean): boolean {
    dispatch({ type: 'changed', id, to: { values } })
    const hasFile = runningFor(id).file !== null
    const problem = firstProblem({ ...values, isSignedIn, role: user.role, hasFile })
    if (problem) dispatchTo(id, { type: 'refused', problem })
    return problem === null
  }

  async function send(id: string): Promise<void> {
    const upload = runningFor(id)
    const { file } = upload
    const values = readValues(forms.current.get(id), itemOf(id)?.values ?? emptyValues)
    // The file was dropped as too long, which is already shown.
    if (!file || upload.controller) return
    const controller = new AbortController()
    upload.controller = controller
    dispatch({ type: 'changed', id, to: { values } })
    if (!mutex.isFree) dispatchTo(id, { type: 'queued', queueNumber: ++counters.current.joined })
    try {
      await runUpload({ account: user, file, values }, mutex, (event) => dispatchTo(id, event), controller.signal)
    } catch (thrown) {
      if (controller.signal.aborted) return
      const problem = uploadProblemOf(thrown)
      if (problem.at === 'file') clearFile(id)
      dispatchTo(id, { type: problem.at === 'file' ? 'file dropped' : 'refused', problem })
    } finally {
      if (upload.controller === controller) upload.controller = null
      const unfinished = findUpload(user.uid, fileIdentityOf(file))
      dispatch({ type: 'changed', id, to: { unfinished, isResuming: unfinished !== null } })
    }
  }

  /** Cancels one upload and removes its received bytes. */
  function cancel(id: string): void {
    const upload = runningFor(id)
    const unfinished = (upload.file && findUpload(user.uid, fileIdentityOf(upload.file))) ?? itemOf(id)?.unfinished
    upload.controller?.abort(new Error('cancelled'))
    upload.controller = null
    if (unfinished) removeUpload(user.uid, unfinished)
    dispatch({ type: 'changed', id, to: { unfinished: null, isResuming: false } })
    dispatchTo(id, { type: 'cancelled' })
    if (unfinished?.address) void deleteVideo(unfinished.address.videoId)
  }

  function remove(id: string): void {
    cancel(id)
    running.current.delete(id)
    dispatch({ type: 'removed', id })
  }

  const formRefFor = (id: string) => (form: HTMLFormElement | null) => {
    if (form) forms.current.set(id, form)
    else forms.current.delete(id)
  }

  return { list, problem, choose, assignFile: assignFile, submit, cancel, remove, formRefFor: formRefFor }
}

/** Values typed before several files were chosen apply to all, but title and description only to the first. */
function valuesFor(file: File, typedValues: EpisodeValues, isFirst: boolean): EpisodeValues {
  const ownTitle = isFirst && typedValues.title.trim() !== ''
  return {
    ...typedValues,
    title: ownTitle ? typedValues.title : titleFromName(file.name),
    description: isFirst ? typedValues.description : '',
  }
}

/** For checking only the rules that concern all uploads of a page. */
const validSubmission = { ...publicValues, title: 'any', genre: 'any', hasFile: true }

/** The current values of a form, or the previous ones while it is not rendered. */
function readValues(form: HTMLFormElement | undefined, fallback: EpisodeValues): EpisodeValues {
  if (!form) return fallback
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
