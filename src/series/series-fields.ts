import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import {
  ARC_TITLE_MAX_CHARACTERS,
  type Arc,
  SERIES_DESCRIPTION_MAX_CHARACTERS,
  SERIES_EPISODES_MAX,
  SERIES_TITLE_MAX_CHARACTERS,
  type SeriesFields,
} from './series.ts'

/** @throws Refusal series.title_required, series.title_invalid */
export function readSeriesTitle(raw: string): string {
  const reading = readText(raw, { maxCharacters: SERIES_TITLE_MAX_CHARACTERS })
  if (!reading.ok) throw new Refusal('series.title_invalid', { field: 'title' })
  if (reading.text === '') throw new Refusal('series.title_required', { field: 'title' })
  return reading.text
}

/** @throws Refusal series.description_invalid */
export function readSeriesDescription(raw: string): string {
  const reading = readText(raw, { maxCharacters: SERIES_DESCRIPTION_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw new Refusal('series.description_invalid', { field: 'description' })
  return reading.text
}

/** Reads the given fields and leaves out the rest. @throws Refusal as for each field */
export function readSeriesFields({ title, description }: Partial<SeriesFields>): Partial<SeriesFields> {
  return {
    ...(title !== undefined && { title: readSeriesTitle(title) }),
    ...(description !== undefined && { description: readSeriesDescription(description) }),
  }
}

/** @throws Refusal series.episodes_too_many, series.episode_twice */
export function readEpisodeIds(ids: string[]): string[] {
  if (ids.length > SERIES_EPISODES_MAX) throw new Refusal('series.episodes_too_many', { field: 'episodeIds' })
  if (new Set(ids).size < ids.length) throw new Refusal('series.episode_twice', { field: 'episodeIds' })
  return ids
}

/**
 * Reads the arcs of a series with `count` parts, in the order of their parts.
 * @throws Refusal series.arcs_invalid when a title is missing or too long, a number names no part, or two arcs share one
 */
export function readArcs(arcs: Arc[], count: number): Arc[] {
  const invalid = () => new Refusal('series.arcs_invalid', { field: 'arcs' })
  if (arcs.length > count) throw invalid()
  const read = arcs.map(({ title, from, to }) => {
    const reading = readText(title, { maxCharacters: ARC_TITLE_MAX_CHARACTERS })
    const isRange = Number.isInteger(from) && Number.isInteger(to) && 1 <= from && from <= to && to <= count
    if (!reading.ok || reading.text === '' || !isRange) throw invalid()
    return { title: reading.text, from, to }
  })
  read.sort((one, other) => one.from - other.from)
  if (read.some((arc, at) => at > 0 && arc.from <= read[at - 1]!.to)) throw invalid()
  return read
}

/** The same arcs in a list that has this many parts: those that reach past its end are cut, or gone. */
export function fitArcs(arcs: Arc[], count: number): Arc[] {
  return arcs.filter(({ from }) => from <= count).map((arc) => ({ ...arc, to: Math.min(arc.to, count) }))
}

/** The arcs that contain some of these parts, given by their numbers, no longer than these reach. */
export function arcsAround(arcs: Arc[], numbers: number[]): Arc[] {
  return arcs.flatMap(({ title, from, to }) => {
    const inside = numbers.filter((number) => from <= number && number <= to)
    return inside.length === 0 ? [] : [{ title, from: Math.min(...inside), to: Math.max(...inside) }]
  })
}
