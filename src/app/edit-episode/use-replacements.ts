import { useEffect, useRef, useState } from 'react'
import { cancelReplacement, requestReplacement, retryVideo } from '#app/dashboard/dashboard-api.ts'
import { ApiProblem, withRetries } from '#app/http/api-client.ts'
import { REPLACING_FAILED, TOO_LONG } from '#app/messages/failures.ts'
import { pageRefusals } from '#app/messages/page-refusals.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { requestUpload } from '#app/upload/api.ts'
import { readDuration } from '#app/upload/read-duration.ts'
import { SendFailed, sendFile, sendForm, UploadGone } from '#app/upload/send-file.ts'
import { isTooLong, isVideoFile } from '#video/video.ts'

/** The upload of a new file for one episode. */
export interface ReplacementUpload {
  name: string
  sentBytes: number
  totalBytes: number
  /** While the connection is lost: seconds until the next attempt, 0 during one; otherwise null. */
  retrySeconds: number | null
}

/** State of replacing the file of one episode on this page. */
export interface ReplacementState {
  upload: ReplacementUpload | null
  /** Whether a step is running. */
  isBusy: boolean
  /** Why the last step failed, as a message for the user. */
  problem: string | null
}

export interface Replacements {
  of(row: OwnRow): ReplacementState
  /** Uploads a new file to replace the current one. */
  replace(row: OwnRow, file: File | null): Promise<void>
  /** Stops the upload and cancels the replacement. */
  cancel(row: OwnRow): Promise<void>
  /** Retries processing of the new file. */
  retry(row: OwnRow): Promise<void>
}

const idle: ReplacementState = { upload: null, isBusy: false, problem: null }

/** Replaces the files of own episodes. Uploads outlive the dialog but not the page; the server processes complete ones. */
export function useReplacements(): Replacements {
  const [all, setAll] = useState<Record<string, ReplacementState>>({})
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const runs = running.current
    return () => {
      for (const controller of runs.values()) controller.abort(new Error('page left'))
    }
  }, [])

  const update = (id: string, changes: Partial<ReplacementState>) =>
    setAll((previous) => ({ ...previous, [id]: { ...(previous[id] ?? idle), ...changes } }))

  /** Runs one step at a time per episode, aborting the previous one; reports a failure as a message. */
  async function runStep(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController()
    running.current.get(id)?.abort(new Error('superseded by another step'))
    running.current.set(id, controller)
    update(id, { upload: null, isBusy: true, problem: null })
    let problem: string | null = null
    try {
      await work(controller.signal)
    } catch (thrown) {
      if (controller.signal.aborted) return
      problem = errorMessage(thrown)
    }
    if (running.current.get(id) !== controller) return
    running.current.delete(id)
    update(id, { upload: null, isBusy: false, problem })
  }

  return {
    of: ({ id }) => all[id] ?? idle,

    replace: ({ id }, file) =>
      runStep(id, async (signal) => {
        if (!file || !isVideoFile(file)) throw new UnsuitableFile(pageRefusals['video.file_missing'])
        const seconds = await readDuration(file)
        if (seconds !== null && isTooLong(seconds)) throw new UnsuitableFile(TOO_LONG)
        signal.throwIfAborted()
        const { name, size } = file
        const target = await withRetries(signal, () => requestUpload({ name, sizeBytes: size }, signal))
        // Before the upload, so that the replacement is set even if this page is closed.
        await withRetries(signal, () => requestReplacement(id, target.uid, signal))
        const report = (sentBytes: number, retrySeconds: number | null) =>
          update(id, { upload: { name, sentBytes, totalBytes: size, retrySeconds } })
        let sent = 0
        report(sent, null)
        const listeners = {
          onSent(bytes: number) {
            sent = bytes
            report(sent, null)
          },
          onConnectionLost: (seconds: number) => report(sent, seconds),
        }
        const send = target.protocols.includes('tus') ? sendFile : sendForm
        await send(file, new URL(target.uploadURL, location.href).href, listeners, signal)
      }),

    cancel: ({ id, replacement }) =>
      runStep(id, async (signal) => {
        if (replacement) await cancelReplacement(id, replacement.videoId, signal)
      }),

    retry: ({ id, replacement }) =>
      runStep(id, async () => {
        if (replacement) await retryVideo(replacement.videoId)
      }),
  }
}

/** A file refused before sending, with the upload screen's message. */
class UnsuitableFile extends Error {}

function errorMessage(thrown: unknown): string {
  if (thrown instanceof UnsuitableFile) return thrown.message
  if (thrown instanceof UploadGone) return pageRefusals['video.upload_gone']
  if (thrown instanceof ApiProblem || thrown instanceof SendFailed) return thrown.detail ?? REPLACING_FAILED
  console.error(thrown)
  return REPLACING_FAILED
}
