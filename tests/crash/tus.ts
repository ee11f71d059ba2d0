import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { eventually } from '#tests/support/eventually.ts'

export interface Caller {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
}

export interface Upload {
  uid: string
  /** One-time address. */
  url: string
}

const protocol = { 'Tus-Resumable': '1.0.0' }

/** @throws Error when no address is given */
export async function requestUpload(person: Caller, path: string): Promise<Upload> {
  const answer = await person.call('POST', '/api/v1/videos', { name: 'clip', sizeBytes: readFileSync(path).length })
  if (answer.status !== 201) throw new Error(`Asking for an address answered ${answer.status}: ${await answer.text()}`)
  const { uid, uploadURL } = (await answer.json()) as { uid: string; uploadURL: string }
  return { uid, url: uploadURL }
}

/** What the server says it has. */
export async function offsetOf(person: Caller, { url }: Upload): Promise<number> {
  const answer = await person.call('HEAD', url, undefined, protocol)
  if (answer.status !== 200) throw new Error(`HEAD answered ${answer.status}`)
  return Number(answer.headers.get('upload-offset'))
}

/** Sends these bytes from `offset` on. @returns the acknowledged offset */
export async function send(person: Caller, { url }: Upload, bytes: Uint8Array, offset: number): Promise<number> {
  const answer = await person.call('PATCH', url, bytes, {
    ...protocol,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  })
  if (answer.status !== 204) throw new Error(`PATCH answered ${answer.status}: ${await answer.text()}`)
  return Number(answer.headers.get('upload-offset'))
}

/** Uploads a whole file. @returns its uid */
export async function upload(person: Caller, path: string): Promise<string> {
  const target = await requestUpload(person, path)
  await send(person, target, readFileSync(path), 0)
  return target.uid
}

/** Begins to send and stops in the middle, as a slow line does; the connection stays open until the server dies. */
export async function beginSending({ url }: Upload, bytes: Uint8Array, offset: number, total: number): Promise<void> {
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

export interface VideoSeen {
  status: { state: string; percentComplete: number; step?: string; reasonCode?: string; reason?: string }
  durationSeconds: number | null
  width: number | null
  height: number | null
  frameRate: { numerator: number; denominator: number } | null
  playback: { hls: string | null; poster: string | null; preview: string | null; storyboard: string | null }
}

export async function videoOf(person: Caller, uid: string): Promise<VideoSeen> {
  const answer = await person.call('GET', `/api/v1/videos/${uid}`)
  if (answer.status !== 200) throw new Error(`The video answered ${answer.status}`)
  return (await answer.json()) as VideoSeen
}

/** Waits until nothing more is to come: refused, or ready with every rendition, a poster, a preview and a storyboard. */
export function settled(person: Caller, uid: string): Promise<VideoSeen> {
  return eventually(`the video ${uid} is settled`, async () => {
    const video = await videoOf(person, uid)
    const { state, percentComplete } = video.status
    const isWhole = state === 'ready' && percentComplete === 100 && !Object.values(video.playback).includes(null)
    return state === 'error' || isWhole ? video : null
  })
}
