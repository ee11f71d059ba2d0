const STYLE_FORMAT =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'
const DEFAULT =
  'Style: Default,Liberation Sans,32,&H00FFFFFF,&H000000FF,&H00203040,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,20,20,20,1'

interface ScriptParts {
  /** `Start,End,Style,MarginL,MarginR,MarginV,Effect,Text` after a layer, or only the text: from 0 s to 10 s. */
  events: readonly string[]
  styles?: readonly string[]
  info?: readonly string[]
}

/** A script of 640 by 360 from the parts that matter. */
export function assScript({ events, styles = [], info = [] }: ScriptParts): string {
  return [
    ...['[Script Info]', 'ScriptType: v4.00+', 'PlayResX: 640', 'PlayResY: 360', 'ScaledBorderAndShadow: yes', ...info],
    ...['', '[V4+ Styles]', `Format: ${STYLE_FORMAT}`, DEFAULT, ...styles],
    ...['', '[Events]', 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'],
    ...events.map((event) =>
      event.startsWith('Dialogue:') ? event : `Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0,,${event}`,
    ),
    '',
  ].join('\n')
}
