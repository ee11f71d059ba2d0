/** How likely a picture is of each class, from 0 to 1. Built-in and default classes: Drawing, Hentai, Neutral, Porn, Sexy. */
export type Scores = Readonly<Record<string, number>>

export const defaultClasses = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const

/** Scores from which a picture counts as adult. @see docs/product.md#adult-content */
export const defaultThresholds: Scores = { Porn: 0.6, Hentai: 0.6, Sexy: 0.8 }

/** Why pictures could not be classified. Stored, and shown to moderators. */
export const classificationFailures = [
  'unreachable',
  'refused',
  'late',
  'too_large',
  'not_json',
  'out_of_range',
  'crashed',
] as const
export type ClassificationFailure = (typeof classificationFailures)[number]

/** Classifies pictures. A result is a suggestion, never a verdict. */
export interface ImageModeration {
  /** The service that answers, as it is stored with the result; `off`: none does, and nothing is sampled for it. */
  readonly service: 'off' | 'embedded' | 'http'
  /**
   * The scores of one picture.
   * @throws ClassificationError; the signal's reason when it aborts
   */
  classify(picture: Picture, signal: AbortSignal): Promise<Scores>
  /** Ends the program that was started, if any. */
  close(): void
}

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  /** Media type, such as image/jpeg. */
  type: string
}

export class ClassificationError extends Error {
  readonly failure: ClassificationFailure

  constructor(failure: ClassificationFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ClassificationError'
    this.failure = failure
  }
}

/** Image moderation that is off: it classifies nothing. */
export const noImageModeration: ImageModeration = {
  service: 'off',
  async classify() {
    throw new ClassificationError('unreachable', 'image moderation is off')
  },
  close() {},
}
