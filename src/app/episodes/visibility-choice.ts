import { pageRefusals } from '#app/messages/page-refusals.ts'
import { type Visibility, visibilities } from '#catalog/audience.ts'

/** A visibility as a form holds it. */
export interface VisibilityValues {
  visibility: Visibility
  /** ISO 8601 in UTC; empty when no time was chosen. */
  publishAt: string
}

export const publicValues: VisibilityValues = { visibility: 'public', publishAt: '' }

/** Names and explanations of the choices, in the order in which they are offered. */
export const visibilityChoices = [
  { value: 'public', name: 'Public', hint: 'Anyone can find and watch it' },
  { value: 'unlisted', name: 'Unlisted', hint: 'Only people with the link' },
  { value: 'private', name: 'Private', hint: 'Only you' },
  { value: 'scheduled', name: 'Scheduled', hint: 'Private until the time you choose, then public' },
] as const satisfies { value: Visibility; name: string; hint: string }[]

/**
 * Reads the fields of a form.
 * @param zone where its date and time were typed: the browser's own zone, or UTC without scripts
 */
export function readVisibilityValues(
  { visibility, publishAt }: { visibility: string; publishAt: string },
  zone: 'local' | 'utc',
): VisibilityValues {
  // A missing or unknown choice makes the episode private.
  const chosen = visibilities.find((known) => known === visibility) ?? 'private'
  return { visibility: chosen, publishAt: chosen === 'scheduled' ? toIso(publishAt, zone) : '' }
}

/** Why this time schedules nothing, as a sentence; null if it does. @param publishAt ISO 8601, or empty */
export function timeProblem(publishAt: string, now: Date): string | null {
  if (publishAt === '') return pageRefusals['catalog.publish_at_required']
  return Date.parse(publishAt) > now.getTime() ? null : pageRefusals['catalog.publish_at_invalid']
}

/** The body fields of a request that chooses this visibility. */
export function visibilityBody({ visibility, publishAt }: VisibilityValues) {
  return { visibility, publishAt: publishAt === '' ? null : publishAt }
}

/** '2026-07-17T18:00:00.000Z' → '2026-07-17T18:00', the value of a date and time field; empty for none. */
export function toFieldTime(iso: string, zone: 'local' | 'utc'): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return ''
  const offsetMs = zone === 'utc' ? 0 : new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offsetMs).toISOString().slice(0, 16)
}

/** The reverse of `toFieldTime`; empty when it is no time. */
function toIso(fieldTime: string, zone: 'local' | 'utc'): string {
  const time = Date.parse(zone === 'utc' ? `${fieldTime}Z` : fieldTime)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}

/** 'In 2 days and 3 hours.', from now; 'This time is in the past.' otherwise. */
export function describeDistance(publishAt: string, now: Date): string {
  const minutes = Math.floor((Date.parse(publishAt) - now.getTime()) / 60_000)
  if (!(minutes >= 0)) return 'This time is in the past.'
  const units = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const named = units.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : []))
  return named.length === 0 ? 'In less than a minute.' : `In ${named.slice(0, 2).join(' and ')}.`
}
