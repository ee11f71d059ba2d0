import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#tests/support/eventually.ts'

/**
 * Stops runs of ffmpeg and ffprobe at an exact step, from outside: by their arguments and the size of the uploaded
 * file, matched as a shell pattern against `tool arguments bytes=<size>`.
 */
export interface ToolGate {
  /** What a Hoshi has to be started with so that its runs pass through. */
  environment: Record<string, string>
  /** Runs that match wait from now on. */
  hold(name: string, pattern: string): void
  /** Waits until a run stands at the gate. @returns its process number */
  held(name: string): Promise<number>
  letGo(name: string): void
  /** Runs of ffmpeg that match take as long as the film plays, so that they are met while they write. */
  slowDown(name: string, pattern: string): void
  /** Waits until a run is slowed down. @returns its process number */
  slowed(name: string): Promise<number>
  /** Runs that match kill the server that started them, as a crash would. */
  killServer(name: string, pattern: string): void
  /** Number of servers that a rule has killed. */
  kills(name: string): number
}

/** @param folder made when absent; outside of what the server may remove */
export function createToolGate(folder: string): ToolGate {
  mkdirSync(folder, { recursive: true })
  const file = (name: string, ending: string) => join(folder, `${name}.${ending}`)
  const lines = (path: string) => {
    try {
      return readFileSync(path, 'utf8').split('\n').filter(Boolean)
    } catch {
      return []
    }
  }
  return {
    environment: {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'tool-gate-hook.mjs')}`,
      HOSHI_TEST_TOOL_GATE: folder,
    },
    hold(name, pattern) {
      rmSync(file(name, 'held'), { force: true })
      writeFileSync(file(name, 'rule'), `hold ${pattern}\n`)
    },
    held: (name) => eventually(`a run is held at ${name}`, () => Number(lines(file(name, 'held'))[0]) || null),
    slowDown(name, pattern) {
      rmSync(file(name, 'held'), { force: true })
      writeFileSync(file(name, 'rule'), `slow ${pattern}\n`)
    },
    slowed: (name) => eventually(`a run is slow at ${name}`, () => Number(lines(file(name, 'held'))[0]) || null),
    letGo: (name) => rmSync(file(name, 'rule'), { force: true }),
    killServer: (name, pattern) => writeFileSync(file(name, 'rule'), `kill ${pattern}\n`),
    kills: (name) => lines(file(name, 'killed')).length,
  }
}

/** Patterns of the steps that a video goes through. */
export const steps = {
  measuring: '*/ffprobe*file:*source bytes=*',
  arriving: '*/ffmpeg*pipe:0*-c:v copy*',
  copying: '*/ffmpeg*file:*source*-c:v copy*',
  encoding: (width: number, height: number) => `*/ffmpeg*scale=${width}:${height}:*libx264*`,
  sound: '*/ffmpeg*-vn*',
  poster: '*/ffmpeg*libwebp*poster*',
  preview: '*/ffmpeg*preview.mp4*',
}
