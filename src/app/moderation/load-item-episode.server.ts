import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import { reasonText } from '#app/messages/rules.ts'
import type { Account } from '#identity/account.ts'
import type { ItemDetail } from '#moderation/queue.server.ts'
import { storyboardFrames } from '#video/embedded-host/storyboard-frames.ts'
import { framesAround, framesOverLength } from './moments.ts'

/** Reported moments whose frames the page shows. */
const SHOWN_MOMENTS = 6

export type ItemEpisode = NonNullable<Awaited<ReturnType<typeof loadItemEpisode>>>

/** The episode of an item, with the frames of the reported moments; null for other things, and when it is gone. */
export async function loadItemEpisode(
  context: Readonly<RouterContextProvider>,
  moderator: Account,
  { subject, reportList }: ItemDetail,
) {
  if (subject.kind !== 'episode') return null
  // The moderator looks at it on purpose; the page covers every picture.
  const isShown = new Set([subject.id])
  const episode = await context.get(hoshiContext).catalog.find(subject.id, moderator, isShown).catch(missing)
  if (!episode) return null
  const { poster, hls, frameRate, durationSeconds, genre, date, visibility, contentNotes } = episode
  const { nsfw, nsfwReason, restriction } = episode
  const storyboard = storyboardFrames(episode)
  const times = storyboard?.seconds ?? []
  const reported = reportList.flatMap(({ atSeconds, reason }) =>
    atSeconds === null ? [] : { seconds: atSeconds, name: reasonText(reason, subject.kind).title },
  )
  const moments = distinct(reported)
    .slice(0, SHOWN_MOMENTS)
    .map(({ seconds, name }) => ({ seconds, name, frames: framesAround(times, seconds) }))
  return {
    id: subject.id,
    facts: { durationSeconds, genre, date, visibility, contentNotes, nsfw, nsfwReason, restriction },
    poster,
    hls,
    lengthSeconds: durationSeconds ?? 0,
    /** How long a frame lasts; null where that is not known. */
    frameSeconds: frameRate && frameRate.denominator / frameRate.numerator,
    storyboard,
    moments,
    overview: moments.length === 0 ? framesOverLength(times) : [],
  }
}

/** Moments in order, of which each second is named once. */
function distinct(moments: { seconds: number; name: string }[]): { seconds: number; name: string }[] {
  const bySecond = new Map(moments.map((moment) => [Math.floor(moment.seconds), moment]))
  return [...bySecond.values()].sort((a, b) => a.seconds - b.seconds)
}

function missing(thrown: unknown): null {
  refusedFrom(thrown)
  return null
}
