import { useId } from 'react'

/** Whether people may comment on the episode. */
export function CommentsCheck({ isChecked }: { isChecked: boolean }) {
  return (
    <OpennessCheck
      name="commentsOpen"
      title="Comments open"
      hint="Closed, those that exist stay"
      isChecked={isChecked}
    />
  )
}

/** Whether viewers may save single frames of the episode. */
export function FramesCheck({ isChecked }: { isChecked: boolean }) {
  return (
    <OpennessCheck
      name="framesOpen"
      title="Viewers may save single frames"
      hint="As pictures, in study mode"
      isChecked={isChecked}
    />
  )
}

/** Whether anyone signed in may offer subtitles for the episode. */
export function TranslationsCheck({ isChecked }: { isChecked: boolean }) {
  return (
    <OpennessCheck
      name="translationsOpen"
      title="Viewers may offer translations"
      hint="Only you see them until you approve them"
      isChecked={isChecked}
    />
  )
}

interface OpennessCheckProps {
  name: string
  title: string
  hint: string
  isChecked: boolean
}

function OpennessCheck({ name, title, hint, isChecked }: OpennessCheckProps) {
  const id = useId()
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
