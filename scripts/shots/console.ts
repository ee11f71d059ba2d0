import type { Person } from '#tests/support/http/person.ts'

type People = Record<'admin' | 'suspended' | 'creator' | 'uploader' | 'viewer', Person>

/** Makes the admin by the link that the start has printed, who then fills the console and the log. */
export async function lookAfterAccounts(people: People, output: string): Promise<void> {
  const { admin, suspended, creator, uploader, viewer } = people
  const link = new FormData()
  link.set('token', /first-admin\?token=(\w+)/.exec(output)?.[1] ?? '')
  const made = await admin.call('POST', '/first-admin', link)
  if (made.status !== 302) throw new Error(`Making the admin answered ${made.status}: ${await made.text()}`)
  const change = async ({ account }: Person, fields: object) => {
    const response = await admin.call('PATCH', `/api/v1/admin/accounts/${account.uid}`, fields)
    if (!response.ok) throw new Error(`Changing an account answered ${response.status}: ${await response.text()}`)
  }
  await change(creator, { founderBadge: true })
  await change(viewer, { role: 'moderator', reason: 'Looks after the comments at weekends.' })
  await change(uploader, { quotaBytes: 20 * 1024 ** 3, reason: 'Sends long takes.' })
  const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000)
  const reason = 'Harassment in comments under three episodes, after two warnings.'
  await change(suspended, { suspendedUntil: until.toISOString(), reason })
}

/** Puts words on the list, one of each action. */
export async function listWords({ admin }: Pick<People, 'admin'>): Promise<void> {
  const words = [
    { word: 'free followers', action: 'refuse', places: ['comment', 'title', 'name'] },
    { word: 'ending spoiled', action: 'hold', places: ['comment'] },
  ]
  for (const word of words) {
    const response = await admin.call('POST', '/api/v1/admin/words', word)
    if (!response.ok) throw new Error(`Listing a word answered ${response.status}: ${await response.text()}`)
  }
}

/** Reports of three episodes: one twice, one that is read first. */
export async function reportEpisodes({ uploader, viewer, admin }: People, ids: string[]): Promise<void> {
  const reports = [
    [uploader, ids[0], 'not_marked_nsfw', 'underwear?? in a film without the mark', 38.5],
    [viewer, ids[0], 'something_else', 'my little brother watched this, is it ok', 65],
    [viewer, ids[1], 'child_safety', 'Please look at this at once.', null],
    [admin, ids[2], 'flashing', '', 12],
  ] as const
  for (const [person, id, reason, details, atSeconds] of reports) {
    const subject = { kind: 'episode', id }
    const report = { subject, reason, details, ...(atSeconds !== null && { atSeconds }) }
    const response = await person.call('POST', '/api/v1/reports', report)
    if (response.status !== 201) throw new Error(`Reporting answered ${response.status}: ${await response.text()}`)
  }
}
