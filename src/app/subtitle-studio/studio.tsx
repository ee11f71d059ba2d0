import { ErrorMessage } from '#app/ui/field.tsx'
import { OpenStudio, type OpenStudioProps } from './open-studio.tsx'
import { useOpened } from './use-opened.ts'
import '../styles/subtitle-studio.css'

interface StudioProps extends Omit<OpenStudioProps, 'opened' | 'draftKey'> {
  /** Changes are kept for this account. */
  uid: string
}

/** The studio, where the lines of a text are written and timed to their video. */
export function Studio({ uid, ...props }: StudioProps) {
  const { text, media, durationSeconds } = props
  const key =
    'id' in text ? text.id : `${text.episodeId}.${text.fields.language}.${text.fields.kind}.${text.fields.label}`
  const draftKey = `hoshi.subtitles.${uid}.${key}`
  const [opened, retry] = useOpened(text, { media, durationSeconds, draftKey })
  if (opened === 'loading')
    return (
      <p className="studio-empty stack muted" role="status">
        Loading the lines...
      </p>
    )
  if (opened === 'awaited')
    return (
      <p className="studio-empty stack muted" role="status">
        The frames of this episode are still being analyzed. The lines open as soon as that is done.
      </p>
    )
  if (opened === 'failed')
    return (
      <div className="studio-empty stack">
        <ErrorMessage>The lines could not be loaded.</ErrorMessage>
        <button type="button" className="button button-small" onClick={retry}>
          Try Again
        </button>
      </div>
    )
  return <OpenStudio {...props} opened={opened} draftKey={draftKey} />
}
