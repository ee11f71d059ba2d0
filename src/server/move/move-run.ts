import type { FilesPlace } from '#platform/installation.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'

export interface MovePlace {
  storage: ObjectStorage
  place: FilesPlace
}

/** One move under way. */
export interface MoveRun {
  from: MovePlace
  to: MovePlace
  /**
   * Whether the site already uses the place that is moved to. What it has removed and written there counts then, and the
   * other place only has what arrived there before.
   */
  isTargetInUse: boolean
  /** Folder of copies on their way. */
  workDir: string
  hasVideo(uid: string): Promise<boolean>
  /** Whether the bytes of an original are still being received. */
  isArriving(key: string): Promise<boolean>
  /** @throws Error when so many bytes do not fit into the place */
  expectSpace(sizeBytes: number): Promise<void>
}

/** What becomes of the objects of a folder. */
export interface MoveFigures {
  found: number
  copied: number
  copiedBytes: number
  /** There already, or not to be moved yet. */
  skipped: number
  failed: number
  /** Removed from the place that is moved to, because the site has removed them. */
  removed: number
}

export const noFigures = (): MoveFigures => ({
  found: 0,
  copied: 0,
  copiedBytes: 0,
  skipped: 0,
  failed: 0,
  removed: 0,
})
