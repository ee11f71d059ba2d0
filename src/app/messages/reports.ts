import type { ReportOutcome } from '#moderation/report.ts'
import type { SubjectKind } from '#moderation/rules.ts'

/** The words of a report's form, by the kind of the reported thing. @see docs/product.md#reports */
export const reportWords: Readonly<Record<SubjectKind, { title: string; lead: string; back: string }>> = {
  episode: {
    title: 'Report this episode',
    lead: 'A person reads every report. The creator is not told who wrote.',
    back: 'Back to the episode',
  },
  comment: {
    title: 'Report this comment',
    lead: 'A person reads every report. Its author is not told who wrote.',
    back: 'Back to the episode',
  },
  note: {
    title: 'Report this note',
    lead: 'A person reads every report. Its author is not told who wrote.',
    back: 'Back to the episode',
  },
  subtitle: {
    title: 'Report these subtitles',
    lead: 'A person reads every report. Their author is not told who wrote.',
    back: 'Back to the episode',
  },
  creator: {
    title: 'Report this profile',
    lead: 'A person reads every report. The creator is not told who wrote.',
    back: 'Back to the profile',
  },
}

/** The outcome of a report, for the person who wrote it. */
export const outcomeWords: Readonly<Record<ReportOutcome, string>> = {
  leave: 'It stays as it is.',
  nsfw: 'It is marked NSFW now.',
  limit: 'It is out of all lists now.',
  takedown: 'It was taken down.',
  hide: 'It is hidden now.',
  warn: 'Its author was told what is wrong with it.',
  suspend: 'Its author cannot publish or write for now.',
  gone: 'It was gone before anyone decided.',
}

/** Shown in place of the form; its words are still there. */
export const REPORT_NOT_SENT = 'The report was not sent. Your words are still here.'

/** The sentence that says how a sent report is answered. */
export const answerWords = {
  account: 'The answer comes to your notifications and stands in Settings.',
  email: 'The answer comes by email.',
  none: 'A moderator reads it.',
}
