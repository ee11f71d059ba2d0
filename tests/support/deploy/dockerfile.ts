import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Stage {
  /** Null: the last one, which has no name. */
  name: string | null
  from: string
  /** The arguments of each instruction of this name, on one line. */
  all(instruction: string): string[]
}

const dockerfile = join(import.meta.dirname, '../../../Dockerfile')

/** Instructions of the Dockerfile, each on one line, without comments. */
export const instructions: readonly string[] = readFileSync(dockerfile, 'utf8')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

export function stagesOf(lines: readonly string[]): Stage[] {
  const starts = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []))
  return starts.map((start, index) => {
    const own = lines.slice(start, starts[index + 1])
    const [, from = '', , name = null] = own[0]!.split(' ')
    const all = (instruction: string) =>
      own.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1))
    return { name, from, all }
  })
}

/** Settings that the image gives every process. */
export function imageSettings(): Record<string, string> {
  const [line = ''] = stagesOf(instructions).at(-1)!.all('ENV')
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]))
}
