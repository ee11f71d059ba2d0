import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { messages } from '#app/messages/refusals.server.ts'
import {
  type AnalyticsReport,
  type DayRange,
  dayAfter,
  dayCount,
  rangeBefore,
} from '#engagement/analytics/analytics.ts'
import { utcDay } from '#engagement/utc-day.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import { chosenDays, type RangeChoice, rangeChoiceOf } from './range-choice.ts'

/** The data of the tab. */
export interface AnalyticsData {
  choice: RangeChoice
  /** The current UTC day. */
  today: string
  range: DayRange
  before: DayRange
  /** How many of the days before were counted, and the day when that began. */
  counted: { days: number; since: string }
  /** Null when the days could not be read; `problem` is then a sentence. */
  report: AnalyticsReport | null
  problem: string | null
}

export async function loadAnalytics(
  context: Readonly<RouterContextProvider>,
  account: Account,
  url: URL,
): Promise<AnalyticsData> {
  const { engagement, creators } = context.get(hoshiContext)
  const choice = rangeChoiceOf(url.searchParams)
  const today = utcDay(new Date())
  const chosen = chosenDays(choice, today)
  const range = chosen ?? { from: dayAfter(today, -27), to: today }
  const before = rangeBefore(range)
  const joinedAt = (await creators.find(account.uid))?.joinedAt ?? account.createdAt
  const since = utcDay(joinedAt)
  const counted = {
    days: since > before.to ? 0 : since > before.from ? dayCount({ from: since, to: before.to }) : dayCount(before),
    since,
  }
  const known = { choice, today, range, before, counted }
  if (!chosen) return { ...known, report: null, problem: messages['engagement.range_invalid'] }
  try {
    const episode = choice.episode === '' ? {} : { episodeId: choice.episode }
    return {
      ...known,
      report: await engagement.analytics.read(account, { ...range, compare: true, ...episode }),
      problem: null,
    }
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'catalog.episode_not_found') throw error
    return { ...known, report: null, problem: messages['catalog.episode_not_found'] }
  }
}
