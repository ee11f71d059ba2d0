/** What a part of an episode is: of the story, or what people who know it may skip. */
export type ChapterKind = 'chapter' | 'intro' | 'credits'

/** A part of an episode that its creator has named, up to the next one. */
export interface Chapter {
  startSeconds: number
  title: string
  kind: ChapterKind
}

/** More chapters would leave no track between their gaps. */
export const CHAPTERS_MAX = 100
/** Longer titles are cut, in characters. */
export const CHAPTER_TITLE_MAX = 100
/** From this long into a chapter, going back leads to its start; before, to the chapter before it. */
const RESTART_SECONDS = 3

const line = /^(\d{1,2}):([0-5]\d)\s+(\S.*)$/u
/** The mark of a part that is no chapter of the story. */
const mark = /^\[(intro|credits)\]\s*/iu
/** Titles of marked parts without one. */
const titles: Record<ChapterKind, string> = { chapter: '', intro: 'Intro', credits: 'Credits' }
/** Control characters, and those that change the direction of the text around them. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * Reads the chapters of an episode from its description: lines that begin with a time, such as `3:18 The viaduct`.
 * `[intro]` or `[credits]` before the title marks what such a part is, and then the title may be missing. There are chapters if the first such line is at 0:00 and at least one follows. Lines that go back, or past the end
 * of the episode, are ordinary text.
 *
 * @param durationSeconds null when unknown: then no line is past the end
 * @see docs/product.md#chapters
 */
export function readChapters(description: string, durationSeconds: number | null): Chapter[] {
  const chapters: Chapter[] = []
  for (const text of description.split(/\r\n|[\n\r]/)) {
    const chapter = readLine(text)
    if (!chapter) continue
    const last = chapters.at(-1)
    if (!last && chapter.startSeconds !== 0) return []
    if (last && chapter.startSeconds <= last.startSeconds) continue
    if (durationSeconds !== null && chapter.startSeconds >= durationSeconds) continue
    if (chapters.push(chapter) === CHAPTERS_MAX) break
  }
  return chapters.length > 1 ? chapters : []
}

/** The description without the lines that are its chapters, where it has any. @param chapters those of this description */
export function withoutChapters(description: string, chapters: readonly Chapter[]): string {
  if (chapters.length === 0) return description
  const isChapter = (text: string) => {
    const read = readLine(text)
    return chapters.some(({ startSeconds, title }) => startSeconds === read?.startSeconds && title === read.title)
  }
  const lines = description.split(/\r\n|[\n\r]/).filter((text) => !isChapter(text))
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function readLine(text: string): Chapter | null {
  const [, minutes, seconds, rest = ''] = line.exec(text.trim()) ?? []
  const named = withoutDash(rest.replaceAll(invisible, ''))
  const kind = (mark.exec(named)?.[1]?.toLowerCase() ?? 'chapter') as ChapterKind
  const title = withoutDash(named.replace(mark, '')) || titles[kind]
  if (title === '') return null
  return {
    startSeconds: Number(minutes) * 60 + Number(seconds),
    title: [...title].slice(0, CHAPTER_TITLE_MAX).join(''),
    kind,
  }
}

/** A dash between time, mark and title belongs to none of them. */
const withoutDash = (text: string): string => text.replace(/^[-–—|·:]\s+/u, '').trim()

/** The chapter at a time; null where there are none. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapters.findLast(({ startSeconds }) => startSeconds <= seconds) ?? null
}

/** The end of a chapter: the start of the next one, or the end of the episode. */
export function chapterEnd(chapters: readonly Chapter[], chapter: Chapter, durationSeconds: number): number {
  return chapters.find(({ startSeconds }) => startSeconds > chapter.startSeconds)?.startSeconds ?? durationSeconds
}

/** Where going on leads from a time: the next chapter; null in the last one. */
export function chapterAfter(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapters.find(({ startSeconds }) => startSeconds > seconds) ?? null
}

/** Where going back leads from a time: the start of the chapter, or of the one before when it has just begun. */
export function chapterBefore(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapterAt(chapters, seconds - RESTART_SECONDS) ?? chapters[0] ?? null
}
