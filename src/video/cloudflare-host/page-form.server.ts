import { createWriteStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import { FORM_OVERHEAD_BYTES, receiveForm } from '../ingest/receive-form.server.ts'
import { storableName } from '../ingest/receive-page-form.server.ts'
import type { PageForm } from '../video-host.ts'
import { FORM_MAX_BYTES } from './client.server.ts'

interface ReceivedForm {
  account: Account
  name: string
  path: string
  sizeBytes: number
}

/**
 * Receives the upload form of a page without scripts into a local folder, to be forwarded from there: its owner and
 * size are known only while it arrives.
 *
 * @throws Refusal video.upload_malformed, video.file_missing, video.too_many_bytes, and the refusals of `admit` and
 *   `admitUpload`
 */
export async function receiveHostedForm(
  dir: string,
  { body, contentType, sizeBytes, admit }: PageForm,
  admitUpload: (account: Account, upload: { name: string; sizeBytes: number }) => string,
): Promise<ReceivedForm> {
  if (!body || !Number.isSafeInteger(sizeBytes) || sizeBytes <= 0) throw new Refusal('video.upload_malformed')
  const path = join(dir, 'form')
  let sender: { account: Account; name: string } | null = null
  const headers = { 'content-type': contentType, 'content-length': String(sizeBytes) }
  const received = await receiveForm(
    Readable.fromWeb(body as ReadableStream),
    headers,
    sizeBytes,
    async (file, fields) => {
      const account = admit(fields, file.name === '' ? null : file)
      if (sizeBytes > FORM_MAX_BYTES + FORM_OVERHEAD_BYTES) throw new Refusal('video.too_many_bytes', { field: 'file' })
      sender = { account, name: admitUpload(account, { name: storableName(file.name), sizeBytes }) }
      return { store: (bytes) => storeAt(path, bytes), empty: () => truncate(path) }
    },
  )
  if (sender === null) admit(received.fields, null)
  if (sender === null || received.sizeBytes === 0) throw new Refusal('video.file_missing', { field: 'file' })
  const { account, name } = sender as { account: Account; name: string }
  return { account, name, path, sizeBytes: received.sizeBytes }
}

async function storeAt(path: string, bytes: Readable): Promise<number> {
  const file = createWriteStream(path)
  await pipeline(bytes, file)
  return file.bytesWritten
}
