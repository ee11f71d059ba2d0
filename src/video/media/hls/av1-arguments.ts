import type { EncodeTarget } from '../rendition.ts'

/** No worse than the renditions beside it, by SSIM (docs/decisions/0060-av1.md). */
const CRF = 35
/** The fastest preset of SVT-AV1 that is not meant for live video. */
const PRESET = 10

/**
 * Encodes the video of every target with SVT-AV1, under a cap. Keyframes are only where they are forced: it makes none
 * at cuts, and forced ones only with `enable-force-key-frames`.
 */
export function av1Arguments(targets: EncodeTarget[]): string[] {
  return [
    ...['-c:v', 'libsvtav1', '-preset:v', String(PRESET), '-crf:v', String(CRF)],
    ...['-svtav1-params:v', 'enable-force-key-frames=1', '-g', '9999'],
    ...targets.flatMap(({ maxVideoBitsPerSecond: cap }, index) => [
      ...[`-maxrate:v:${index}`, String(cap), `-bufsize:v:${index}`, String(cap * 2)],
    ]),
  ]
}
