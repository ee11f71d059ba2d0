import type { StudioCommands } from './use-studio.ts'

/** Keys with Alt, which act in fields too; by their place on the keyboard, whatever they write. */
export const altKeys: readonly { code: string; keys: string; name: string; act(commands: StudioCommands): void }[] = [
  { code: 'ArrowUp', keys: 'Alt+ArrowUp', name: 'Previous line', act: (commands) => commands.step(-1) },
  { code: 'ArrowDown', keys: 'Alt+ArrowDown', name: 'Next line', act: (commands) => commands.step(1) },
  { code: 'Comma', keys: 'Alt+,', name: 'Move line back one frame', act: (commands) => commands.nudge(-1) },
  { code: 'Period', keys: 'Alt+.', name: 'Move line forward one frame', act: (commands) => commands.nudge(1) },
  {
    code: 'BracketLeft',
    keys: 'Alt+[',
    name: 'Set in point at this frame',
    act: (commands) => commands.setStart(commands.frameNow()),
  },
  {
    code: 'BracketRight',
    keys: 'Alt+]',
    name: 'Set out point after this frame',
    act: (commands) => commands.setEnd(commands.frameNow() + 1),
  },
  { code: 'KeyJ', keys: 'Alt+J', name: 'Video back one frame', act: (commands) => commands.stepVideo(-1) },
  { code: 'KeyK', keys: 'Alt+K', name: 'Video forward one frame', act: (commands) => commands.stepVideo(1) },
  { code: 'KeyP', keys: 'Alt+P', name: 'Play / pause', act: (commands) => commands.togglePlay() },
  { code: 'KeyL', keys: 'Alt+L', name: 'Play line', act: (commands) => commands.playLine() },
  { code: 'KeyS', keys: 'Alt+S', name: 'Split line', act: (commands) => commands.splitLine() },
  {
    code: 'KeyN',
    keys: 'Alt+N',
    name: 'Add line at this frame',
    act: (commands) => commands.addLine(commands.frameNow()),
  },
  { code: 'Delete', keys: 'Alt+Delete', name: 'Delete line', act: (commands) => commands.removeLine() },
]

/** A pressed key, apart from its effect on the page. */
export interface PressedKey
  extends Pick<KeyboardEvent, 'code' | 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> {}

/** Acts on a key of the studio. @returns false when it is none */
export function pressStudioKey(
  { code, key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey,
  isInField: boolean,
  commands: StudioCommands,
  save: () => void,
): boolean {
  const isCommand = (ctrlKey || metaKey) && !altKey
  if (isCommand) {
    const letter = key.toLowerCase()
    if (letter === 's' && !shiftKey) save()
    else if (letter === 'z') (shiftKey ? commands.redo : commands.undo)()
    else if (letter === 'y' && !shiftKey) commands.redo()
    else return false
    return true
  }
  if (altKey && !ctrlKey && !metaKey) {
    const pressed = altKeys.find((each) => each.code === code)
    pressed?.act(commands)
    return pressed !== undefined
  }
  if (isInField || ctrlKey || metaKey || shiftKey) return false
  if (key === '[') commands.setStart(commands.frameNow())
  else if (key === ']') commands.setEnd(commands.frameNow() + 1)
  else return false
  return true
}
