import { readFile } from 'node:fs/promises'
import type { ToolFailureKind, ToolName } from './tool-error.ts'

/** How a run ended. */
export type ToolResultKind = 'ok' | ToolFailureKind

/** Runs of the tools by this process since its start. */
export interface ToolFigures {
  /** Runs that have ended, by tool and result. */
  ended: { tool: ToolName; result: ToolResultKind; count: number }[]
  /** Runs under way, by tool. */
  running: { tool: ToolName; count: number }[]
}

const ended = new Map<ToolName, Map<ToolResultKind, number>>()
const running = new Map<ToolName, Set<number>>()

/** Counts a run from its start on. @returns a function to call with its end */
export function countRun(tool: ToolName, pid: number | undefined): (result: ToolResultKind) => void {
  const pids = running.get(tool) ?? new Set()
  running.set(tool, pids)
  if (pid !== undefined) pids.add(pid)
  return (result) => {
    if (pid !== undefined) pids.delete(pid)
    const results = ended.get(tool) ?? new Map<ToolResultKind, number>()
    ended.set(tool, results.set(result, (results.get(result) ?? 0) + 1))
  }
}

export function toolFigures(): ToolFigures {
  return {
    ended: [...ended].flatMap(([tool, results]) => [...results].map(([result, count]) => ({ tool, result, count }))),
    running: [...running].map(([tool, pids]) => ({ tool, count: pids.size })),
  }
}

/** Clock ticks in a second, as Linux counts processor time for programs on every architecture. */
const TICKS_PER_SECOND = 100
let highest = 0

/**
 * Processor time of the children of this process since its start, in seconds: of those that have ended, and of the runs
 * of tools under way. It never falls. 0 where the system has no /proc.
 */
export async function toolCpuSeconds(): Promise<number> {
  // The running ones first: one that ends in between is counted twice for a moment, where the other order would miss it.
  const pids = [...running.values()].flatMap((set) => [...set])
  const live = await Promise.all(pids.map(treeTicks))
  const ticks = live.reduce((sum, each) => sum + each, await endedChildrenTicks('self'))
  highest = Math.max(highest, ticks / TICKS_PER_SECOND)
  return highest
}

/** Time of a process, of its children that have ended, and of those that run. */
async function treeTicks(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(treeTicks))
  const { own, endedChildren } = await readTicks(String(pid))
  return below.reduce((sum, each) => sum + each, own + endedChildren)
}

async function endedChildrenTicks(process: string): Promise<number> {
  return (await readTicks(process)).endedChildren
}

/** @see proc_pid_stat(5): fields 14 to 17 are utime, stime, cutime, cstime */
async function readTicks(process: string): Promise<{ own: number; endedChildren: number }> {
  const text = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may contain anything.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
  return { own: user + system, endedChildren: childUser + childSystem }
}
