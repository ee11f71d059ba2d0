import { useEffect, useRef, useState } from 'react'
import { messages } from '#app/messages.ts'
import { ApiProblem, patiently, requestUpload } from '#app/upload/api.ts'
import { readLength } from '#app/upload/read-length.ts'
import { SendFailed, sendFile, sendForm, UploadGone } from '#app/upload/send-file.ts'
import { isTooLong, isVideoFile } from '#video/video.ts'
import { awaitVideo, cancelReplacement, retryVideo } from './dashboard-api.ts'
import type { OwnRow } from './own-row.ts'
import { REPLACING_FAILED, TOO_LONG } from './problems.ts'

/** A new file on its way to one episode. */
export interface Sending {
  name: string
  sentBytes: number
  totalBytes: number
  /** The connection is gone: seconds until it is tried again, 0 while it is; else null. */
  retrySeconds: number | null
}

/** How replacing the file of one episode is going, in this page. */
export interface Replacing {
  sending: Sending | null
  /** Something is asked of the server. */
  isBusy: boolean
  /** Why the last step did not succeed, in a sentence. */
  problem: string | null
}

export interface Replacements {
  of(row: OwnRow): Replacing
  /** Sends a new file and lets the episode wait for it. */
  replace(row: OwnRow, file: File | null): Promise<void>
  /** Stops sending, and lets the episode wait no more. */
  cancel(row: OwnRow): Promise<void>
  /** Tries to process the new file again. */
  retry(row: OwnRow): Promise<void>
}

const idle: Replacing = { sending: null, isBusy: false, problem: null }

/** New files for own episodes. They go on while dialogs open and close, and stop with the page; what arrived goes on by itself. */
export function useReplacements(): Replacements {
  const [all, setAll] = useState<Record<string, Replacing>>({})
  const running = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const runs = running.current
    return () => {
      for (const run of runs.values()) run.abort(new Error('page left'))
    }
  }, [])

  const change = (id: string, changes: Partial<Replacing>) =>
    setAll((before) => ({ ...before, [id]: { ...(before[id] ?? idle), ...changes } }))

  /** One step at a time for each episode; what stops it is told in a sentence. */
  async function run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const run = new AbortController()
    running.current.get(id)?.abort(new Error('something else is wished'))
    running.current.set(id, run)
    change(id, { sending: null, isBusy: true, problem: null })
    let problem: string | null = null
    try {
      await work(run.signal)
    } catch (thrown) {
      if (run.signal.aborted) return
      problem = sentenceFor(thrown)
    }
    if (running.current.get(id) !== run) return
    running.current.delete(id)
    change(id, { sending: null, isBusy: false, problem })
  }

  return {
    of: ({ id }) => all[id] ?? idle,

    replace: ({ id }, file) =>
      run(id, async (signal) => {
        if (!file || !isVideoFile(file)) throw new Unsuitable(messages['video.file_missing'])
        const seconds = await readLength(file)
        if (seconds !== null && isTooLong(seconds)) throw new Unsuitable(TOO_LONG)
        signal.throwIfAborted()
        const { name, size } = file
        const address = await patiently(signal, () => requestUpload({ name, sizeBytes: size }, signal))
        // Before the bytes: whatever becomes of this page, the episode knows what it waits for.
        await patiently(signal, () => awaitVideo(id, address.uid, signal))
        const tell = (sentBytes: number, retrySeconds: number | null) =>
          change(id, { sending: { name, sentBytes, totalBytes: size, retrySeconds } })
        let sent = 0
        tell(sent, null)
        const listeners = {
          onSent(bytes: number) {
            sent = bytes
            tell(sent, null)
          },
          onConnectionLost: (seconds: number) => tell(sent, seconds),
        }
        const send = address.protocols.includes('tus') ? sendFile : sendForm
        await send(file, new URL(address.uploadURL, location.href).href, listeners, signal)
      }),

    cancel: ({ id, replacement }) =>
      run(id, async (signal) => {
        if (replacement) await cancelReplacement(id, replacement.videoId, signal)
      }),

    retry: ({ id, replacement }) =>
      run(id, async () => {
        if (replacement) await retryVideo(replacement.videoId)
      }),
  }
}

/** A file that need not be sent, in the words of the upload screen. */
class Unsuitable extends Error {}

function sentenceFor(thrown: unknown): string {
  if (thrown instanceof Unsuitable) return thrown.message
  if (thrown instanceof UploadGone) return messages['video.upload_gone']
  if (thrown instanceof ApiProblem || thrown instanceof SendFailed) return thrown.detail ?? REPLACING_FAILED
  console.error(thrown)
  return REPLACING_FAILED
}
