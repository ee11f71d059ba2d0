import { runTool } from './run-tool.server.ts'

const needed = ['zscale', 'tonemap']

let answer: Promise<boolean> | undefined

/** Whether the installed ffmpeg can bring HDR down to ordinary screens; asked once, as that needs a library of its own. */
export function canToneMap(): Promise<boolean> {
  answer ??= listFilters().then((filters) => needed.every((name) => filters.includes(name)))
  answer.catch(() => {
    answer = undefined
  })
  return answer
}

async function listFilters(): Promise<string[]> {
  const { stdout } = await runTool({ tool: 'ffmpeg', args: ['-filters'], deadlineMs: 10_000 })
  return stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? '')
}
