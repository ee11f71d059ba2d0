import { Readable } from 'node:stream'
import { newId } from '#platform/ids.server.ts'
import type { ArchivedFile } from './open-archive.server.ts'

/**
 * The form in which a page without scripts would send this file, so that it is received as any other upload.
 *
 * @param signal ends the form
 */
export function videoForm(file: ArchivedFile, fileName: string, signal: AbortSignal) {
  const { boundary, head, tail } = frameOf(fileName)
  async function* parts() {
    yield head
    for await (const chunk of await file.read()) {
      signal.throwIfAborted()
      yield chunk as Buffer
    }
    yield tail
  }
  return {
    body: Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream<Uint8Array>,
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: head.length + file.sizeBytes + tail.length,
  }
}

/** Size of every form of this file. */
export function videoFormBytes({ sizeBytes }: Pick<ArchivedFile, 'sizeBytes'>, fileName: string): number {
  const { head, tail } = frameOf(fileName)
  return head.length + sizeBytes + tail.length
}

/** The bytes of the form before and after the file, whose number depends on the file's name only. */
function frameOf(fileName: string) {
  const boundary = `file-${newId()}`
  const disposition = `Content-Disposition: form-data; name="file"; filename="${fileName}"`
  const head = Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`)
  return { boundary, head, tail: Buffer.from(`\r\n--${boundary}--\r\n`) }
}

/** The last part of a file name, without characters that a form does not allow there; `upload` when none is left. */
export function safeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const cleaned = last.replace(/[\p{Cc}\p{Cs}"%]/gu, '').trim()
  return [...cleaned].slice(0, 200).join('') || 'upload'
}
