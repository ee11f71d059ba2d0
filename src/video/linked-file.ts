import type { Mp4File } from './video.ts'

/** Lines of the picture that other programs are offered: sharp on a phone and in a window, and soon there. */
const LINKED_LINES = 720

/**
 * The file of a video that other programs are sent to: the one nearest to 720 lines, of two as near the smaller one. An
 * upright picture counts its shorter side. Null before there are files.
 */
export function linkedFileOf(files: readonly Mp4File[]): Mp4File | null {
  const distance = ({ width, height }: Mp4File) => Math.abs(Math.min(width, height) - LINKED_LINES)
  return files.reduce<Mp4File | null>(
    (nearest, file) => (nearest === null || distance(file) < distance(nearest) ? file : nearest),
    null,
  )
}
