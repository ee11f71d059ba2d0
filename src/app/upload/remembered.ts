import type { UploadAddress } from '#video/video.ts'

/** What the creator typed, besides the file. */
export interface Words {
  title: string
  genre: string
  description: string
  tags: string
  nsfw: boolean
}

/** An upload under way, as this browser remembers it across a reload. */
export interface Remembered {
  accountUid: string
  videoId: string
  uploadURL: string
  /** What that address speaks. */
  protocols: UploadAddress['protocols']
  name: string
  sizeBytes: number
  lastModified: number
  words: Words
}

const KEY = 'hoshi.upload'

export function remember(upload: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(upload))
  } catch {
    // A browser that keeps nothing: the upload goes on, it only cannot be continued after a reload.
  }
}

export function forget(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/** The upload that this account left unfinished in this browser, or null. */
export function recall(accountUid: string): Remembered | null {
  try {
    const upload = readRemembered(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return upload?.accountUid === accountUid ? upload : null
  } catch {
    return null
  }
}

/** Whether this is the file whose upload is remembered. */
export function isSameFile(upload: Remembered, file: { name: string; size: number; lastModified: number }): boolean {
  return upload.name === file.name && upload.sizeBytes === file.size && upload.lastModified === file.lastModified
}

/** Reads what an earlier version of this page, or anybody, may have stored. */
export function readRemembered(stored: unknown): Remembered | null {
  if (!isRecord(stored) || !isRecord(stored.words)) return null
  const { accountUid, videoId, uploadURL, protocols, name, sizeBytes, lastModified, words } = stored
  const { title, genre, description, tags, nsfw } = words
  const texts = [accountUid, videoId, uploadURL, name, title, genre, description, tags]
  const numbers = [sizeBytes, lastModified]
  if (!texts.every((text) => typeof text === 'string')) return null
  if (!numbers.every((number) => Number.isSafeInteger(number))) return null
  if (typeof nsfw !== 'boolean' || !Array.isArray(protocols)) return null
  return stored as unknown as Remembered
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
