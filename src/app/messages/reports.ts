import type { ReportOutcome } from '#moderation/report.ts'
import type { SubjectKind } from '#moderation/rules.ts'

/** The words of a report's form, by the kind of the reported thing. @see docs/product.md#reports */
export const reportWords: Readonly<Record<SubjectKind, { title: string; lead: string; back: string }>> = {
  episode: {
    title: 'Report this episode',
    lead: 'A person reads every report. The creator will not know who sent it.',
    back: 'Back to Episode',
  },
  comment: {
    title: 'Report this comment',
    lead: 'A person reads every report. The author will not know who sent it.',
    back: 'Back to Episode',
  },
  note: {
    title: 'Report this note',
    lead: 'A person reads every report. The author will not know who sent it.',
    back: 'Back to Episode',
  },
  subtitle: {
    title: 'Report these subtitles',
    lead: 'A person reads every report. The author will not know who sent it.',
    back: 'Back to Episode',
  },
  creator: {
    title: 'Report this profile',
    lead: 'A person reads every report. The creator will not know who sent it.',
    back: 'Back to Profile',
  },
}

/** The outcome of a report, for the person who wrote it. */
export const outcomeWords: Readonly<Record<ReportOutcome, string>> = {
  leave: 'We reviewed it and took no action.',
  nsfw: 'It is now marked NSFW.',
  limit: 'It no longer appears in lists or search.',
  takedown: 'It was taken down.',
  hide: 'It has been hidden.',
  warn: 'The author has been warned.',
  suspend: 'The author has been suspended.',
  gone: 'It was deleted before we made a decision.',
}

/** Shown in place of the form; its words are still there. */
export const REPORT_NOT_SENT = 'Your report was not sent. Your text is still here. Please try again.'

/** The sentence that says how a sent report is answered. */
export const answerWords = {
  account: 'You will find the answer in your notifications and in Settings.',
  email: 'We will email you the answer.',
  none: 'A moderator will read it.',
}
