/**
 * A place for backups: complete things under names of letters, digits, dots, dashes and slashes. Its errors are in an
 * operator's words.
 */
export interface BackupTarget {
  /** The operator's name for the target. */
  readonly place: string
  /** Stores a thing that appears when all of it is there, in place of one of the same name. */
  put(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws Error when there is none */
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  has(name: string): Promise<boolean>
  /** Names of everything below a folder, or of everything ('') but the entries that such a place has by itself. */
  names(folder: string): AsyncIterable<string>
  remove(name: string): Promise<void>
  /** Resolves when everything stored so far survives a power cut. */
  flush(): Promise<void>
  close(): void
}
