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
   * Whether the site already uses the place that is moved to. Its removals and writes there then take precedence, and
   * the other place has only the objects that arrived there before.
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

/** The outcome for the objects of a folder, in figures. */
export interface MoveFigures {
  found: number
  copied: number
  copiedBytes: number
  /** Objects that are there already, or must not be moved yet. */
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
