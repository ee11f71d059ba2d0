import { sendReport } from '#app/http/send-report.ts'
import { createVisitId } from './count-view.ts'

let visitId: string | null = null

/** Reports that a support link was opened; the link is followed in any case. The server decides whether it counts. */
export function reportSupportClick(creatorId: string, url: string): void {
  visitId ??= createVisitId()
  sendReport(`/api/v1/creators/${encodeURIComponent(creatorId)}/support-clicks`, { url, visitId })
}
