import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import { refusedFrom, refusePage } from '#app/http/refused.server.ts'
import { warningMessage } from '#app/messages/subtitle-warnings.ts'
import { loadStudio } from '#app/subtitle-studio/load-studio.server.ts'
import type { Account } from '#identity/account.ts'
import { LABEL_MAX_CHARACTERS, readLanguage, type Subtitle } from '#subtitles/subtitle.ts'
import { mayOffer, mayReview } from '#subtitles/subtitle-permissions.ts'
import type { CueChange } from '#subtitles/text/compare-cues.ts'
import { mayEdit } from './may-edit.ts'

export type SubtitlesData = Awaited<ReturnType<typeof loadSubtitles>>
/** The text that the page shows. */
export type Chosen = NonNullable<SubtitlesData['chosen']>

/** Lines of a text that its page shows. */
const SHOWN_LINES = 500

/**
 * The texts of an episode, for its creator, and for others who may offer texts or have offered some; the page does not
 * exist for everybody else.
 */
export async function loadSubtitles(
  context: Readonly<RouterContextProvider>,
  account: Account,
  episodeId: string,
  query: URLSearchParams,
  cookies: string | null,
) {
  const { catalog, subtitles, video } = context.get(hoshiContext)
  const shown = catalog.shownEpisodes(cookies)
  const episode = await catalog.find(episodeId, account, shown).catch(notThere)
  if (episode.isCovered) notThere(null)
  const isCreator = mayReview(episode, account)
  const mayAdd = mayOffer(episode, account)
  const [all, isRateVarying] = await Promise.all([
    subtitles.subtitlesOf(episode, account),
    video.isRateVarying(episode.videoId),
  ])
  const own = all.filter(({ mayWrite }) => mayWrite)
  if (!mayAdd && own.length === 0) notThere(null)
  const wanted = query.get('text')
  const chosen = query.has('add') ? undefined : (all.find(({ id }) => id === wanted) ?? own[0] ?? all[0])
  const { id, title, durationSeconds } = episode
  // An average would name wrong frames.
  const frameRate = isRateVarying ? null : episode.frameRate
  const opensStudio = query.has('edit') && (chosen ? mayEdit(chosen, isCreator) : mayAdd)
  const media = opensStudio ? await loadStudio(video, episode) : null
  return {
    uid: account.uid,
    episode: { id, title, durationSeconds, poster: episode.poster },
    framesPerSecond: frameRate && frameRate.numerator / frameRate.denominator,
    isCreator,
    mayAdd,
    texts: all.map(shownText),
    chosen: chosen
      ? await loadChosen(context, account, chosen, { against: query.get('against'), shown, durationSeconds })
      : null,
    isSaved: query.has('saved'),
    hasVideo: episode.hls !== null,
    /** Data of the studio, once it was opened. */
    studio: media && { media, added: chosen ? null : readAdded(query) },
  }
}

/** The language, kind and label of a new text, as the form of the page has checked them; saving checks again. */
function readAdded(query: URLSearchParams) {
  const [language = '', kind = '', label = ''] = ['language', 'kind', 'label'].map((name) => query.get(name) ?? '')
  return { language: readLanguage(language) ?? 'und', kind, label: label.slice(0, LABEL_MAX_CHARACTERS) }
}

function shownText(text: Subtitle) {
  return {
    id: text.id,
    label: text.label,
    language: text.language,
    kind: text.kind,
    format: text.format,
    state: text.state,
    cues: text.cues,
    version: text.version,
    approvedVersion: text.approvedVersion,
    words: text.words,
    mayWrite: text.mayWrite,
    updatedAt: text.updatedAt,
    isFromFile: text.isFromFile,
    isHidden: text.isHidden,
    author: text.author && (text.author.username || 'a viewer'),
    fonts: text.fonts.map(({ id, name, isLicensed }) => ({ id, name, isLicensed })),
  }
}

interface ShownVideo {
  against: string | null
  shown: ReadonlySet<string>
  durationSeconds: number | null
}

async function loadChosen(
  context: Readonly<RouterContextProvider>,
  account: Account,
  text: Subtitle,
  { against, shown, durationSeconds }: ShownVideo,
) {
  const { subtitles } = context.get(hoshiContext)
  const number = /^[1-9]\d{0,8}$/.test(against ?? '') ? Number(against) : undefined
  const [{ lines, count, outside }, history] = await Promise.all([
    subtitles.firstLines(text.id, account, { most: SHOWN_LINES, durationSeconds }, shown).catch(refusePage),
    text.mayWrite
      ? subtitles.versionsOf(account, text.id, number).catch(() => subtitles.versionsOf(account, text.id))
      : null,
  ])
  return {
    ...shownText(text),
    isByReader: text.author?.uid === account.uid,
    lines,
    lineCount: count,
    outside,
    warnings: text.warnings.map((warning) => ({ code: warning.code, message: warningMessage(warning) })),
    against: history?.changes ? (number ?? null) : null,
    changes: (history?.changes ?? []).slice(0, SHOWN_LINES) satisfies CueChange[],
    versions: (history?.versions ?? []).map(({ number: each, author, added, removed, createdAt }) => {
      return { number: each, author: author && (author.username || 'a viewer'), added, removed, createdAt }
    }),
  }
}

function notThere(thrown: unknown): never {
  if (thrown !== null) refusedFrom(thrown)
  throw data(null, { status: 404 })
}
