import type { StudyPhase } from '#app/playback/study-options.ts'
import { ARROW_SECONDS, FAR_SECONDS } from './player-state.ts'
import type { PlayerCommands } from './use-player.ts'
import type { SeriesOpeners } from './use-series-openers.ts'

/** The parts of the page that keys act on. */
export interface KeyTarget extends SeriesOpeners {
  commands: PlayerCommands
  isTheatre: boolean
  study: StudyPhase
  /** Whether the page can give the player its whole width. */
  hasTheatre: boolean
  /** Shows timed notes on the picture, or hides them, and returns whether they are shown now; null without any. */
  toggleNotes: (() => boolean) | null
}

/** Keys that do one thing, and the line about them in the keyboard sheet. */
export interface KeyBinding {
  group: 'Watching' | 'Picture' | 'Study'
  words: string
  /** As `event.key` has them, letters in lower case. */
  keys: readonly string[]
  /** The sheet shows the first and the last key only. */
  isRange?: boolean
  withShift?: boolean
  /** Acts again while the key is held. */
  repeats?: boolean
  /** Acts only while the focus is in the player: elsewhere these keys scroll the page. */
  isOfPlayer?: boolean
  /** @returns false when there is nothing to do, and the key keeps its usual meaning */
  act(target: KeyTarget, key: string, isRepeat: boolean): unknown
}

const minutes = Array.from({ length: 10 }, (_, minute) => String(minute))
const studyRow = (words: string, keys: readonly string[], isInStudyOnly: boolean): KeyBinding => ({
  group: 'Study',
  words,
  keys,
  repeats: keys.length > 1,
  act: ({ commands, study }, key, isRepeat) =>
    (study === 'open' || !isInStudyOnly) && commands.pressStudyKey(key, isRepeat),
})
const open = (path: (() => void) | null) => (path ? path() : false)

/** Every key of the player: its effect, and its line in the keyboard sheet. @see docs/product.md#the-player */
export const keyBindings: readonly KeyBinding[] = [
  {
    group: 'Watching',
    words: 'Play / pause',
    keys: [' ', 'k'],
    act: ({ commands }) => commands.togglePlay(),
  },
  {
    group: 'Watching',
    words: `${ARROW_SECONDS} s back / forward`,
    keys: ['ArrowLeft', 'ArrowRight'],
    repeats: true,
    act: ({ commands }, key) => commands.seekBy(key === 'ArrowLeft' ? -ARROW_SECONDS : ARROW_SECONDS),
  },
  {
    group: 'Watching',
    words: `${FAR_SECONDS} s back`,
    keys: ['j'],
    repeats: true,
    act: ({ commands }) => commands.seekBy(-FAR_SECONDS),
  },
  {
    group: 'Watching',
    words: 'Previous / next chapter',
    keys: ['ArrowLeft', 'ArrowRight'],
    withShift: true,
    act: ({ commands }, key) => commands.seekToChapter(key === 'ArrowLeft' ? 'back' : 'on'),
  },
  {
    group: 'Watching',
    words: 'Jump to minute 0–9',
    keys: minutes,
    isRange: true,
    act: ({ commands }, key) => commands.seekToMinute(Number(key)),
  },
  {
    group: 'Watching',
    words: 'Volume',
    keys: ['ArrowUp', 'ArrowDown'],
    repeats: true,
    isOfPlayer: true,
    act: ({ commands }, key) => commands.changeVolume(key === 'ArrowUp' ? 'up' : 'down'),
  },
  {
    group: 'Watching',
    words: 'Mute',
    keys: ['m'],
    act: ({ commands }) => commands.toggleMute(),
  },
  {
    group: 'Watching',
    words: 'Slower / faster',
    keys: ['<', '>'],
    repeats: true,
    act: ({ commands }, key) => commands.changeRate(key === '<' ? 'slower' : 'faster'),
  },
  {
    group: 'Watching',
    words: 'Previous episode in series',
    keys: ['p'],
    withShift: true,
    act: ({ openPrevious }) => open(openPrevious),
  },
  {
    group: 'Watching',
    words: 'Next episode in series',
    keys: ['n'],
    withShift: true,
    act: ({ openNext }) => open(openNext),
  },
  {
    group: 'Picture',
    words: 'Full screen',
    keys: ['f'],
    act: ({ commands }) => commands.toggleFullScreen(),
  },
  {
    group: 'Picture',
    words: 'Theatre',
    keys: ['t'],
    act: ({ commands, hasTheatre }) => hasTheatre && commands.toggleTheatre(),
  },
  {
    group: 'Picture',
    words: 'Picture in picture',
    keys: ['i'],
    act: ({ commands }) => commands.togglePictureInPicture(),
  },
  {
    group: 'Watching',
    words: 'Captions',
    keys: ['c'],
    act: ({ commands }) => commands.toggleCaptions(),
  },
  {
    group: 'Watching',
    words: 'Search the transcript',
    keys: ['/'],
    // Study mode covers the lines.
    act: ({ commands, study }) => study !== 'open' && commands.findLine(),
  },
  {
    group: 'Watching',
    words: 'Write at this frame',
    keys: ['w'],
    act: ({ commands, study }) => study !== 'open' && commands.writeHere(),
  },
  {
    group: 'Picture',
    words: 'Timed notes',
    keys: ['n'],
    act: ({ commands, toggleNotes }) =>
      toggleNotes !== null && commands.notify(toggleNotes() ? 'Timed notes on' : 'Timed notes off'),
  },
  {
    group: 'Picture',
    words: 'Dim flashes',
    keys: ['d'],
    act: ({ commands }) => commands.toggleDimming(),
  },
  {
    group: 'Picture',
    words: 'Keyboard shortcuts',
    keys: ['?'],
    act: ({ commands }) => commands.showKeyboard(true),
  },
  {
    group: 'Picture',
    words: 'Close / exit',
    keys: ['Escape'],
    // The browser leaves full screen, and the menu and dialogs close themselves.
    act: ({ commands, isTheatre, study }) =>
      study === 'open' ? commands.toggleStudy() : isTheatre && commands.toggleTheatre(),
  },
  {
    group: 'Study',
    words: 'Study mode',
    keys: ['s'],
    act: ({ commands }) => commands.toggleStudy(),
  },
  studyRow('Step (hold to run)', [',', '.'], false),
  studyRow('Previous / next drawing', ['[', ']'], false),
  studyRow('Step size', ['x'], true),
  studyRow('Set loop start / end', ['a', 'b'], false),
  studyRow('Loop on / off', ['l'], false),
  studyRow('Onion skin', ['o'], true),
  studyRow('Flip', ['h'], true),
  studyRow('Grid', ['g'], true),
  studyRow('Safe area', ['u'], true),
  studyRow('Zoom', ['-', '+'], true),
]

interface PressedKey {
  key: string
  code: string
  shiftKey: boolean
}

/** The binding of a pressed key, and the key as the binding names it; null where it has none. */
export function bindingFor({ key, code, shiftKey }: PressedKey): { binding: KeyBinding; key: string } | null {
  const pressed = letterOf(key, code) ?? key
  // Signs are typed with or without Shift, depending on the keyboard.
  const dependsOnShift = /^([a-z]|Arrow.*)$/.test(pressed)
  const binding = keyBindings.find(
    ({ keys, withShift = false }) => keys.includes(pressed) && (!dependsOnShift || withShift === shiftKey),
  )
  return binding ? { binding, key: pressed } : null
}

/** The letter of a key, whichever script its keyboard types; null for other keys. */
function letterOf(key: string, code: string): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^[^\p{ASCII}]$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null
}
