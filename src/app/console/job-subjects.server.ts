import type { Hoshi } from '#app/http/context.ts'
import { mailName, otherJobSubjects } from '#app/messages/jobs.ts'
import type { JobSubject } from '#platform/job-kind.ts'

/** Reads the names of the subjects of jobs. @returns the words for a subject; empty where a job has none */
export async function nameJobSubjects(
  { administration, moderation, catalog }: Pick<Hoshi, 'administration' | 'moderation' | 'catalog'>,
  jobs: { about: JobSubject | null }[],
): Promise<(about: JobSubject | null) => string> {
  const idsOf = (kind: string) => [...new Set(jobs.flatMap(({ about }) => (about?.kind === kind ? about.id : [])))]
  const ofVideos = await Promise.all(
    idsOf('video').map(async (id) => [id, await catalog.episodeConcerning(id)] as const),
  )
  const episodeOf = new Map(ofVideos)
  const episodeIds = [...idsOf('episode'), ...ofVideos.flatMap(([, id]) => id ?? [])]
  const [titles, names] = await Promise.all([
    moderation.queue.titlesOf(episodeIds.map((id) => ({ kind: 'episode', id }))),
    administration.accounts.namesOf(idsOf('account')),
  ])
  return (about) => {
    if (about === null) return ''
    switch (about.kind) {
      case 'video':
        return titles.get(episodeOf.get(about.id) ?? '') ?? otherJobSubjects.video
      case 'episode':
        return titles.get(about.id) ?? otherJobSubjects.episode
      case 'account':
        return names.get(about.id) ?? otherJobSubjects.account
      case 'mail':
        return mailName(about.id)
      case 'decision':
      case 'appeal':
        return otherJobSubjects[about.kind]
      default:
        return about.id
    }
  }
}
