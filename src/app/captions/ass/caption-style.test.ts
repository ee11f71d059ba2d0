import { describe, expect, it } from 'vitest'
import { assScript } from '#tests/support/media/ass-script.ts'
import { readScript } from './ass-script.ts'
import { type AssCaptionStyle, withCaptionStyle } from './caption-style.ts'

const style: AssCaptionStyle = { size: 'medium', colour: '#ffd700', edge: 'outline', place: 'bottom' }
const text = assScript({
  events: [
    '{\\an8\\c&H0000FF&}Wait,{\\i1} she\\Nsaid',
    '{\\pos(320,80)\\b1}べが',
    'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,5,5,5,,{\\k20}ho{\\k20}shi',
    'Dialogue: 3,0:00:01.00,0:00:02.00,Default,Mio,5,5,5,,Yes, now',
  ],
})
const valuesOf = (restyled: string) => {
  const { parts, lastStyleAt } = readScript(restyled)
  const style = parts[lastStyleAt ?? -1]!
  return Object.fromEntries(
    style.kind === 'style' ? style.fields.map((name, index) => [name, style.values[index]]) : [],
  )
}

describe("dialogue in the viewer's style", () => {
  it('loses its tags and margins; signs and songs stay as drawn', () => {
    const changed = withCaptionStyle(text, style).split('\n')
    const untouched = new Set(text.split('\n'))
    expect(changed.filter((line) => !untouched.has(line)).slice(1)).toEqual([
      'Dialogue: 0,0:00:00.00,0:00:10.00,Hoshi viewer,,0,0,0,,Wait, she\\Nsaid',
      'Dialogue: 3,0:00:01.00,0:00:02.00,Hoshi viewer,Mio,0,0,0,,Yes, now',
    ])
  })

  it('has the size, colour and edge that were chosen, in the units of the script', () => {
    expect(valuesOf(withCaptionStyle(text, style))).toMatchObject({
      name: 'Hoshi viewer',
      fontsize: '22.5',
      primarycolour: '&H0000D7FF',
      borderstyle: '1',
      outline: '1.35',
      shadow: '0.00',
      alignment: '2',
      marginv: '16',
    })
  })

  it.each([
    ['none', { borderstyle: '1', outline: '0.00', shadow: '0.00' }],
    ['box', { borderstyle: '4', outline: '0.00', shadow: '4.50' }],
  ] as const)('with the edge %s', (edge, values) => {
    expect(valuesOf(withCaptionStyle(text, { ...style, edge }))).toMatchObject(values)
  })

  it('at the top, larger, in a script of the older version', () => {
    const older = `[V4 Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Alignment
Style: Default,Arial,28,1,2
[Events]
Dialogue: Marked=0,0:00:01.00,0:00:06.00,Default,,0,0,0,,x`
    const restyled = withCaptionStyle(older, { ...style, size: 'huge', place: 'top' })
    expect(valuesOf(restyled)).toMatchObject({ fontsize: '28.8', primarycolour: '55295', alignment: '6' })
    expect(readScript(restyled).events[0]?.style).toMatchObject({ name: 'Hoshi viewer', alignment: 8 })
  })

  it('in a script that has no styles', () => {
    const bare = '[Events]\nDialogue: 0,0:00:01.00,0:00:06.00,Default,,0,0,0,,x'
    expect(readScript(withCaptionStyle(bare, style)).events[0]?.style.name).toBe('Hoshi viewer')
  })
})
