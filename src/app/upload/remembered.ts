import type { UploadAddress } from '#video/video.ts'

/** What the creator typed, besides the file. */
export interface Words {
  title: string
  genre: string
  description: string
  tags: string
  nsfw: boolean
}

/** What of a file stays the same when it is chosen again. */
export interface FileMarks {
  name: string
  sizeBytes: number
  lastModified: number
}

/** An upload under way, or one that waits for its turn, as this browser remembers it across a reload. */
export interface Remembered extends FileMarks {
  accountUid: string
  /** Where its bytes go; null while none have gone. */
  address: { videoId: string; uploadURL: string; protocols: UploadAddress['protocols'] } | null
  words: Words
}

const KEY = 'hoshi.uploads'
/** More than anybody leaves lying; the oldest go first. */
const KEPT_AT_MOST = 100

export function remember(upload: Remembered): void {
  const others = readAll().filter((each) => !isSame(each, upload.accountUid, upload))
  writeAll([...others, upload].slice(-KEPT_AT_MOST))
}

export function forget(accountUid: string, file: FileMarks): void {
  writeAll(readAll().filter((each) => !isSame(each, accountUid, file)))
}

/** The uploads that this account left unfinished in this browser, in the order in which they were begun. */
export function recallAll(accountUid: string): Remembered[] {
  return readAll().filter((upload) => upload.accountUid === accountUid)
}

/** The unfinished upload of this very file, or null. */
export function recall(accountUid: string, file: FileMarks): Remembered | null {
  return readAll().find((upload) => isSame(upload, accountUid, file)) ?? null
}

export function marksOf(file: Pick<File, 'name' | 'size' | 'lastModified'>): FileMarks {
  return { name: file.name, sizeBytes: file.size, lastModified: file.lastModified }
}

/** Whether both are one file: same name, size and date. */
export function isSameFile(one: FileMarks, other: FileMarks): boolean {
  return one.name === other.name && one.sizeBytes === other.sizeBytes && one.lastModified === other.lastModified
}

function isSame(upload: Remembered, accountUid: string, file: FileMarks): boolean {
  return upload.accountUid === accountUid && isSameFile(upload, file)
}

function readAll(): Remembered[] {
  try {
    return readRemembered(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

function writeAll(uploads: Remembered[]): void {
  try {
    if (uploads.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(uploads))
  } catch {
    // A browser that keeps nothing: the uploads go on, they only cannot be continued after a reload.
  }
}

/** Reads what an earlier version of this page, or anybody, may have stored. What makes no sense is left out. */
export function readRemembered(stored: unknown): Remembered[] {
  return Array.isArray(stored) ? stored.filter(isRemembered) : []
}

function isRemembered(stored: unknown): stored is Remembered {
  if (!isRecord(stored) || !isRecord(stored.words)) return false
  const { accountUid, address, name, sizeBytes, lastModified, words } = stored
  const { title, genre, description, tags, nsfw } = words
  const texts = [accountUid, name, title, genre, description, tags]
  const numbers = [sizeBytes, lastModified]
  if (!texts.every((text) => typeof text === 'string')) return false
  if (!numbers.every((number) => Number.isSafeInteger(number))) return false
  return typeof nsfw === 'boolean' && (address === null || isAddress(address))
}

function isAddress(stored: unknown): boolean {
  if (!isRecord(stored)) return false
  const { videoId, uploadURL, protocols } = stored
  return typeof videoId === 'string' && typeof uploadURL === 'string' && Array.isArray(protocols)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
