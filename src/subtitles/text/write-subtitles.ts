import type { Cue, SubtitleFormat } from '../subtitle.ts'
import { type AssPart, eventFields } from './ass-parts.ts'
import { escapeAss } from './ass-text.ts'
import { parseAss, writeAss } from './parse-ass.ts'
import { writeSrt } from './parse-srt.ts'
import { writeWebVtt } from './parse-webvtt.ts'
import { Warnings } from './warnings.ts'

/** A file of these cues as plain text. */
export function writeSubtitles(format: SubtitleFormat, cues: readonly Cue[]): string {
  return { vtt: writePlainVtt, srt: writePlainSrt, ass: writePlainAss }[format](cues)
}

function writePlainVtt(cues: readonly Cue[]): string {
  const written = cues.map(({ text, ...times }) => ({ ...times, name: '', after: '', text: asCharacters(text) }))
  return withOneEnd(writeWebVtt([{ block: 'WEBVTT' }, ...written]))
}

function asCharacters(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function writePlainSrt(cues: readonly Cue[]): string {
  return withOneEnd(writeSrt(cues.map((cue) => ({ ...cue, after: '' }))))
}

function withOneEnd(file: string): string {
  return file.replace(/\n\n$/, '\n')
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

function writePlainAss(cues: readonly Cue[]): string {
  const fields = eventFields.ass.slice(0, -1)
  const values = ['0', '', '', 'Default', '', '0', '0', '0', '']
  const events = cues.map(({ from, to, text }): AssPart => {
    return { kind: 'event', isComment: false, fields, values, from, to, text: escapeAss(text) }
  })
  return writeAss([...parseAss(assHead, new Warnings()), ...events])
}
