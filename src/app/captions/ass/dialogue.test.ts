import { describe, expect, it } from 'vitest'
import { assScript } from '#tests/support/media/ass-script.ts'
import { readScript } from './ass-script.ts'
import { isDialogue, marginOf, mayRise } from './dialogue.ts'

const styles = [
  'Style: Top,Arial,20,&H0,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,8,9,9,33,1',
  'Style: Sign - board,Arial,20,&H0,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,9,9,33,1',
]
const eventOf = (...events: string[]) => readScript(assScript({ events, styles })).events[0]!
const styled = (style: string, text: string, effect = '', margin = '0') =>
  eventOf(`Dialogue: 0,0:00:00.00,0:00:10.00,${style},,0,0,${margin},${effect},${text}`)

const standing = [
  '{\\pos(10,20)}x',
  '{\\b1\\pos(10,20)}x',
  '{as asked \\pos(10,20)}x',
  '{\\ pos (10,20)}x',
  '{\\move(0,0,10,10)}x',
  '{\\org(0,0)\\frz30}x',
  '{\\clip(0,0,10,10)}x',
  '{\\iclip(0,0,10,10)}x',
  '{\\t(0,100,\\clip(0,0,1,1))}x',
  'x {\\i1}y{\\clip(m 0 0 l 10 0 10 10)}',
  '{\\p1}m 0 0 l 10 0 10 10',
  '{\\an5}x',
  '{\\an8}x',
  '{\\a6}x',
  '{\\a10}x',
]
const rising = [
  'x',
  '{\\an2}x',
  '{\\an1}{\\an8}the first counts',
  '{\\a3}x',
  '{\\b1\\c&H0000FF&\\fad(100,100)}x',
  '{\\pbo20\\p0}x',
  '{\\alpha&H80&}x',
  'not closed {\\pos(1,2)',
  '\\{\\pos(1,2)}escaped',
  '\\pos(1,2)',
  '{\\k20}ho{\\k20}shi',
]

describe('an event may rise above the controls', () => {
  it.each(rising)('unless something in it says where it stands: %s', (text) => {
    expect(mayRise(eventOf(text))).toBe(true)
  })
  it.each(standing)('and stays where it says: %s', (text) => {
    expect(mayRise(eventOf(text))).toBe(false)
  })
  it('by the alignment of its style, which a tag overrides', () => {
    expect([styled('Top', 'x'), styled('Top', '{\\an2}x'), styled('top', 'x')].map(mayRise)).toEqual([
      false,
      true,
      // Another style: names count as written, and an unknown one means the default style.
      true,
    ])
  })
  it('unless an effect moves it', () => {
    const effects = ['Banner;20', 'Scroll up;0;100;10', 'scroll down;0;100;10', 'Karaoke', 'anything']
    expect(effects.map((effect) => mayRise(styled('Default', 'x', effect)))).toEqual([false, false, false, true, true])
  })
  it('from its own margin, or that of its style', () => {
    expect([styled('Top', 'x'), styled('Top', 'x', '', '0012')].map(marginOf)).toEqual([33, 12])
  })
})

describe('an event is dialogue', () => {
  it.each(['x', '{\\an8}x', '{\\i1\\c&H00FF00&}x', '{\\t(0,100,\\fscx50)}x'])('when it is spoken: %s', (text) => {
    expect(isDialogue(eventOf(text))).toBe(true)
  })
  it.each(['{\\pos(1,2)}x', '{\\p1}m 0 0', '{\\an5}x', '{\\k20}x', '{\\kf20}x', '{\\K20}x', '{\\ko20}x', '{\\kt20}x'])(
    'and not when it is placed, drawn or timed by syllable: %s',
    (text) => {
      expect(isDialogue(eventOf(text))).toBe(false)
    },
  )
  it('and not when its style is named after signs or songs', () => {
    const names = ['Sign - board', 'OP', 'ED - English', 'Song_romaji', 'Episode Title', 'Kara2', 'Next-op2']
    const others = ['Default', 'Opal', 'Edward', 'Main', 'Top', 'Designs of Ted']
    const isSpoken = (name: string) => {
      const style = `Style: ${name},Arial,20,&H0,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,9,9,33,1`
      const event = `Dialogue: 0,0:00:00.00,0:00:10.00,${name},,0,0,0,,x`
      return isDialogue(readScript(assScript({ styles: [style], events: [event] })).events[0]!)
    }
    expect(names.map(isSpoken)).toEqual(names.map(() => false))
    expect(others.map(isSpoken)).toEqual(others.map(() => true))
  })
  it('and not when an effect moves it or names karaoke', () => {
    expect(['Karaoke', 'Banner;20', 'x'].map((effect) => isDialogue(styled('Default', 'x', effect)))).toEqual([
      false,
      false,
      true,
    ])
  })
})
