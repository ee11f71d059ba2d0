/** Names of the fields for the choices that a form was opened with: without scripts, choices are sent even if unchanged. */
export const SHOWN_FIELDS = {
  visibility: 'shownVisibility',
  seriesId: 'shownSeries',
  seriesNumber: 'shownSeriesNumber',
} as const

/** The choices that a form was opened with; a form shown again after a refusal keeps those of the first one. */
export type ShownChoices = Record<keyof typeof SHOWN_FIELDS, string>
