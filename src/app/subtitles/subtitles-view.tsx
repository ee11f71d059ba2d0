import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { useSavedForm } from '#app/ui/use-saved-form.ts'
import { AddForm } from './add-form.tsx'
import type { RefusedSubtitles } from './change-subtitles.server.ts'
import { ChosenText } from './chosen-text.tsx'
import type { SubtitlesData } from './load-subtitles.server.ts'
import { StudioPart } from './studio-part.tsx'
import { stateNames } from './words.ts'

/** The subtitles of an episode: its texts, and one of them or the form for another. */
export function SubtitlesView({ data, answer }: { data: SubtitlesData; answer: RefusedSubtitles | null }) {
  const { episode, isCreator, mayAdd, texts, chosen } = data
  const isSaved = data.isSaved && !answer
  const { formKey, message } = useSavedForm(isSaved)
  const path = `/subtitles/${episode.id}`
  return (
    <div className="wrap page subtitles-page">
      <Link className="back" to={isCreator ? '/dashboard?tab=content' : `/watch/${episode.id}`}>
        <Icon name="left" />
        {isCreator ? 'My Content' : 'Back to Episode'}
      </Link>
      <header className="subtitles-head row cluster">
        {episode.poster !== null && <img src={episode.poster} alt="" width="160" height="90" />}
        <div>
          <h1>Subtitles</h1>
          <p className="muted">
            <Link to={`/watch/${episode.id}`}>{episode.title}</Link>
            {episode.durationSeconds !== null && ` · ${formatDuration(episode.durationSeconds)}`}
          </p>
        </div>
      </header>
      <nav className="subtitles-tabs cluster" aria-label="Subtitles">
        {texts.map((text) => (
          <Link key={text.id} to={`${path}?text=${text.id}`} aria-current={text.id === chosen?.id ? 'page' : undefined}>
            <bdi>{text.label}</bdi>
            {text.isHidden ? (
              <span className="badge subtitles-state is-declined">Hidden</span>
            ) : (
              <span className={`badge subtitles-state is-${text.state}`}>{stateNames[text.state]}</span>
            )}
          </Link>
        ))}
        {mayAdd && (
          <Link to={`${path}?add`} aria-current={chosen ? undefined : 'page'}>
            <Icon name="plus" />
            Add a language
          </Link>
        )}
      </nav>
      {isSaved && <SuccessMessage ref={message}>Saved.</SuccessMessage>}
      {answer && !hasField(answer.refused.field) && <ErrorMessage>{answer.refused.message}</ErrorMessage>}
      {data.studio ? (
        <StudioPart data={data} studio={data.studio} answer={answer} />
      ) : chosen ? (
        <ChosenText key={formKey} data={data} text={chosen} answer={answer} />
      ) : mayAdd ? (
        <PaperCard className="subtitles-add">
          <AddForm key={formKey} isCreator={isCreator} hasVideo={data.hasVideo} answer={answer} />
        </PaperCard>
      ) : null}
    </div>
  )
}

/** Whether the message stands beside a field of the form that was refused. */
function hasField(field: string | null): boolean {
  return field !== null && ['file', 'language', 'label', 'words', 'font', 'licence'].includes(field)
}
