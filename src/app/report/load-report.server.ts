import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { reasonText } from '#app/messages/rules.ts'
import { refusePage } from '#app/refused.server.ts'
import { reasonsFor } from '#moderation/rules.ts'
import { readSubject } from './report-path.ts'

/** Data of the report page, and of the dialog. */
export type ReportData = Awaited<ReturnType<typeof loadReport>>

export async function loadReport(context: Readonly<RouterContextProvider>, params: URLSearchParams) {
  const { moderation, catalog } = context.get(hoshiContext)
  const { account } = context.get(pageRequestContext)
  const named = readSubject(params)
  if (!named) throw data(null, { status: 404 })
  const subject = await moderation.subjectOf(named, account).catch(refusePage)
  const episode = named.kind === 'episode' ? await catalog.find(named.id, account).catch(refusePage) : null
  const own = account ? await moderation.openReportOn(account, named) : null
  const { kind, id, title, path, by } = subject
  return {
    subject: { kind, id, title, path, by },
    reasons: reasonsFor(kind).map((code) => ({ value: code, ...reasonText(code, kind) })),
    frameRate: episode?.frameRate ?? null,
    /** This person's open report of it. */
    own: own && {
      id: own.id,
      number: own.number,
      reason: reasonText(own.reason, kind).title,
      details: own.details,
      atSeconds: own.atSeconds,
      createdAt: own.createdAt,
    },
    isSignedIn: account !== null,
  }
}
