import { useId, useState } from 'react'
import { ErrorMessage, SelectField } from '#app/ui/field.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Visibility } from '#catalog/audience.ts'
import { describeDistance, toFieldTime, type VisibilityValues, visibilityChoices } from './visibility-choice.ts'

interface VisibilityFieldProps {
  /** Initial values. */
  values: VisibilityValues
  readOnly?: boolean | undefined
  /** Why the time was refused. */
  timeError?: string | null | undefined
}

const icons: Record<Visibility, IconName> = {
  public: 'public',
  unlisted: 'link',
  private: 'private',
  scheduled: 'date',
}

/** Chooses who finds an episode, from a list; a scheduled one asks when. The styles show the time only then. */
export function VisibilitySelect({ values, readOnly, timeError }: VisibilityFieldProps) {
  return (
    <div className="visibility">
      <SelectField label="Visibility" name="visibility" defaultValue={values.visibility}>
        {visibilityChoices.map(({ value, name, hint }) => (
          <option key={value} value={value}>
            {name}: {hint}
          </option>
        ))}
      </SelectField>
      <PublishTime publishAt={values.publishAt} readOnly={readOnly} error={timeError} />
    </div>
  )
}

/** Chooses who finds an episode, from options with an explanation beside each. */
export function VisibilityOptions({ values, timeError }: VisibilityFieldProps) {
  return (
    <fieldset className="visibility">
      <legend>Visibility</legend>
      {visibilityChoices.map(({ value, name, hint }) => (
        <label key={value} className="visibility-option">
          <input type="radio" name="visibility" value={value} defaultChecked={values.visibility === value} />
          <Icon name={icons[value]} />
          <span>
            {name}
            <small>{hint}</small>
          </span>
        </label>
      ))}
      <PublishTime publishAt={values.publishAt} error={timeError} />
    </fieldset>
  )
}

/** The visibility of an own episode: icon and word, or when a scheduled one becomes public. */
export function VisibilityMark({ visibility, publishAt }: { visibility: Visibility; publishAt: string | null }) {
  const isHydrated = useHydrated()
  const { name } = visibilityChoices.find(({ value }) => value === visibility)!
  return (
    <span className={`badge visibility-mark badge-${visibility}`}>
      <Icon name={icons[visibility]} />
      {publishAt === null ? (
        name
      ) : (
        <time dateTime={publishAt}>{formatPublishTime(new Date(publishAt), isHydrated ? undefined : 'UTC')}</time>
      )}
    </span>
  )
}

/** 'Jul 17, 18:00'. @param timeZone the browser's own by default */
function formatPublishTime(time: Date, timeZone: string | undefined): string {
  const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-US', { ...parts, timeZone }).format(time)
}

/** Date and time in the browser's own zone, or in UTC without scripts. */
export function PublishTime({
  publishAt,
  readOnly,
  error,
}: {
  publishAt: string
  readOnly?: boolean | undefined
  error: string | null | undefined
}) {
  const id = useId()
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState<string | null>(null)
  const zone = isHydrated ? 'local' : 'utc'
  const initial = toFieldTime(publishAt, zone)
  const time = typed ?? initial
  return (
    <div className="publish-time">
      <label htmlFor={id}>Publish at</label>
      <input
        key={zone}
        id={id}
        className="input"
        type="datetime-local"
        name="publishAt"
        defaultValue={initial}
        readOnly={readOnly}
        aria-describedby={error ? `${id}-zone ${id}-error` : `${id}-zone`}
        aria-invalid={error ? true : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <small id={`${id}-zone`}>
        {isHydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'}.
        {isHydrated && time !== '' && ` ${describeDistance(time, new Date())}`}
      </small>
      {error && <ErrorMessage id={`${id}-error`}>{error}</ErrorMessage>}
    </div>
  )
}
