import { joinTags, splitTags } from '#app/episodes/tags.ts'
import { toFieldTime, visibilityBody } from '#app/episodes/visibility-choice.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { mapOpenness } from '#catalog/episode-metadata.ts'
import type { EpisodeEdit } from './dashboard-api.ts'
import type { EditFormValues } from './edit-values.ts'
import { embedSitesOf, embedValuesOf, isSameChoice } from './embed-choice.ts'
import { placeOf } from './episode-place.ts'
import type { ShownChoices } from './shown-choices.ts'

/** An episode as the fields of its form have it. */
export function valuesOf(row: OwnRow): EditFormValues {
  const { tags, publishAt, embedSites } = row
  return {
    ...row,
    tags: joinTags(tags),
    publishAt: publishAt ?? '',
    ...embedValuesOf(embedSites),
    ...seriesValuesOf(row),
  }
}

/** The choices of an episode as a form without scripts is opened with them. */
export function choicesOf(row: OwnRow): ShownChoices {
  return { visibility: shownVisibility(row), ...seriesValuesOf(row) }
}

function seriesValuesOf({ seriesId, seriesNumber }: OwnRow): Pick<EditFormValues, 'seriesId' | 'seriesNumber'> {
  return { seriesId: seriesId ?? '', seriesNumber: String(seriesNumber ?? '') }
}

/** A visibility and time, as the fields of a form without scripts have them. */
export function shownVisibility({ visibility, publishAt }: { visibility: string; publishAt: string | null }): string {
  return `${visibility} ${toFieldTime(publishAt ?? '', 'utc')}`
}

/**
 * The fields that differ from the episode: a field that was left as it is might be outdated by now.
 * @param shownNumber the number in the series that the field had on its own
 */
export function changesOf(values: EditFormValues, row: OwnRow, shownNumber: string): EpisodeEdit {
  const { title, description, genre, nsfw, contentNotes } = values
  const tags = splitTags(values.tags)
  const chosen = visibilityBody(values)
  const embedSites = embedSitesOf(values)
  const isSameTime = toFieldTime(chosen.publishAt ?? '', 'utc') === toFieldTime(row.publishAt ?? '', 'utc')
  return {
    ...(title === row.title ? {} : { title }),
    // A text area turns every end of a line into one of its own kind.
    ...(isSameText(description, row.description) ? {} : { description }),
    ...(genre === row.genre ? {} : { genre }),
    ...(isSameChoice(tags, row.tags) ? {} : { tags }),
    ...(nsfw === row.nsfw ? {} : { nsfw }),
    ...mapOpenness((name) => (values[name] === row[name] ? undefined : values[name])),
    ...placeOf(values, { seriesId: row.seriesId ?? '', seriesNumber: shownNumber }),
    ...(isSameChoice(embedSites, row.embedSites) ? {} : { embedSites }),
    ...(contentNotes.join() === row.contentNotes.join() ? {} : { contentNotes }),
    ...(chosen.visibility === row.visibility && isSameTime ? {} : chosen),
  }
}

function isSameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}
