import type { TextWarning, WarningCode } from '#subtitles/text/warnings.ts'

const sentences: Readonly<Record<WarningCode, (where: string, detail: string) => string>> = {
  time_unknown: (where) => `${where}: the times cannot be read, so the text below is left out.`,
  start_unknown: (where) => `${where}: a start or end time cannot be read and counts as 0:00.`,
  frames_assumed: (_, detail) => `The times count frames. They are read at ${detail} frames per second.`,
  before_film: (where) => `${where}: starts before the video and is shown from the start of the video.`,
  no_length: (where) => `${where}: ends before it starts, so viewers will not see it.`,
  no_time: (where) => `${where}: appears before the first times and is left out.`,
  too_long: (where) => `${where}: has more than 1,000 characters. The rest is left out.`,
  drawing: (where) => `${where}: draws shapes, which the transcript cannot show. Check them on the video.`,
  section_unknown: (where, detail) =>
    `${where}: '${detail}' is not a known section. Players can still draw parts of it; the rest is left out.`,
  attachment: () => 'Fonts and pictures in the file are left out.',
  line_unknown: (where) => `${where}: has no meaning in this format and is left out.`,
}

/** The sentence of a warning for the author of a file. */
export function warningMessage({ code, count, lines, detail = '' }: TextWarning): string {
  return sentences[code](placeOf(lines, count), detail)
}

/** 'Line 6 of the file', 'Lines 6, 9 and 12 of the file', 'Lines 6, 9 and 30 others of the file'. */
function placeOf(lines: readonly number[], count: number): string {
  const others = count - lines.length
  const named = lines.map(String)
  const all = others > 0 ? [...named, others === 1 ? '1 other' : `${others} others`] : named
  const last = all.at(-1) ?? ''
  return all.length < 2 ? `Line ${last} of the file` : `Lines ${all.slice(0, -1).join(', ')} and ${last} of the file`
}
