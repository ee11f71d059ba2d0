import { useId } from 'react'
import { type EpisodeMetadata, type OpennessName, opennessNames } from '#catalog/episode-metadata.ts'
import { ASKS_OPENNESS } from './openness-mark.ts'

const texts: Record<OpennessName, { title: string; hint: string }> = {
  commentsOpen: { title: 'Comments open', hint: 'Closed, those that exist stay' },
  framesOpen: { title: 'Viewers may save single frames', hint: 'As pictures, in study mode' },
  translationsOpen: { title: 'Viewers may offer translations', hint: 'Only you see them until you approve them' },
}

/** The boxes for the permissions of viewers on an episode. @param values those checked at first */
export function OpennessChecks({ values }: { values: Pick<EpisodeMetadata, OpennessName> }) {
  return (
    <>
      <input type="hidden" name={ASKS_OPENNESS} value="true" />
      {opennessNames.map((name) => (
        <OpennessCheck key={name} name={name} isChecked={values[name]} />
      ))}
    </>
  )
}

function OpennessCheck({ name, isChecked }: { name: OpennessName; isChecked: boolean }) {
  const id = useId()
  const { title, hint } = texts[name]
  return (
    <div className="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value="true"
        defaultChecked={isChecked}
        aria-describedby={`${id}-hint`}
      />
      <span>
        <label className="check-title" htmlFor={id}>
          {title}
        </label>
        <span className="check-hint" id={`${id}-hint`}>
          {hint}
        </span>
      </span>
    </div>
  )
}
