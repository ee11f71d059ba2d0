import { useId } from 'react'
import { ASKS_OPENNESS } from '#app/dashboard/openness-mark.ts'
import { type EpisodeMetadata, type OpennessName, opennessNames } from '#catalog/episode-metadata.ts'

/** Titles and explanations of the permissions. */
export const opennessTexts: Record<OpennessName, { title: string; hint: string }> = {
  commentsOpen: { title: 'Allow comments', hint: 'Existing comments stay when this is off' },
  framesOpen: { title: 'Allow saving frames', hint: 'As images, in study mode' },
  translationsOpen: { title: 'Accept subtitles from viewers', hint: 'Nothing appears until you approve it' },
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
  const { title, hint } = opennessTexts[name]
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
