import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A scene drawing divided into its layers, back to front, so that they can move. */
export interface Scene {
  layers: readonly string[]
  /** One layer, unchanged. */
  layer(at: number): string
  /** Several, both ends included. */
  from(first: number, last: number): string
}

const folder = join(import.meta.dirname, '../scenes')

export function openScene(name: string): Scene {
  const layers = layersOf(readFileSync(join(folder, `${name}.svg`), 'utf8'))
  const layer = (at: number) => {
    const found = layers[at]
    if (found === undefined) throw new Error(`The scene ${name} has no layer ${at}.`)
    return found
  }
  return { layers, layer, from: (first, last) => layers.slice(first, last + 1).join('') }
}

/** The elements directly inside the outermost one. */
export function layersOf(drawing: string): string[] {
  const inside = drawing.slice(drawing.indexOf('>') + 1, drawing.lastIndexOf('</'))
  const layers: string[] = []
  let depth = 0
  let start = 0
  for (const tag of inside.matchAll(/<(\/?)[a-zA-Z]+[^>]*?(\/?)>/g)) {
    const [text, isClosing, isEmpty] = tag
    if (!isClosing && depth === 0) start = tag.index
    if (isClosing) depth -= 1
    else if (!isEmpty) depth += 1
    if (depth === 0) layers.push(inside.slice(start, tag.index + text.length))
  }
  return layers
}

/** The opening tag of a group, to put other things into it. */
export function openingOf(drawing: string): string {
  return drawing.slice(0, drawing.indexOf('>') + 1)
}
