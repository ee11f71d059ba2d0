import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import Busboy from '@fastify/busboy'
import { refusePartialForm } from '#app/http/read-form.server.ts'
import type { ArrivingArchive } from '#identity/imports.server.ts'
import { Refusal } from '#platform/refusal.ts'

/** Name of the field with the file. */
const ARCHIVE_FIELD = 'archive'

/**
 * Passes the file of a form on as it arrives. Ends the form when the archive is refused.
 *
 * @throws Refusal request.unreadable, and errors of `use`; the response of the page for a form without the field
 */
export async function receiveArchive(
  request: Request,
  use: (archive: Omit<ArrivingArchive, 'ip'>) => Promise<unknown>,
) {
  const form = openForm(request)
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  const sizeBytes = Number.isSafeInteger(declared) ? declared : null
  const over = new AbortController()
  let using: Promise<unknown> | null = null
  form.on('file', (name, file) => {
    if (name !== ARCHIVE_FIELD || using) return void file.resume()
    // The part of a truncated form never ends by itself.
    over.signal.addEventListener('abort', () => file.destroy(), { once: true })
    using = use({ body: file, sizeBytes })
    // Its rejection is handled where it is awaited.
    using.catch((error) => over.abort(error))
  })
  const source = Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream)
  const isWhole = await pipeline(source, form, { signal: over.signal }).then(
    () => true,
    (error) => {
      over.abort(error)
      return false
    },
  )
  if (using === null) return isWhole ? refusePartialForm() : refuseUnreadable()
  try {
    await using
  } catch (error) {
    // A premature end comes from the form, not from `use`.
    throw isPremature(error) ? new Refusal('request.unreadable', { field: ARCHIVE_FIELD }) : error
  }
}

function refuseUnreadable(): never {
  throw new Refusal('request.unreadable')
}

function isPremature(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function openForm(request: Request) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { files: 1, fields: 4, parts: 6, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 },
    })
  } catch {
    return refusePartialForm()
  }
}
