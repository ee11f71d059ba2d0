// What stands in place of a description that nobody wrote, in previews and feeds.

export function episodeDescription(genre: string, creatorName: string): string {
  return `A short ${genre} anime by ${creatorName}.`
}

export function creatorDescription(name: string): string {
  return `Short-form anime by ${name} on Hoshi.`
}

export function seriesDescription(creatorName: string): string {
  return `A series by ${creatorName} on Hoshi.`
}
