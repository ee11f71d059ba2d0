import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { eventually } from '#tests/support/run/eventually.ts'

export interface Caller {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface Upload {
  uid: string
  /** One-time URL. */
  url: string
}

const protocol = { 'Tus-Resumable': '1.0.0' }

/** @throws Error when no URL is returned */
export async function requestUpload(person: Caller, path: string): Promise<Upload> {
  const response = await person.call('POST', '/api/v1/videos', { name: 'clip', sizeBytes: readFileSync(path).length })
  if (response.status !== 201)
    throw new Error(`Requesting an upload answered ${response.status}: ${await response.text()}`)
  const { uid, uploadURL } = (await response.json()) as { uid: string; uploadURL: string }
  return { uid, url: uploadURL }
}

/** Offset that the server reports. */
export async function offsetOf(person: Caller, { url }: Upload): Promise<number> {
  const response = await person.call('HEAD', url, undefined, protocol)
  if (response.status !== 200) throw new Error(`HEAD answered ${response.status}`)
  return Number(response.headers.get('upload-offset'))
}

/** Sends these bytes from `offset` on. @returns the acknowledged offset */
export async function send(person: Caller, { url }: Upload, bytes: Uint8Array, offset: number): Promise<number> {
  const response = await person.call('PATCH', url, bytes, {
    ...protocol,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  })
  if (response.status !== 204) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`)
  return Number(response.headers.get('upload-offset'))
}

/** Uploads a file. @returns its uid */
export async function upload(person: Caller, path: string): Promise<string> {
  const target = await requestUpload(person, path)
  await send(person, target, readFileSync(path), 0)
  return target.uid
}

/** Starts sending and stops in the middle, as a slow connection does; it stays open until the server dies. */
export async function sendAndStall({ url }: Upload, bytes: Uint8Array, offset: number, total: number): Promise<void> {
  const sending = request(url, {
    method: 'PATCH',
    headers: {
      ...protocol,
      Origin: new URL(url).origin,
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
      'Content-Length': String(total - offset),
    },
  })
  sending.on('error', () => {
    // The server is killed while this waits.
  })
  await new Promise<void>((written) => sending.write(bytes, () => written()))
}

export interface VideoResponse {
  status: { state: string; percentComplete: number; step?: string; reasonCode?: string; reason?: string }
  durationSeconds: number | null
  width: number | null
  height: number | null
  frameRate: { numerator: number; denominator: number } | null
  playback: { hls: string | null; poster: string | null; preview: string | null; storyboard: string | null }
}

export async function videoOf(person: Caller, uid: string): Promise<VideoResponse> {
  const response = await person.call('GET', `/api/v1/videos/${uid}`)
  if (response.status !== 200) throw new Error(`The video answered ${response.status}`)
  return (await response.json()) as VideoResponse
}

/** Waits for the final state: refused, or ready with every rendition, a poster, a preview and a storyboard. */
export function waitForFinalState(person: Caller, uid: string): Promise<VideoResponse> {
  return eventually(`the video ${uid} is settled`, async () => {
    const video = await videoOf(person, uid)
    const { state, percentComplete } = video.status
    const isComplete = state === 'ready' && percentComplete === 100 && !Object.values(video.playback).includes(null)
    return state === 'error' || isComplete ? video : null
  })
}
