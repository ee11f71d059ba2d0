import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { reasonText } from '#app/messages/rules.ts'
import { reasonsFor } from '#moderation/rules.ts'
import { readSubject } from './report-path.ts'

/** Data of the report page, and of the dialog. */
export type ReportData = Awaited<ReturnType<typeof loadReport>>

export async function loadReport(context: Readonly<RouterContextProvider>, params: URLSearchParams) {
  const { moderation, catalog, video } = context.get(hoshiContext)
  const { account } = context.get(pageRequestContext)
  const named = readSubject(params)
  if (!named) throw data(null, { status: 404 })
  const subject = await moderation.reports.subjectOf(named, account).catch(refusePage)
  const episode = named.kind === 'episode' ? await catalog.find(named.id, account).catch(refusePage) : null
  // An average would name wrong frames.
  const isRateVarying = episode !== null && (await video.isRateVarying(episode.videoId))
  const own = account ? await moderation.reports.openOn(account, subject) : null
  const { kind, id, title, path, by } = subject
  return {
    subject: { kind, id, title, path, by },
    reasons: reasonsFor(kind).map((code) => ({ value: code, ...reasonText(code, kind) })),
    frameRate: isRateVarying ? null : (episode?.frameRate ?? null),
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
