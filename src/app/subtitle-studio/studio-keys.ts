import type { StudioCommands } from './use-studio.ts'

/** Keys with Alt, which act in fields too; by their place on the keyboard, whatever they write. */
export const altKeys: readonly { code: string; keys: string; name: string; act(commands: StudioCommands): void }[] = [
  { code: 'ArrowUp', keys: 'Alt+ArrowUp', name: 'Line before', act: (commands) => commands.step(-1) },
  { code: 'ArrowDown', keys: 'Alt+ArrowDown', name: 'Line after', act: (commands) => commands.step(1) },
  { code: 'Comma', keys: 'Alt+,', name: 'Move the line back by a frame', act: (commands) => commands.nudge(-1) },
  { code: 'Period', keys: 'Alt+.', name: 'Move the line on by a frame', act: (commands) => commands.nudge(1) },
  {
    code: 'BracketLeft',
    keys: 'Alt+[',
    name: 'In at this frame',
    act: (commands) => commands.setStart(commands.frameNow()),
  },
  {
    code: 'BracketRight',
    keys: 'Alt+]',
    name: 'Out after this frame',
    act: (commands) => commands.setEnd(commands.frameNow() + 1),
  },
  { code: 'KeyJ', keys: 'Alt+J', name: 'Film back by a frame', act: (commands) => commands.stepVideo(-1) },
  { code: 'KeyK', keys: 'Alt+K', name: 'Film on by a frame', act: (commands) => commands.stepVideo(1) },
  { code: 'KeyP', keys: 'Alt+P', name: 'Play or pause', act: (commands) => commands.togglePlay() },
  { code: 'KeyL', keys: 'Alt+L', name: 'Play the line', act: (commands) => commands.playLine() },
  { code: 'KeyS', keys: 'Alt+S', name: 'Split the line', act: (commands) => commands.splitLine() },
  {
    code: 'KeyN',
    keys: 'Alt+N',
    name: 'New line at this frame',
    act: (commands) => commands.addLine(commands.frameNow()),
  },
  { code: 'Delete', keys: 'Alt+Delete', name: 'Delete the line', act: (commands) => commands.removeLine() },
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
