import { createHash } from 'node:crypto'
import sheet from '../styles/japanese.css?inline'
import { facesFor, readSlices } from './font-slices.ts'
import { shownEastAsianCharacters } from './shown-characters.ts'

const slices = readSlices(sheet)

/**
 * Names the font slices of a page's Japanese text in its head: the stylesheet of all of them comes after the first paint.
 * @param allowStyle takes the source of the inline style for the Content-Security-Policy; the same text has the same one
 */
export function nameJapaneseFaces(
  page: Buffer<ArrayBuffer>,
  allowStyle: (source: string) => void,
): Buffer<ArrayBuffer> {
  const faces = facesFor(shownEastAsianCharacters(page), slices)
  const end = page.indexOf('</head>')
  if (faces === '' || end < 0) return page
  allowStyle(`'sha256-${createHash('sha256').update(faces).digest('base64')}'`)
  return Buffer.concat([page.subarray(0, end), Buffer.from(`<style>${faces}</style>`), page.subarray(end)])
}
