import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#tests/support/run/eventually.ts'

/**
 * Stops runs of ffmpeg and ffprobe at an exact step, from outside: by their arguments and the size of the uploaded
 * file, matched as a shell pattern against `tool arguments bytes=<size>`.
 */
export interface ToolGate {
  /** Environment of a Hoshi whose runs pass through the gate. */
  environment: Record<string, string>
  /** Makes the runs of this process pass through the gate, for tests whose Hoshi runs in it. */
  wrapThisProcess(): Promise<void>
  /** Holds matching runs from now on. */
  block(name: string, pattern: string): void
  /** Waits until a run is held at the gate. @returns its process number */
  blocked(name: string): Promise<number>
  release(name: string): void
  /** Slows matching ffmpeg runs to the video's playing time, to catch them while they write. */
  slowDown(name: string, pattern: string): void
  /** Waits until a run is slowed down. @returns its process number */
  slowed(name: string): Promise<number>
  /** Makes matching runs kill the server that started them, as a crash would. */
  killServer(name: string, pattern: string): void
  /** Number of servers that a rule has killed. */
  kills(name: string): number
}

/** @param folder created when absent; outside the folders that the server may clean */
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
  const hook = join(import.meta.dirname, 'tool-gate-hook.mjs')
  return {
    environment: { NODE_OPTIONS: `--import=${hook}`, HOSHI_TEST_TOOL_GATE: folder },
    async wrapThisProcess() {
      process.env.HOSHI_TEST_TOOL_GATE = folder
      await import(hook)
    },
    block(name, pattern) {
      rmSync(file(name, 'held'), { force: true })
      writeFileSync(file(name, 'rule'), `hold ${pattern}\n`)
    },
    blocked: (name) => eventually(`a run is held at ${name}`, () => Number(lines(file(name, 'held'))[0]) || null),
    slowDown(name, pattern) {
      rmSync(file(name, 'held'), { force: true })
      writeFileSync(file(name, 'rule'), `slow ${pattern}\n`)
    },
    slowed: (name) => eventually(`a run is slow at ${name}`, () => Number(lines(file(name, 'held'))[0]) || null),
    release: (name) => rmSync(file(name, 'rule'), { force: true }),
    killServer: (name, pattern) => writeFileSync(file(name, 'rule'), `kill ${pattern}\n`),
    kills: (name) => lines(file(name, 'killed')).length,
  }
}

/** Patterns of a video's processing steps. */
export const steps = {
  probing: '*/ffprobe*file:*source bytes=*',
  ingesting: '*/ffmpeg*pipe:0*-c:v copy*',
  copying: '*/ffmpeg*file:*source*-c:v copy*',
  // The first of several sizes is padded to it, the others are scaled.
  encoding: (width: number, height: number) => `*/ffmpeg*[ed]=${width}:${height}:*libx264*`,
  comparing: '*/ffmpeg*ssim=*',
  audio: '*/ffmpeg*-vn*',
  poster: '*/ffmpeg*libwebp*poster*',
  preview: '*/ffmpeg*preview.mp4*',
}
