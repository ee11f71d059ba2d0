import { describe, expect, test } from 'vitest'
import { mayEmbed, readCommand } from './embed-messages.ts'

describe('a message from the page around the player', () => {
  test.each([
    [{ hoshi: 1, do: 'play' }, { do: 'play' }],
    [{ hoshi: 1, do: 'pause', seconds: 3 }, { do: 'pause' }],
    [{ hoshi: 1, do: 'state' }, { do: 'state' }],
    [
      { hoshi: 1, do: 'seek', seconds: 1.5 },
      { do: 'seek', seconds: 1.5 },
    ],
    [
      { hoshi: 1, do: 'frame', frame: 12 },
      { do: 'frame', frame: 12 },
    ],
  ])('%j is a command', (message, command) => expect(readCommand(message)).toEqual(command))

  test.each([
    { hoshi: 1, do: 'seek' },
    { hoshi: 1, do: 'seek', seconds: '3' },
    { hoshi: 1, do: 'seek', seconds: -1 },
    { hoshi: 1, do: 'seek', seconds: Number.NaN },
    { hoshi: 1, do: 'frame', frame: 1.5 },
    { hoshi: 1, do: 'frame', seconds: 1 },
  ])('%j is a command without its value', (message) => expect(readCommand(message)).toBe('invalid'))

  test.each([null, 'play', 1, {}, { do: 'play' }, { hoshi: 2, do: 'play' }, { hoshi: '1', do: 'play' }, { hoshi: 1 }])(
    '%j is none',
    (message) => expect(readCommand(message)).toBeNull(),
  )

  test('counts from the sites that may embed the episode', () => {
    expect(mayEmbed(null, 'https://one.example')).toBe(true)
    expect(mayEmbed(['https://one.example'], 'https://one.example')).toBe(true)
    expect(mayEmbed(['https://one.example'], 'https://two.example')).toBe(false)
    expect(mayEmbed([], 'null')).toBe(false)
  })
})
