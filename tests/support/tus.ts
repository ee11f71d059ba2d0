import { randomBytes } from 'node:crypto'
import type { Person } from './person.ts'
import { openRaw, type RawAnswer, sendRaw } from './raw-http.ts'

/** An upload address as POST /api/v1/videos hands it out. */
export interface Address {
  uid: string
  uploadURL: string
  protocols: string[]
  expiresAt: string
  maxDurationSeconds: number
}

/** Bytes that are no video, different at every call. */
export function someBytes(count: number): Buffer {
  return randomBytes(count)
}

export async function askForAddress(person: Person, sizeBytes: number): Promise<Address> {
  const answer = await person.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes })
  if (answer.status !== 201) throw new Error(`Asking for an address answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Address
}

const protocol = { 'Tus-Resumable': '1.0.0' }

export function patchHeaders(offset: number, length: number): Record<string, string> {
  return {
    ...protocol,
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': String(length),
    'Upload-Offset': String(offset),
  }
}

/** Sends a piece as a tus client without cookies does. */
export function patch(url: string, offset: number, bytes: Uint8Array): Promise<RawAnswer> {
  return sendRaw(url, { method: 'PATCH', headers: patchHeaders(offset, bytes.length), body: bytes })
}

/** Begins a piece whose bytes the caller writes. */
export function openPatch(url: string, offset: number, length: number) {
  return openRaw(url, { method: 'PATCH', headers: patchHeaders(offset, length) })
}

export function head(url: string): Promise<RawAnswer> {
  return sendRaw(url, { method: 'HEAD', headers: protocol })
}

export function cancel(url: string): Promise<RawAnswer> {
  return sendRaw(url, { method: 'DELETE', headers: protocol })
}

/** What HEAD says is there. */
export async function offsetOf(url: string): Promise<number> {
  const answer = await head(url)
  if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}.`)
  return Number(answer.headers['upload-offset'])
}
