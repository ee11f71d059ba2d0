import { type MouseEvent, type ReactNode, useMemo } from 'react'
import { playFrom, useCurrentSeconds } from '#app/playback/watch-video.ts'
import { isElsewhere } from '#app/report/use-report.tsx'
import { FoldSwitch, isLongText } from '#app/ui/folded-text.tsx'
import { formatTime } from '#app/ui/format.ts'
import { type Chapter, chapterAt, withoutChapters } from '#catalog/chapters.ts'

/** From this length on, a phone shows the beginning only: about two of its lines. */
const LONG_CHARACTERS = 90
const LONG_LINES = 2

interface DescriptionProps {
  episodeId: string
  text: string
  chapters: readonly Chapter[]
  /** The tags. */
  children: ReactNode
}

/**
 * The description of the episode, with its tags, and its chapters beside it. On a phone a long one is folded, and so are
 * chapters; a very long one is folded everywhere, also without scripts.
 */
export function Description({ episodeId, text, chapters, children }: DescriptionProps) {
  const prose = useMemo(() => withoutChapters(text, chapters), [text, chapters])
  if (prose === '' && chapters.length === 0) return children && <div className="watch-about-film">{children}</div>
  const isLong = prose.length > LONG_CHARACTERS || prose.split('\n').length > LONG_LINES || chapters.length > 0
  const classes = ['watch-about-film', isLong && 'is-long', isLongText(prose) && 'is-long-everywhere']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {isLong && (
        // Hidden where everything is shown.
        <FoldSwitch className="watch-more" more={chapters.length > 0 ? `${chapters.length} chapters` : null} />
      )}
      {prose !== '' && <p className="watch-description">{prose}</p>}
      {chapters.length > 0 && <ChapterList episodeId={episodeId} chapters={chapters} />}
      {children}
    </div>
  )
}

/** The chapters with the times at which they begin; a press plays from there. */
function ChapterList({ episodeId, chapters }: { episodeId: string; chapters: readonly Chapter[] }) {
  const current = chapterAt(chapters, useCurrentSeconds())

  function play(event: MouseEvent, seconds: number): void {
    if (isElsewhere(event)) return
    event.preventDefault()
    playFrom(seconds)
  }

  return (
    <ol className="watch-chapters" aria-label="Chapters">
      {chapters.map((chapter) => (
        <li key={chapter.startSeconds}>
          <a
            href={`/watch/${episodeId}?t=${chapter.startSeconds}`}
            aria-current={chapter === current ? 'true' : undefined}
            onClick={(event) => play(event, chapter.startSeconds)}
          >
            <span className="timecode inline-row gap-1">{formatTime(chapter.startSeconds)}</span>
            <bdi>{chapter.title}</bdi>
          </a>
        </li>
      ))}
    </ol>
  )
}
