import type { ClipSpec } from './clips.server.ts'

/**
 * Small clips of few bytes. Those with numbered frames are larger, so that the numbers can be read from the picture.
 */
const small: ClipSpec = { width: 160, height: 90, extra: ['-crf', '45', '-b:a', '16k', '-ac', '1'] }
const numbered: ClipSpec = { seconds: 8, keyframeSeconds: 2, isNumbered: true, extra: ['-crf', '38', '-b:a', '24k'] }

/**
 * Clips whose finished videos are in `tests/fixtures/golden`: all that a test needs that only plays one.
 * `npm run golden` makes them again.
 */
export const finishedClips = {
  /** The clip of most tests: long enough to seek, with segments of two seconds. */
  film: { ...small, seconds: 22, keyframeSeconds: 2 },
  /** Six segments. */
  longSegments: { ...small, seconds: 24, keyframeSeconds: 4 },
  upright: { ...small, seconds: 8, keyframeSeconds: 2, width: 90, height: 160 },
  minute: { ...small, seconds: 70, keyframeSeconds: 5, fps: 3 },
  /** For pages around the player. */
  short: { ...small, seconds: 4 },
  /** Ends soon. */
  brief: { ...small, seconds: 3 },
  silent: { ...small, seconds: 10, keyframeSeconds: 2, audio: 'none', extra: ['-crf', '45'] },
  /** 24 frames a second, each with its number. */
  numbered,
  /** Each drawing stays for two frames, and both carry its number. In fewer bytes, noise would pass for other drawings. */
  numberedOnTwos: { ...numbered, framesPerDrawing: 2, extra: ['-crf', '26', '-b:a', '24k'] },
  /** Two of every five frames are left out: the others last differently long, and keep their numbers. */
  varyingRate: { ...numbered, seconds: 4, isVariableFrameRate: true },
} as const satisfies Record<string, ClipSpec>

export type FinishedClip = keyof typeof finishedClips
