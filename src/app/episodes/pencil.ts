import pencil1 from '../art/pencil-1.svg?no-inline'
import pencil2 from '../art/pencil-2.svg?no-inline'
import pencil3 from '../art/pencil-3.svg?no-inline'

const scenes = [pencil1, pencil2, pencil3] as const

/** The pencil scene that stands for a missing picture; the same one for the same episode. */
export function pencilFor(id: string): string {
  const sum = [...id].reduce((total, character) => total + character.charCodeAt(0), 0)
  return scenes[sum % scenes.length] ?? pencil1
}
