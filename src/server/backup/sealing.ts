/** How things are stored in a backup: as they are, or encrypted. */
export interface Sealing {
  /** Name of the thing that holds an object of Hoshi's. */
  nameOf(key: string): string
  /** @param name of the thing; a thing that was sealed under one name is not opened under another */
  seal(name: string, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** @throws Error when the bytes are not those that were sealed */
  open(name: string, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Files of a backup are those of Hoshi, under the same names. */
export const unsealed: Sealing = {
  nameOf: (key) => key,
  seal: (_name, source) => source,
  open: (_name, source) => source,
}
