import { formatDate } from '#app/ui/format.ts'
import { DELETION_DAYS } from '#identity/account.ts'
import type { GracePeriod } from './after-deletion.ts'

/** The days in which a deletion can be undone, one cell each, and the day on which they end. */
export function GraceDays({ period: { endsOn, daysGone } }: { period: GracePeriod }) {
  return (
    <div className="grace">
      <div className="grace-days" aria-hidden="true">
        {Array.from({ length: DELETION_DAYS }, (_, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
          <span key={day} className={day < daysGone ? 'is-gone' : undefined} />
        ))}
      </div>
      <p className="grace-end cluster spread">
        <b>
          Will be deleted on <time dateTime={endsOn.toISOString().slice(0, 10)}>{formatDate(endsOn)}</time>
        </b>
        <span>
          day {daysGone} of {DELETION_DAYS}
        </span>
      </p>
    </div>
  )
}
