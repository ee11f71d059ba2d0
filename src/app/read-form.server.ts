import type { RefusalCode } from '#app/messages.ts'
import { AVATAR_MAX_BYTES } from '#creators/avatar.ts'
import { Refusal } from '#platform/refusal.ts'

/** Room for the words of the largest form around the picture. */
const FORM_MAX_BYTES = AVATAR_MAX_BYTES + 64 * 1024
/** How much of a form that is too large is read and dropped, so that its browser listens to the answer. */
const DRAINED_MAX_BYTES = 64 * 1024 ** 2

/**
 * Reads a form that may carry a picture.
 * @param tooLarge what a form is refused with that is larger than any with a picture of ours; only a picture makes it so
 * @throws Refusal
 */
export async function readFormWithPicture(
  request: Request,
  tooLarge: { code: RefusalCode; field: string },
): Promise<FormData> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.length
    if (size <= FORM_MAX_BYTES) pieces.push(piece)
    if (size > DRAINED_MAX_BYTES) break
  }
  if (size > FORM_MAX_BYTES) throw new Refusal(tooLarge.code, { field: tooLarge.field })
  const type = request.headers.get('content-type') ?? ''
  try {
    return await new Response(new Uint8Array(Buffer.concat(pieces)), { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw new Refusal('request.unreadable')
  }
}

/** The bytes of a picture in a form; none when nothing was chosen. */
export async function pictureIn(form: FormData, name: string): Promise<Uint8Array> {
  const picture = form.get(name)
  return picture instanceof Blob ? await picture.bytes() : new Uint8Array()
}
