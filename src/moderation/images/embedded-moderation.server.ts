import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { type ClassifierProcess, startClassifier } from './classifier-process.server.ts'
import { ClassificationError, defaultClasses, type ImageModeration, type Picture } from './image-moderation.ts'
import { readScores } from './read-scores.ts'

/** The command that installs the program, in the folder of Hoshi. */
export const INSTALL_COMMAND = 'npm ci --prefix classifier'

const START_MS = 120_000
const ANSWER_MS = 30_000
const IDLE_MS = 60_000
/** Four times the memory that the classifier needs. */
const MEMORY_MAX_BYTES = 1024 ** 3

export interface EmbeddedModerationOptions {
  /** Arguments of Node: the program and its own. */
  args: string[]
  cwd: string
  /** Limits, which tests replace. */
  startMs?: number
  answerMs?: number
  idleMs?: number
  memoryMaxBytes?: number
}

const sameNames = Object.fromEntries(defaultClasses.map((name) => [name, name]))

/** Whether the optional program in this folder is installed, completely. */
export function isClassifierInstalled(folder: string): boolean {
  // npm writes it at the end.
  return existsSync(join(folder, 'node_modules/.package-lock.json'))
}

/** Image moderation by the optional program in `classifier`. */
export function createClassifierModeration(folder: string): ImageModeration {
  return createEmbeddedModeration({ args: ['--max-old-space-size=256', join(folder, 'classify.mjs')], cwd: folder })
}

/**
 * Image moderation by a program of this machine, in a process of its own: started for the first picture, ended when there
 * has been none for a while, killed when it hangs or takes too much memory. A picture on which it dies is tried once more.
 */
export function createEmbeddedModeration(options: EmbeddedModerationOptions): ImageModeration {
  const { startMs = START_MS, answerMs = ANSWER_MS, idleMs = IDLE_MS, memoryMaxBytes = MEMORY_MAX_BYTES } = options
  const oneAtATime = pLimit(1)
  let running: ClassifierProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined

  function stop(): void {
    clearTimeout(idleTimer)
    running?.end()
    running = null
  }

  async function ask(picture: Picture, signal: AbortSignal) {
    signal.throwIfAborted()
    clearTimeout(idleTimer)
    try {
      running ??= await startClassifier({ ...options, startMs, memoryMaxBytes }, signal)
      const scores = readScores(await running.ask(picture.bytes, answerMs, signal), sameNames)
      idleTimer = setTimeout(stop, idleMs).unref()
      return scores
    } catch (error) {
      // Its next answer would be about this picture.
      stop()
      throw error
    }
  }

  return {
    service: 'embedded',
    classify: (picture, signal) =>
      oneAtATime(() =>
        ask(picture, signal).catch((error) => {
          if (!(error instanceof ClassificationError)) throw error
          return ask(picture, signal)
        }),
      ),
    close: stop,
  }
}
