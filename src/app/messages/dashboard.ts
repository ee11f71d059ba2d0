import { formatEpisodes } from '#app/ui/format.ts'

// States of the dashboard, and results of its actions. @see docs/product.md#dashboard

/** On the button 'Refresh Data' during a refresh. Worded by the specification. */
export const REFRESHING = 'Refreshing...'

/** Announced when an action has succeeded. @param title of the episode */
export const episodeAnnouncements = {
  retrying: (title: string) => `Retrying ${title}.`,
  saved: () => 'Changes saved.',
  deleted: (title: string) => `${title} was deleted.`,
}

export const posterStates = {
  changing: 'Changing the image...',
  chosen: 'An image you chose.',
  automatic: 'The automatic image: a typical frame of the video.',
  tooEarly: 'You can change it once the episode plays.',
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
