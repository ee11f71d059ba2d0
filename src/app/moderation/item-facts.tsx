import { contentNoteNames } from '#app/episodes/content-notes.ts'
import { visibilityNames } from '#app/ui/badges.tsx'
import { formatDuration, formatMoment } from '#app/ui/format.ts'
import type { ItemEpisode } from './load-item-episode.server.ts'

/** Facts about the episode of an item. */
export function ItemFacts({ episode }: { episode: ItemEpisode }) {
  const { date, durationSeconds, genre, visibility, contentNotes } = episode.facts
  return (
    <section className="panel queue-panel" aria-labelledby="queue-facts">
      <h3 id="queue-facts">The episode</h3>
      <dl className="queue-history">
        <dt>Published</dt>
        <dd>
          <time dateTime={date.toISOString()}>{formatMoment(date)} UTC</time>
        </dd>
        <dt>Length</dt>
        <dd>{durationSeconds === null ? 'not known yet' : formatDuration(durationSeconds)}</dd>
        <dt>Genre</dt>
        <dd>{genre || 'none'}</dd>
        <dt>Visibility</dt>
        <dd>{visibilityNames[visibility]}</dd>
        <dt>Marks</dt>
        <dd>{marksOf(episode.facts)}</dd>
        <dt>Content notes</dt>
        <dd>{contentNotes.map((note) => contentNoteNames[note]).join(', ') || 'none'}</dd>
      </dl>
    </section>
  )
}

const restrictionNames = { limited: 'Link only', taken_down: 'Taken down' }

function marksOf({ nsfw, nsfwReason, restriction }: ItemEpisode['facts']): string {
  const nsfwMark = nsfwReason === '' ? 'NSFW' : `NSFW: ${nsfwReason}`
  const marks = [...(nsfw ? [nsfwMark] : []), ...(restriction === null ? [] : [restrictionNames[restriction]])]
  return marks.join(', ') || 'none'
}
