import type { ActionProblem } from '#app/dashboard/action-problem.ts'
import type { EditFormValues } from '#app/dashboard/edit-values.ts'
import { SHOWN_FIELDS, type ShownChoices } from '#app/dashboard/shown-choices.ts'
import { VisibilityOptions } from '#app/episodes/visibility-field.tsx'
import { EmbedField } from './embed-field.tsx'
import { OpennessSwitches } from './openness-switches.tsx'

interface SharingTabProps {
  /** The values at first. */
  values: EditFormValues
  /** The choices that the form was opened with. */
  shown: ShownChoices
  problem: ActionProblem | null
}

/** Who can find an episode, and what others may do with it. */
export function SharingTab({ values, shown, problem }: SharingTabProps) {
  const problemOf = (field: string) => (problem?.field === field ? problem.detail : null)
  return (
    <div className="edit-columns">
      <div>
        <input type="hidden" name={SHOWN_FIELDS.visibility} value={shown.visibility} />
        <VisibilityOptions values={values} timeError={problemOf('publishAt')} />
      </div>
      <div className="edit-permissions">
        <h2>What viewers can do</h2>
        <OpennessSwitches values={values} />
        <EmbedField values={values} error={problemOf('embedSites')} />
      </div>
    </div>
  )
}
