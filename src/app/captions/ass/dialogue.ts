import { fieldAt, fieldValue } from '#subtitles/text/ass-parts.ts'
import { type AssEvent, integer } from './ass-script.ts'
import { readOverrideTags } from './override-tags.ts'

const MOVING_EFFECT = /^\s*(?:banner|scroll (?:up|down));/i
/** Matches names of styles that fansubbers give to lines other than dialogue. */
const SIGN_OR_SONG =
  /(?:^|[^a-z])(?:signs?|songs?|op|ed|opening|ending|kara(?:oke)?|lyrics?|titles?|typeset(?:ting)?|ts|credits?|insert|romaji)(?:[^a-z]|$)/i

/**
 * Whether an event may rise above the controls: it stands at the bottom only because its style or tag says so, and
 * nothing in it says where.
 */
export function mayRise(event: AssEvent): boolean {
  const tags = readOverrideTags(event.text)
  return (
    !tags.isPlaced &&
    !tags.isDrawing &&
    (tags.alignment ?? event.style.alignment) <= 3 &&
    !MOVING_EFFECT.test(fieldValue(event, 'effect')) &&
    fieldAt(event.fields, 'marginv') !== -1
  )
}

/** Whether an event is spoken, not a sign or a song: it may take the viewer's own style. */
export function isDialogue(event: AssEvent): boolean {
  const tags = readOverrideTags(event.text)
  const alignment = tags.alignment ?? event.style.alignment
  const effect = fieldValue(event, 'effect')
  return (
    !tags.isPlaced &&
    !tags.isDrawing &&
    !tags.isKaraoke &&
    (alignment <= 3 || alignment >= 7) &&
    !/^karaoke$/i.test(effect) &&
    !MOVING_EFFECT.test(effect) &&
    !SIGN_OR_SONG.test(event.style.name)
  )
}

/** The distance of an event from its edge, in the script's units: its own, or that of its style. */
export function marginOf(event: AssEvent): number {
  return integer(fieldValue(event, 'marginv')) || event.style.marginV
}
