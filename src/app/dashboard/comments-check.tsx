import { useId } from 'react'
import { ASKS_COMMENTS } from './comments-mark.ts'

/** Whether people may comment on the episode. */
export function CommentsCheck({ isChecked }: { isChecked: boolean }) {
  const id = useId()
  return (
    <div className="check">
      <input type="hidden" name={ASKS_COMMENTS} value="true" />
      <input
        type="checkbox"
        id={id}
        name="commentsOpen"
        value="true"
        defaultChecked={isChecked}
        aria-describedby={`${id}-hint`}
      />
      <span>
        <label className="check-title" htmlFor={id}>
          Comments open
        </label>
        <span className="check-hint" id={`${id}-hint`}>
          Closed, those that exist stay
        </span>
      </span>
    </div>
  )
}
