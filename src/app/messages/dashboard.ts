import { formatCount, formatEpisodes, formatViews } from '#app/ui/format.ts'

// States of the dashboard, and results of its actions. @see docs/product.md#dashboard

/** On the button 'Refresh Data' during a refresh. Worded by the specification. */
export const REFRESHING = 'Refreshing...'

/** Announced when an action has succeeded. @param title of the episode */
export const episodeAnnouncements = {
  retrying: (title: string) => `Retrying ${title}.`,
  saved: () => 'Changes saved.',
}

/** The series that an own episode is in. */
export interface SeriesPlace {
  title: string
  /** The number of the episode in it. */
  number: number | null
  /** How many episodes it has. */
  episodeCount: number
}

/** The choice of a series, and where in it an episode is. */
export const seriesPlacing = {
  none: 'No series',
  unknown: 'Current series',
  of: (count: number) => `of ${count}`,
  /** @param previous title of the part before, null for the first one. @param next that of the part after */
  between(previous: string | null, next: string | null): string {
    if (previous !== null && next !== null) return `After ${previous}, before ${next}.`
    if (previous !== null) return `Last, after ${previous}.`
    return next === null ? 'The only episode in this series.' : `First, before ${next}.`
  },
  outside: (count: number) => (count === 1 ? 'The number must be 1.' : `The number must be between 1 and ${count}.`),
}

/** The consequences of deleting an episode. @param place null outside any series */
export function deletionText(
  { views, likes, comments }: { views: number; likes: number; comments: number },
  place: SeriesPlace | null,
): string {
  const counted = (count: number, name: string) => `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`
  const part = place && (place.number === null ? 'It is' : `It is part ${place.number}`)
  return [
    `Its video, ${formatViews(views)}, ${counted(likes, 'like')} and ${counted(comments, 'comment')} will also be deleted.`,
    place && `${part} of ${place.title}, which will have ${formatEpisodes(Math.max(0, place.episodeCount - 1))} left.`,
    'This cannot be undone.',
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

export const posterStates = {
  changing: 'Updating thumbnail...',
  chosen: 'Custom thumbnail.',
  automatic: 'Automatic thumbnail, taken from the video.',
  tooEarly: 'You can change the thumbnail once the episode is ready to play.',
}

export const replacementStates = {
  done: 'The new file is now in use.',
  /** @param reason a sentence */
  failed: (reason: string) => `${reason} The episode keeps its current video.`,
  /** In a card, where nothing else says what it is about. @param text of its progress or failure */
  inCard: (text: string) => `New file: ${text}`,
}

/** Results of changing several episodes. @param refused how many of them were not changed */
export const bulkResults = {
  changed: (count: number, refused: number) => `Changed ${formatEpisodes(count)}.${notChanged(refused)}`,
  deleted: (count: number, refused: number) => `Deleted ${formatEpisodes(count)}.${notChanged(refused)}`,
  undone: (count: number, refused: number) => `Restored ${formatEpisodes(count)}.${notChanged(refused)}`,
}

function notChanged(count: number): string {
  return count === 0 ? '' : ` ${formatEpisodes(count)} could not be changed.`
}
