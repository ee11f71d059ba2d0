import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import type { PageVisitor } from '#app/frame/visitor.ts'
import { isVideoFile } from '#video/video.ts'
import { dropVideo, findLikeFile, isStillSignedIn } from './api.ts'
import { readLength } from './read-length.ts'
import { forget, isSameFile, type Remembered, recall, type Words } from './remembered.ts'
import { problemOf, runUpload } from './run-upload.ts'
import { firstProblem, initialUploadState, isTooLong, problemFor, tooLong, uploadReducer } from './upload-state.ts'

/** The upload form's behaviour once scripts run. The form element keeps the words; this keeps the rest. */
export function useUpload(visitor: PageVisitor, form: RefObject<HTMLFormElement | null>) {
  const [state, tell] = useReducer(uploadReducer, initialUploadState)
  const [left, setLeft] = useState<Remembered | null>(null)
  const file = useRef<File | null>(null)
  const lengthRead = useRef<Promise<void>>(Promise.resolve())
  const running = useRef<AbortController | null>(null)

  useEffect(() => {
    setLeft(recall(visitor.uid))
    // Leaving the page stops sending; choosing the same file again continues.
    return () => running.current?.abort(new Error('page left'))
  }, [visitor.uid])

  // A file chosen before the scripts came told nobody.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once, when the page comes alive
  useEffect(() => {
    const input = form.current?.elements.namedItem('file')
    if (input instanceof HTMLInputElement) chooseFile(input.files?.[0])
  }, [])

  function dropFile(): void {
    file.current = null
    const input = form.current?.elements.namedItem('file')
    if (input instanceof HTMLInputElement) input.value = ''
  }

  function chooseFile(chosen: File | undefined): void {
    if (!chosen) return
    if (!isVideoFile(chosen)) {
      dropFile()
      tell({ type: 'file dropped', problem: problemFor('video.file_missing') })
      return
    }
    file.current = chosen
    tell({ type: 'file chosen', file: { name: chosen.name, sizeBytes: chosen.size, lengthSeconds: null } })
    void findLikeFile(chosen).then((like) => {
      if (like && file.current === chosen) tell({ type: 'seen before', like })
    })
    lengthRead.current = readLength(chosen).then((seconds) => {
      if (file.current !== chosen || seconds === null) return
      if (isTooLong(seconds)) {
        dropFile()
        tell({ type: 'file dropped', problem: tooLong(seconds) })
      } else tell({ type: 'length read', lengthSeconds: seconds })
    })
  }

  async function submit(): Promise<void> {
    if (running.current || !form.current) return
    const run = new AbortController()
    running.current = run
    const words = readWords(form.current)
    try {
      const isSignedIn = await isStillSignedIn(run.signal)
      const hadFile = file.current !== null
      const submission = { isSignedIn, role: visitor.role, title: words.title, genre: words.genre }
      const problem = firstProblem({ ...submission, hasFile: hadFile })
      if (problem) return tell({ type: 'refused', problem })
      await lengthRead.current
      // Too long after all: its own sentence stands at the file already.
      if (!file.current) return
      tell({ type: 'submitted' })
      await runUpload({ account: visitor, file: file.current, words }, tell, run.signal)
    } catch (thrown) {
      if (run.signal.aborted) return
      const problem = problemOf(thrown)
      if (problem.at === 'file') dropFile()
      tell({ type: problem.at === 'file' ? 'file dropped' : 'refused', problem })
    } finally {
      if (running.current === run) running.current = null
      setLeft(recall(visitor.uid))
    }
  }

  /** Stops, and frees what had arrived. */
  function cancel(): void {
    const upload = recall(visitor.uid)
    running.current?.abort(new Error('cancelled'))
    running.current = null
    forget()
    setLeft(null)
    tell({ type: 'cancelled' })
    if (upload) void dropVideo(upload.videoId)
  }

  const continues = left !== null && file.current !== null && isSameFile(left, file.current)
  return { state, left, continues, chooseFile, submit, cancel }
}

function readWords(form: HTMLFormElement): Words {
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
