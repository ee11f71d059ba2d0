import { publicValues, type VisibilityValues } from '#app/episodes/visibility-choice.ts'
import { visibilities } from '#catalog/audience.ts'
import type { UploadTarget } from '#video/video.ts'

/** The values of the episode form as typed. */
export interface EpisodeValues extends VisibilityValues {
  title: string
  genre: string
  description: string
  tags: string
  nsfw: boolean
}

/** Properties that identify a file when it is chosen again. */
export interface FileIdentity {
  name: string
  sizeBytes: number
  lastModified: number
}

/** An upload that is under way or queued, as this browser stores it across reloads. */
export interface SavedUpload extends FileIdentity {
  accountUid: string
  /** The upload target of its bytes; null until one is requested. */
  address: { videoId: string; uploadURL: string; protocols: UploadTarget['protocols'] } | null
  values: EpisodeValues
}

const KEY = 'hoshi.uploads'
/** More than anyone leaves unfinished; the oldest are evicted first. */
const MAX_SAVED = 100

export function saveUpload(upload: SavedUpload): void {
  const others = readAll().filter((each) => !isSame(each, upload.accountUid, upload))
  writeAll([...others, upload].slice(-MAX_SAVED))
}

export function removeUpload(accountUid: string, file: FileIdentity): void {
  writeAll(readAll().filter((each) => !isSame(each, accountUid, file)))
}

/** This account's unfinished uploads in this browser, in the order in which they were stored. */
export function findUploads(accountUid: string): SavedUpload[] {
  return readAll().filter((upload) => upload.accountUid === accountUid)
}

/** The unfinished upload of this file, or null. */
export function findUpload(accountUid: string, file: FileIdentity): SavedUpload | null {
  return readAll().find((upload) => isSame(upload, accountUid, file)) ?? null
}

export function fileIdentityOf(file: Pick<File, 'name' | 'size' | 'lastModified'>): FileIdentity {
  return { name: file.name, sizeBytes: file.size, lastModified: file.lastModified }
}

/** Whether both are the same file: same name, size and date. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.name === other.name && one.sizeBytes === other.sizeBytes && one.lastModified === other.lastModified
}

function isSame(upload: SavedUpload, accountUid: string, file: FileIdentity): boolean {
  return upload.accountUid === accountUid && isSameFile(upload, file)
}

function readAll(): SavedUpload[] {
  try {
    return parseSavedUploads(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

function writeAll(uploads: SavedUpload[]): void {
  try {
    if (uploads.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(uploads))
  } catch {
    // Without storage, uploads still run, but cannot be resumed after a reload.
  }
}

/** Validates stored uploads, which may be of an earlier version of this page or tampered with; drops invalid ones. */
export function parseSavedUploads(stored: unknown): SavedUpload[] {
  if (!Array.isArray(stored)) return []
  return stored.map(withValues).filter(isSavedUpload)
}

/** Earlier versions stored the values as `words`, and still earlier ones no visibility. */
function withValues(stored: unknown): unknown {
  if (!isRecord(stored)) return stored
  const { words, values = words, ...upload } = stored
  return { ...upload, values: isRecord(values) ? { ...publicValues, ...values } : values }
}

function isSavedUpload(stored: unknown): stored is SavedUpload {
  if (!isRecord(stored) || !isRecord(stored.values)) return false
  const { accountUid, address, name, sizeBytes, lastModified, values } = stored
  const { title, genre, description, tags, nsfw, visibility, publishAt } = values
  const texts = [accountUid, name, title, genre, description, tags, publishAt]
  const numbers = [sizeBytes, lastModified]
  if (!texts.every((text) => typeof text === 'string')) return false
  if (!numbers.every((number) => Number.isSafeInteger(number))) return false
  if (!visibilities.some((known) => known === visibility)) return false
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
