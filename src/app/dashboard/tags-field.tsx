import { useState } from 'react'
import { splitTags } from '#app/episodes/tags.ts'
import { Field } from '#app/ui/field.tsx'
import type { ActionProblem } from './action-problem.ts'
import { FieldDetail, problemProps } from './field-detail.tsx'

interface TagsFieldProps {
  formId: string
  /** The tags at first, joined. */
  tags: string
  /** Whether the tags are also shown one by one. */
  isSplit?: boolean
  problem: ActionProblem | null
}

/** The tags, separated by commas. */
export function TagsField({ formId, tags, isSplit = false, problem }: TagsFieldProps) {
  const [typed, setTyped] = useState(tags)
  return (
    <div>
      <Field
        label="Tags"
        hint="Comma separated"
        name="tags"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...problemProps(formId, problem, 'tags')}
      />
      <FieldDetail id={formId} problem={problem} of="tags" />
      {isSplit && (
        <ul className="badge-row cluster edit-tags" aria-hidden="true">
          {[...new Set(splitTags(typed))].map((tag) => (
            <li key={tag} className="badge">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
