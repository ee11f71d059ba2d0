import { createHash } from 'node:crypto'
import sheet from '../styles/japanese.css?inline'
import { facesFor, readSlices } from './font-slices.ts'

const slices = readSlices(sheet)

/**
 * Names the font slices of a page's Japanese text in its head: the stylesheet of all of them comes after the first paint.
 * @param allowStyle takes the source of the inline style for the Content-Security-Policy; the same text has the same one
 */
export function nameJapaneseFaces(
  page: Buffer<ArrayBuffer>,
  allowStyle: (source: string) => void,
): Buffer<ArrayBuffer> {
  const text = page.toString()
  const faces = facesFor(text, slices)
  const end = text.indexOf('</head>')
  if (faces === '' || end < 0) return page
  allowStyle(`'sha256-${createHash('sha256').update(faces).digest('base64')}'`)
  return Buffer.from(`${text.slice(0, end)}<style>${faces}</style>${text.slice(end)}`)
}
