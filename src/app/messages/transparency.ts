const months = [
  ['January', 'March'],
  ['April', 'June'],
  ['July', 'September'],
  ['October', 'December'],
] as const

/** '2026-01-01' → 'January to March 2026' */
export function quarterName(startsOn: string): string {
  const [year = '', month = ''] = startsOn.split('-')
  const [first, last] = months[Math.floor((Number(month) - 1) / 3)] ?? ['', '']
  return `${first} to ${last} ${year}`
}

/** 'Less than an hour', '5 hours', from three days on '4 days'; '–' where nothing was decided. */
export function meanTime(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return 'Less than an hour'
  const [count, unit] = hours < 72 ? [Math.round(hours), 'hour'] : [Math.round(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const quarterWords = {
  present: 'This quarter is still in progress.',
  nothing: 'Nothing was reported or decided.',
  reports: 'Reports',
  decisions: 'Decisions',
  takedowns: 'Episodes taken down',
  meanTime: 'Average time from report to decision',
  appeals: 'Appeals',
  upheld: 'Appeals denied',
  reversed: 'Appeals granted',
  byKind: 'Decisions by type',
  byRule: 'Decisions by rule',
} as const
