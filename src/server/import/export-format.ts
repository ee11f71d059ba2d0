/**
 * The format of an export, for its writer and its reader: a tar archive (POSIX ustar) with a document in JSON and the files
 * that it names. No export exceeds the limits of an import.
 *
 * Version 1 held the texts of subtitles in the document; in version 2 they are files.
 * @see docs/product.md#limits
 */
export const EXPORT_VERSION = 2
export const readableVersions: readonly unknown[] = [1, EXPORT_VERSION]

export const DOCUMENT_NAME = 'hoshi-export.json'
export const AVATAR_NAME = 'avatar.webp'
export const FILES_MAX = 100_000
/** The longest name, as in the format itself. */
export const NAME_MAX_CHARACTERS = 100
/** The most items in one list of the document. */
export const ITEMS_MAX = 100_000
/** The most items in a list within an item, such as the tags of an episode. */
export const INNER_ITEMS_MAX = 1000
/** The largest size of one item, or of one value that is in no list. The texts of version 1 need it. */
export const VALUE_MAX_BYTES = 16 * 1024 ** 2
/**
 * The largest size of an item without its text, and of the profile with the settings, in the form that an import reads: the
 * server parses them on its event loop. None of an export has a tenth of it.
 */
export const READ_MAX_BYTES = 1024 ** 2
/** How deeply lists and objects of the document are nested. */
export const DEPTH_MAX = 32

export const seriesPictureName = (id: string) => `series/${id}.webp`
export const subtitleFileName = ({ id, format }: { id: string; format: string }) => `subtitles/${id}.${format}`

/** A generated name; the original one is in the document. */
export function videoFileName({ uid, name }: { uid: string; name: string }): string {
  const [extension = ''] = /\.[a-z0-9]{1,5}$/.exec(name.toLowerCase()) ?? []
  return `files/${uid}${extension}`
}
