import { useEffect, useId, useState } from 'react'
import { useFetcher } from 'react-router'
import { PAGE_NOT_LOADED } from '#app/messages/failures.ts'
import { reportWords } from '#app/messages/reports.ts'
import { usePausedVideo } from '#app/playback/watch-video.ts'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Modal } from '#app/ui/modal.tsx'
import type { SubjectName } from '#moderation/report.ts'
import type { ReportResult } from './handle-report.server.ts'
import type { ReportData } from './load-report.server.ts'
import { ReportBefore } from './report-before.tsx'
import type { Moment } from './report-moment.tsx'
import { reportPath } from './report-path.ts'
import { ReportSent } from './report-sent.tsx'
import { ReportSheet, type SheetForm } from './report-sheet.tsx'
import '../styles/modal.css'
import '../styles/report.css'

interface ReportDialogProps {
  subject: SubjectName
  moment: Moment | null
  onClosed: () => void
}

/** The report page as a dialog over the page that shows the thing. */
export default function ReportDialog({ subject, moment, onClosed }: ReportDialogProps) {
  const titleId = useId()
  usePausedVideo()
  const page = useFetcher<ReportData | null>()
  const forms = useFetcher<ReportResult>()
  const [isAsked, setAsked] = useState(false)
  const path = reportPath(subject)
  const { load } = page
  useEffect(() => {
    setAsked(true)
    void load(path)
  }, [load, path])

  const data = page.data ?? null
  const result = forms.data ?? null
  const isFailed = isAsked && page.state === 'idle' && data === null
  const sheet: SheetForm = { Form: forms.Form, isBusy: forms.state !== 'idle', isDialog: true }
  const words = reportWords[subject.kind]
  const isText = subject.kind === 'comment' || subject.kind === 'note'
  return (
    <Modal labelledBy={titleId} size={isText ? 'small' : 'wide'} onClosed={onClosed}>
      {(close) => {
        if (result?.done === 'sent')
          return (
            <ReportSent
              isDialog
              number={result.number}
              answer={result.answer}
              titleId={titleId}
              back={
                <button type="button" className="button button-wide" onClick={close}>
                  {words.back}
                </button>
              }
            />
          )
        if (!data)
          return (
            <>
              <h2 id={titleId}>{words.title}</h2>
              {isFailed && <ErrorMessage>{PAGE_NOT_LOADED}</ErrorMessage>}
            </>
          )
        if (data.own)
          return (
            <ReportBefore
              data={data}
              own={data.own}
              result={result}
              isAdded={result?.done === 'added'}
              titleId={titleId}
              {...sheet}
            />
          )
        return (
          <ReportSheet
            // A refusal keeps the form as it is.
            key={result?.done ?? 'open'}
            data={data}
            result={result}
            titleId={titleId}
            moment={moment}
            cancel={
              <button type="button" className="button" onClick={close}>
                Cancel
              </button>
            }
            {...sheet}
          />
        )
      }}
    </Modal>
  )
}
