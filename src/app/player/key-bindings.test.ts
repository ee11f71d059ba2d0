import { describe, expect, it, test, vi } from 'vitest'
import { bindingFor, type KeyTarget, keyBindings } from './key-bindings.ts'
import type { PlayerCommands } from './use-player.ts'

const shifted = new Set('PN<>?')

/** Presses a key on a player whose commands report their calls. @returns these; null without a binding */
function press(
  key: string,
  { shiftKey = shifted.has(key), code = '', isRepeat = false, ...target }: Partial<KeyTarget & Press> = {},
) {
  const calls: unknown[] = []
  const commands = new Proxy({} as PlayerCommands, {
    get:
      (_target, name) =>
      (...parameters: unknown[]) => {
        calls.push([name, ...parameters])
      },
  })
  const found = bindingFor({ key, code, shiftKey })
  if (!found) return null
  const given = {
    commands,
    isTheatre: false,
    hasTheatre: true,
    openPrevious: null,
    openNext: null,
    study: 'off' as const,
    toggleNotes: null,
    ...target,
  }
  const result = found.binding.act(given, found.key, isRepeat)
  return result === false ? false : calls
}

interface Press {
  shiftKey: boolean
  code: string
  isRepeat: boolean
}

test.each([
  [' ', [['togglePlay']]],
  ['k', [['togglePlay']]],
  ['K', [['togglePlay']]],
  ['j', [['seekBy', -10]]],
  ['ArrowLeft', [['seekBy', -5]]],
  ['ArrowRight', [['seekBy', 5]]],
  ['ArrowUp', [['changeVolume', 'up']]],
  ['ArrowDown', [['changeVolume', 'down']]],
  ['0', [['seekToMinute', 0]]],
  ['9', [['seekToMinute', 9]]],
  ['m', [['toggleMute']]],
  ['<', [['changeRate', 'slower']]],
  ['>', [['changeRate', 'faster']]],
  ['f', [['toggleFullScreen']]],
  ['t', [['toggleTheatre']]],
  ['i', [['togglePictureInPicture']]],
  ['c', [['toggleCaptions']]],
  ['/', [['findLine']]],
  ['w', [['writeHere']]],
  ['?', [['showKeyboard', true]]],
])('%s does %j', (key, calls) => {
  expect(press(key)).toEqual(calls)
})

test('/ finds no line while study mode covers them', () => {
  expect(press('/', { study: 'open' })).toBe(false)
})

test('n takes notes off the picture and back, where there are any', () => {
  expect(press('n', { toggleNotes: () => false })).toEqual([['notify', 'Timed notes off']])
  expect(press('n', { toggleNotes: () => true })).toEqual([['notify', 'Timed notes on']])
  expect(press('n', { toggleNotes: null })).toBe(false)
})

test.each(['p', 'Enter', 'Tab', 'Home', 'F5', 'Dead', 'Unidentified', ''])('%s does nothing yet', (key) => {
  expect(press(key, { shiftKey: false })).toBeNull()
})

describe('keys of study mode', () => {
  it.each([',', '.', '[', ']', 'a', 'b', 'l'])('%s acts at any time', (key) => {
    expect(press(key)).toEqual([['pressStudyKey', key, false]])
    expect(press(key, { study: 'open', isRepeat: true })).toEqual([['pressStudyKey', key, true]])
  })

  it.each(['x', 'o', 'h', 'g', 'u'])('%s acts while it is open', (key) => {
    expect(press(key)).toBe(false)
    expect(press(key, { study: 'ready' })).toBe(false)
    expect(press(key, { study: 'open' })).toEqual([['pressStudyKey', key, false]])
  })

  it('S opens and closes it, and Escape leaves it before the theatre', () => {
    expect(press('s')).toEqual([['toggleStudy']])
    expect(press('Escape', { study: 'open', isTheatre: true })).toEqual([['toggleStudy']])
  })
})

describe('Shift', () => {
  it('makes the arrows go by chapters', () => {
    expect(press('ArrowLeft', { shiftKey: true })).toEqual([['seekToChapter', 'back']])
    expect(press('ArrowRight', { shiftKey: true })).toEqual([['seekToChapter', 'on']])
  })

  it('leaves letters without a meaning of their own, but not signs that need it on some keyboards', () => {
    for (const key of ['K', 'M', 'F', 'T', 'ArrowUp']) expect(press(key, { shiftKey: true }), key).toBeNull()
    for (const key of ['5', '<', '?', ' ']) {
      expect(press(key, { shiftKey: true }), key).not.toBeNull()
      expect(press(key, { shiftKey: false }), key).not.toBeNull()
    }
  })

  it('with P and N leads through the series, where there is one', () => {
    const openPrevious = vi.fn()
    const openNext = vi.fn()
    expect(press('P')).toBe(false)
    expect(press('N')).toBe(false)
    press('P', { openPrevious, openNext })
    expect([openPrevious.mock.calls.length, openNext.mock.calls.length]).toEqual([1, 0])
    press('N', { openPrevious, openNext })
    expect([openPrevious.mock.calls.length, openNext.mock.calls.length]).toEqual([1, 1])
  })
})

test('a letter is found by its place on a keyboard that types another script, and only there', () => {
  expect(press('л', { code: 'KeyK' })).toEqual([['togglePlay']])
  expect(press('ь', { code: 'KeyM' })).toEqual([['toggleMute']])
  expect(press('q', { code: 'KeyM' })).toBeNull()
  expect(press('ö', { code: 'Semicolon' })).toBeNull()
})

test('Escape leaves the theatre, and keeps its meaning elsewhere', () => {
  expect(press('Escape', { isTheatre: true })).toEqual([['toggleTheatre']])
  expect(press('Escape')).toBe(false)
})

test('T has no meaning where the page has one width', () => {
  expect(press('t', { hasTheatre: false })).toBe(false)
})

test('no key has two meanings', () => {
  const named = keyBindings.flatMap(({ keys, withShift = false }) => keys.map((key) => `${withShift} ${key}`))
  expect(named.toSorted()).toEqual([...new Set(named)].sort())
  expect(named.length).toBeGreaterThan(25)
})
