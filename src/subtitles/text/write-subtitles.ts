import type { Cue, SubtitleFormat } from '../subtitle.ts'

/** A file of these cues as plain text. */
export function writeSubtitles(format: SubtitleFormat, cues: readonly Cue[]): string {
  return { vtt: writeWebVtt, srt: writeSrt, ass: writeAss }[format](cues)
}

function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, text }) => `${clock(from, '.')} --> ${clock(to, '.')}\n${escapeWebVtt(text)}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

function escapeWebVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ from, to, text }, at) => `${at + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${text}\n`)
    .join('\n')
}

/** Size and margins are for a picture of 1080 lines. */
const assHead = `[Script Info]
ScriptType: v4.00+
PlayResX: 1920
PlayResY: 1080
WrapStyle: 0
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,64,&H00FFFFFF,&H00FFFFFF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,4,0,2,60,60,60,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`

function writeAss(cues: readonly Cue[]): string {
  const events = cues.map(({ from, to, text }) => {
    return `Dialogue: 0,${assClock(from)},${assClock(to)},Default,,0,0,0,,${escapeAss(text)}\n`
  })
  return assHead + events.join('')
}

/** Neither braces nor backslashes start a tag: a word joiner, which is not seen, follows each backslash. */
function escapeAss(text: string): string {
  return text.replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('\n', '\\N')
}

/** `00:01:02.003`. */
export function clock(seconds: number, mark: '.' | ','): string {
  const { hours, minutes, whole, rest } = parts(seconds, 1000)
  return `${two(hours)}:${two(minutes)}:${two(whole)}${mark}${String(rest).padStart(3, '0')}`
}

/** `0:01:02.03`. */
export function assClock(seconds: number): string {
  const { hours, minutes, whole, rest } = parts(seconds, 100)
  return `${hours}:${two(minutes)}:${two(whole)}.${two(rest)}`
}

function parts(seconds: number, unit: number) {
  const units = Math.round(seconds * unit)
  const all = Math.floor(units / unit)
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, whole: all % 60, rest: units % unit }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
