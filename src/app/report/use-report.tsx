import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import type { SubjectName } from '#moderation/report.ts'
import type { Moment } from './report-moment.tsx'
import { reportPath } from './report-path.ts'

type Opened = { Dialog: typeof import('./report-dialog.tsx').default; subject: SubjectName; moment: Moment | null }

/** Opens the report dialog. Without scripts, and where the dialog cannot be loaded, the page does the same. */
export function useReport(): { open: (subject: SubjectName, moment?: Moment | null) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null)

  const open = useCallback((subject: SubjectName, moment: Moment | null = null): void => {
    import('./report-dialog.tsx').then(
      (loaded) => setOpened({ Dialog: loaded.default, subject, moment }),
      () => location.assign(reportPath(subject)),
    )
  }, [])

  const dialog = opened && (
    <opened.Dialog subject={opened.subject} moment={opened.moment} onClosed={() => setOpened(null)} />
  )
  return { open, dialog }
}

/** Whether a click opens the link itself, in another tab or window. */
export function isElsewhere(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey
}
