import type { CaptionTrack } from '#app/player/caption-options.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Subtitle } from '#subtitles/subtitle.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'

/** The texts of an episode that everybody sees, and how many lines the longest has. */
export async function loadTexts(
  subtitles: Pick<Subtitles, 'subtitlesOf'>,
  episode: Pick<Episode, 'id' | 'creatorId' | 'isCovered'>,
  viewer: Account | null,
): Promise<{ tracks: CaptionTrack[]; lineCount: number }> {
  const approved = (await subtitles.subtitlesOf(episode, viewer)).filter((text) => text.approvedVersion !== null)
  return {
    tracks: approved.map((text) => toTrack(text, episode.creatorId)),
    lineCount: Math.max(0, ...approved.map(({ cues }) => cues)),
  }
}

function toTrack(text: Subtitle, creatorId: string): CaptionTrack {
  const { id, language, label, kind, format, version } = text
  // The version keeps a text that was read before from standing in for the next one.
  const urlIn = (wanted: Subtitle['format']) => `/api/v1/subtitles/${id}?format=${wanted}&version=${version}`
  const fonts = text.fonts.filter(({ isLicensed }) => isLicensed).map(({ url }) => url)
  const urls = { url: urlIn(format), vttUrl: urlIn('vtt'), fonts }
  return { id, language, label, kind, format, ...urls, by: madeBy(text, creatorId) }
}

/** 'by hana, checked': the creator approved the text; a text that the creator made needs neither part. */
function madeBy({ author, kind }: Pick<Subtitle, 'author' | 'kind'>, creatorId: string): string {
  const what = { subtitles: [], captions: ['with sounds'], signs: ['signs only'] }[kind]
  if (author?.uid === creatorId) return what.join('')
  const who = author?.username ? `by ${author.username}, checked` : 'checked'
  return [...what, who].join(', ')
}
