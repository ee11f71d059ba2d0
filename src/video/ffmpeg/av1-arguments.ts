import type { EncodeTarget } from '../rendition.ts'

/** Looks no worse than what stands beside it, by SSIM (docs/decisions/0060-av1.md). */
const CRF = 35
/** Of SVT-AV1's, the quickest but for those that are meant for live pictures. */
const PRESET = 10

/**
 * The picture of every target by SVT-AV1, under a cap. Keyframes stand where they are asked for and nowhere else: it makes
 * none at cuts, and those that are forced only when it is told that there will be some.
 */
export function av1Arguments(targets: EncodeTarget[]): string[] {
  return [
    ...['-c:v', 'libsvtav1', '-preset:v', String(PRESET), '-crf:v', String(CRF)],
    ...['-svtav1-params:v', 'enable-force-key-frames=1', '-g', '9999'],
    ...targets.flatMap(({ maxVideoBitsPerSecond: cap }, place) => [
      ...[`-maxrate:v:${place}`, String(cap), `-bufsize:v:${place}`, String(cap * 2)],
    ]),
  ]
}
