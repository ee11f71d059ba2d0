import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import type { RefusalCode } from '#app/messages.ts'
import { refusePage } from '#app/refused.server.ts'
import { AVATAR_MAX_BYTES } from '#creators/avatar.ts'
import type { Account } from '#identity/account.ts'
import type { ArrivingFile } from '#platform/arriving-files.server.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'

/** The words of the largest form. */
const WORDS_MAX_BYTES = 64 * 1024
const FORM_MAX_BYTES = AVATAR_MAX_BYTES + WORDS_MAX_BYTES
/** How much of a form that is too large is read and dropped, so that its browser listens to the answer. */
const DROPPED_MAX_BYTES = 64 * 1024 ** 2

/** What a form holds besides a file; the last of a name wins. */
export type TypedFields = Map<string, string>

/** The words of a form without a file. What cannot be read is the answer of the whole page. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (thrown) {
    refusePage(isRefusal(thrown) ? thrown : new Refusal('request.unreadable'))
  }
}

/**
 * The words of a form whose file is not taken: those that come before it. Nothing is read of a form that is larger than
 * words are, unless it is `wanted` all the same, to give back what was typed.
 */
export async function readTyped(request: Request, { wanted = false } = {}): Promise<TypedFields> {
  const fields: TypedFields = new Map()
  if (!wanted && announcedBytes(request) > WORDS_MAX_BYTES) return fields
  const form = openForm(request, fields)
  let isOver = false
  const end = () => {
    isOver = true
  }
  form.on('file', (_name, file) => {
    file.resume()
    end()
  })
  form.on('error', end)
  let size = 0
  for await (const piece of request.body ?? []) {
    form.write(piece)
    // A part is told of a moment after its last byte.
    await setImmediate()
    size += piece.length
    if (isOver || size > WORDS_MAX_BYTES) return fields
  }
  form.end()
  await setImmediate()
  return fields
}

/** A form that may carry a picture. */
export interface PictureForm {
  fields: TypedFields
  /** Empty when none was chosen. */
  picture: Pick<Blob, 'size' | 'bytes'>
}

/**
 * Reads a form that may carry a picture, which lies on disk for as long as `use` takes.
 * @param tooLarge what a form is refused with that is larger than any with a picture of ours; only a picture makes it so
 * @throws Refusal
 */
export function withPictureForm<Result>(
  context: Readonly<RouterContextProvider>,
  account: Account,
  request: Request,
  tooLarge: { code: RefusalCode; field: string },
  use: (form: PictureForm) => Promise<Result>,
): Promise<Result> {
  return context.get(hoshiContext).arriving.lend(account.uid, async (picture) => {
    const fields: TypedFields = new Map()
    const sizeBytes = await receive(request, openForm(request, fields), picture, tooLarge.field)
    if (sizeBytes > FORM_MAX_BYTES || picture.size > AVATAR_MAX_BYTES) {
      throw new Refusal(tooLarge.code, { field: tooLarge.field })
    }
    return await use({ fields, picture })
  })
}

/** Writes the form's picture. @returns how large the form is, or more than it may be */
async function receive(
  request: Request,
  form: BusboyInstance,
  picture: ArrivingFile,
  pictureName: string,
): Promise<number> {
  if (announcedBytes(request) > DROPPED_MAX_BYTES) return announcedBytes(request)
  let size = 0
  let writing = Promise.resolve()
  // A form that breaks off leaves its file waiting for an end that never comes.
  const over = new AbortController()

  async function write(file: BusboyFileStream): Promise<void> {
    await pipeline(file, (pieces) => picture.receive(pieces), { signal: over.signal })
  }

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of request.body ?? []) {
      size += piece.length
      if (size > DROPPED_MAX_BYTES) return
      yield piece
    }
  }

  form.on('file', (name, file) => {
    if (name !== pictureName) return void file.resume()
    writing = write(file)
    // Told where it is waited for.
    writing.catch(() => file.resume())
  })
  try {
    await pipeline(counted, form)
    await writing
  } catch (thrown) {
    over.abort(thrown)
    await writing.catch(() => {})
    if (size > DROPPED_MAX_BYTES) return size
    throw isFormError(thrown) ? new Refusal('request.unreadable') : thrown
  }
  return size
}

/** Busboy throws plain errors without a code; the system's own and refusals carry one. */
function isFormError(thrown: unknown): boolean {
  return thrown instanceof Error && !('code' in thrown)
}

function announcedBytes(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0)
}

function openForm(request: Request, fields: TypedFields): BusboyInstance {
  try {
    const form = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        files: 1,
        fields: 24,
        fieldSize: WORDS_MAX_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
        // One more than may be: then it shows.
        fileSize: AVATAR_MAX_BYTES + 1,
      },
    })
    form.on('field', (name, value) => fields.set(name, value))
    // A part that breaks off is told of by its form; on its own it would end the process.
    form.on('file', (_name, file) => file.on('error', () => {}))
    return form
  } catch {
    throw new Refusal('request.unreadable')
  }
}
