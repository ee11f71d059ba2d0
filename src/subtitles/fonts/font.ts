/** @see docs/product.md#subtitles */
export const FONT_MAX_BYTES = 12 * 1024 ** 2
/** Fonts of one text. */
export const FONTS_PER_SUBTITLE = 8
/** Fonts of all texts of an episode. */
export const FONTS_PER_EPISODE = 40
/** Bytes of all fonts that one person added. */
export const FONTS_STORED_MAX_BYTES = 512 * 1024 ** 2
/** Names of one font that are kept. */
const NAMES_MAX = 12

/** By its outlines: TrueType, or OpenType with those of PostScript. */
export type FontFormat = 'ttf' | 'otf'

export const typeOfFont: Readonly<Record<FontFormat, string>> = { ttf: 'font/ttf', otf: 'font/otf' }

/** A font of a text, as one particular reader may see it. */
export interface SubtitleFont {
  id: string
  /** The family, as its maker calls it. */
  name: string
  sizeBytes: number
  url: string
  /** Whether somebody has said that it may be shared; until then only the author and the creator of the episode get it. */
  isLicensed: boolean
}

/** Key of a font in object storage, and its path. */
export const fontKey = (id: string, format: FontFormat): string => `fonts/${id}.${format}`

/**
 * The format of a font and the names by which libass finds it: family, full name and PostScript name in all languages, the
 * first of them a family. Null for collections and whatever else has no such names.
 *
 * @param bytes as the OpenType Sanitizer wrote them
 */
export function readFont(bytes: Uint8Array): { format: FontFormat; names: string[] } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const format = ({ 65536: 'ttf', 1330926671: 'otf' } as const)[view.getUint32(0)]
    const names = format ? readNames(view) : []
    return format && names.length > 0 ? { format, names } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const NAME_TABLE = 0x6e616d65
/** Identifiers of the name table: families first. */
const nameKinds = [16, 1, 4, 6]

/** @throws RangeError beyond the end */
function readNames(view: DataView): string[] {
  const tables = Array.from({ length: view.getUint16(4) }, (_, at) => 12 + 16 * at)
  const entry = tables.find((at) => view.getUint32(at) === NAME_TABLE)
  if (entry === undefined) return []
  const table = view.getUint32(entry + 8)
  const texts = table + view.getUint16(table + 4)
  const found: { kind: number; name: string }[] = []
  for (let index = 0; index < view.getUint16(table + 2); index += 1) {
    const at = table + 6 + 12 * index
    const kind = view.getUint16(at + 6)
    if (!nameKinds.includes(kind)) continue
    const bytes = new Uint8Array(view.buffer, view.byteOffset + texts + view.getUint16(at + 10), view.getUint16(at + 8))
    const isMacintosh = view.getUint16(at) === 1
    const name = new TextDecoder(isMacintosh ? 'macintosh' : 'utf-16be').decode(bytes).replaceAll('\0', '').trim()
    if (name !== '') found.push({ kind, name: name.slice(0, 100) })
  }
  const sorted = found.toSorted((one, other) => nameKinds.indexOf(one.kind) - nameKinds.indexOf(other.kind))
  return [...new Set(sorted.map(({ name }) => name))].slice(0, NAMES_MAX)
}
