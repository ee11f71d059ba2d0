import { Icon } from '#app/ui/icon.tsx'
import type { SubjectName } from '#moderation/report.ts'
import type { Moment } from './report-moment.tsx'
import { reportPath } from './report-path.ts'
import { isElsewhere, useReport } from './use-report.tsx'

interface ReportLinkProps {
  subject: SubjectName
  /** The name of the thing, where several can be reported. */
  name?: string
  /** Reads where the player is. */
  readMoment?: () => Moment | null
}

/** 'Report', which opens the dialog. */
export function ReportLink({ subject, name = 'Report', readMoment }: ReportLinkProps) {
  const { open, dialog } = useReport()
  return (
    <>
      <a
        className="button button-text button-small report-link"
        href={reportPath(subject)}
        rel="nofollow"
        onClick={(event) => {
          if (isElsewhere(event)) return
          event.preventDefault()
          open(subject, readMoment?.() ?? null)
        }}
      >
        <Icon name="flag" />
        {name}
      </a>
      {dialog}
    </>
  )
}
