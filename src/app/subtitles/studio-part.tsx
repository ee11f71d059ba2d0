import { useMemo, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { StoredText } from '#app/subtitle-studio/stored-text.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { usePart } from '#app/ui/use-part.ts'
import { languageName } from '#subtitles/subtitle.ts'
import type { RefusedSubtitles } from './change-subtitles.server.ts'
import { AboutText } from './chosen-text.tsx'
import type { SubtitlesData } from './load-subtitles.server.ts'

interface StudioPartProps {
  data: SubtitlesData
  studio: NonNullable<SubtitlesData['studio']>
  answer: RefusedSubtitles | null
}

const loadStudio = () => import('#app/subtitle-studio/studio.tsx')

/** The studio, whose code is fetched when it is opened, and under it the review, files and versions of the text. */
export function StudioPart({ data, studio, answer }: StudioPartProps) {
  const { episode, chosen, texts, uid } = data
  const [hasFailed, setFailed] = useState(false)
  const part = usePart(loadStudio, useHydrated() && !hasFailed, () => setFailed(true))
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { media, added } = studio
  const chosenId = chosen?.id
  const text = useMemo(() => {
    return chosenId ? { id: chosenId } : { episodeId: episode.id, fields: added ?? noFields }
  }, [chosenId, episode.id, added])
  const language = chosen?.language ?? added?.language ?? ''
  const others = texts.filter(({ id }) => id !== chosenId)
  const onSaved = ({ id }: StoredText) => {
    if (chosenId) void revalidate()
    else void navigate(`/subtitles/${episode.id}?text=${id}&edit`, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <noscript>Editing lines requires JavaScript. Without it, upload a subtitle file.</noscript>
      {hasFailed && <ErrorMessage>The studio could not be loaded. Please reload the page.</ErrorMessage>}
      {part && (
        <part.Studio
          key={chosenId ?? 'new'}
          uid={uid}
          text={text}
          media={media}
          language={language}
          others={others}
          onSaved={onSaved}
          title={episode.title}
          durationSeconds={episode.durationSeconds}
          label={chosen?.label ?? (added?.label || languageName(language))}
          closePath={`/subtitles/${episode.id}?${chosenId ? `text=${chosenId}` : 'add'}`}
        />
      )}
      {chosen && (
        <div key={chosen.version} className="subtitles-below">
          <AboutText data={data} text={chosen} answer={answer} />
        </div>
      )}
    </>
  )
}

const noFields = { language: '', kind: '', label: '' }
