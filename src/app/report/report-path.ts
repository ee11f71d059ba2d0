import type { SubjectName } from '#moderation/report.ts'
import { subjectKinds } from '#moderation/rules.ts'

/** The page that reports a thing. @param seconds into the episode */
export function reportPath({ kind, id }: SubjectName, seconds?: number): string {
  const params = new URLSearchParams({ kind, id })
  if (seconds !== undefined) params.set('t', String(seconds))
  return `/report?${params}`
}

/** The thing that such a page names; null for none. */
export function readSubject(params: URLSearchParams): SubjectName | null {
  const kind = subjectKinds.find((each) => each === params.get('kind'))
  const id = params.get('id')
  return kind && id ? { kind, id } : null
}
