import { randomBytes } from 'node:crypto'
import type { Person } from './person.ts'
import { openRaw, type RawResponse, sendRaw } from './raw-http.ts'

/** An upload URL as POST /api/v1/videos returns it. */
export interface UploadTarget {
  uid: string
  uploadURL: string
  protocols: string[]
  expiresAt: string
  maxDurationSeconds: number
}

/** Bytes that are not a video, different on every call. */
export function someBytes(count: number): Buffer<ArrayBuffer> {
  return randomBytes(count)
}

export async function createUpload(person: Person, sizeBytes: number): Promise<UploadTarget> {
  const response = await person.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes })
  if (response.status !== 201)
    throw new Error(`Requesting an upload answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as UploadTarget
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
export function patch(url: string, offset: number, bytes: Uint8Array): Promise<RawResponse> {
  return sendRaw(url, { method: 'PATCH', headers: patchHeaders(offset, bytes.length), body: bytes })
}

/** Starts a piece whose bytes the caller writes. */
export function openPatch(url: string, offset: number, length: number) {
  return openRaw(url, { method: 'PATCH', headers: patchHeaders(offset, length) })
}

export function head(url: string): Promise<RawResponse> {
  return sendRaw(url, { method: 'HEAD', headers: protocol })
}

export function cancel(url: string): Promise<RawResponse> {
  return sendRaw(url, { method: 'DELETE', headers: protocol })
}

/** The offset that HEAD reports. */
export async function offsetOf(url: string): Promise<number> {
  const response = await head(url)
  if (response.status !== 200) throw new Error(`HEAD answered ${response.status}.`)
  return Number(response.headers['upload-offset'])
}
