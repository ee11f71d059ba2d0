import { describe, expect, it } from 'vitest'
import { assScript } from '#tests/support/media/ass-script.ts'
import { readScript } from './ass-script.ts'
import { raiseDialogue } from './lift.ts'

const header = (...lines: string[]) => readScript(['[Script Info]', ...lines].join('\n')).height

describe('a script is read as libass reads it', () => {
  it.each([
    [['PlayResX: 640', 'PlayResY: 360'], 360],
    [['PlayResY: 600'], 600],
    [['PlayResX: 1280'], 1024],
    [['PlayResX: 640'], 480],
    [['PlayResX: 1'], 1],
    [['PlayResY:720x'], 720],
    // Names of lines have their case.
    [['playresy: 720'], 288],
    [['PlayResY: -5'], 288],
    [['PlayResY: much'], 288],
    [[], 288],
  ])('with the height of its coordinates: %s', (lines, height) => {
    expect(header(...lines)).toBe(height)
  })

  it('with fields in the order that it names', () => {
    const { events } = readScript(
      `[V4+ Styles]
Format: MarginV, Alignment, Name
Style: 40, 8, Up
[Events]
Format: Style, MarginV, Text
Dialogue: Up, 7,Hello, you
Comment: Up,7,not shown
Dialogue: broken`,
    )
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ at: 5, style: { name: 'Up', alignment: 8, marginV: 40 }, text: 'Hello, you' })
  })

  it('of the older version, with its own alignments', () => {
    const script = readScript(`[V4 Styles]
Style: Over,Arial,28,1,1,1,0,-1,0,1,2,2,6,30,30,25,0,0
Style: Middle,Arial,28,1,1,1,0,-1,0,1,2,2,10,30,30,30,0,0
[Events]
Dialogue: Marked=0,0:00:01.18,0:00:06.85,*Over,,0000,0000,0000,,x`)
    expect(script.styles.map(({ alignment }) => alignment)).toEqual([8, 5])
    expect(script.events[0]?.style.marginV).toBe(25)
  })

  it('over unknown sections, other line ends and a byte order mark', () => {
    const text = '\uFEFF[events]\r\n[Graphics]\rDialogue: 0,0:00:00.00,0:00:01.00,None,,0,0,0,,x'
    expect(readScript(text).events).toMatchObject([{ style: { name: 'Default', alignment: 2 }, text: 'x' }])
  })

  it('even when it is no script', () => {
    expect(readScript('').events).toEqual([])
    expect(readScript('[Fonts]\nfontname: a.ttf\nDialogue: 0,0,0,a,,0,0,0,,x').events).toEqual([])
    expect(readScript('[Events]\nFormat: Layer, Start\nDialogue: 0,1').events).toEqual([])
  })
})

describe('raised dialogue', () => {
  const text = assScript({
    events: ['spoken, and more', '{\\pos(1,2)}placed', 'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,0012,,higher'],
  })
  it('stands higher by a share of the picture, and nothing else changes', () => {
    const before = text.split('\n')
    const after = raiseDialogue(readScript(text), 0.25).split('\n')
    expect(after.filter((line, index) => line !== before[index])).toEqual([
      'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,110,,spoken, and more',
      'Dialogue: 0,0:00:00.00,0:00:10.00,Default,,0,0,102,,higher',
    ])
    expect(after).toHaveLength(before.length)
  })
  it('is the script itself when it is not raised', () => {
    expect(raiseDialogue(readScript(text), 0)).toBe(text)
  })
})
