import { runTool } from './run-tool.server.ts'

const requiredFilters = ['zscale', 'tonemap']

let result: Promise<boolean> | undefined

/** Whether the installed ffmpeg can tone-map HDR, which needs a separate library; checked once. */
export function canToneMap(): Promise<boolean> {
  result ??= listFilters().then((filters) => requiredFilters.every((name) => filters.includes(name)))
  result.catch(() => {
    result = undefined
  })
  return result
}

async function listFilters(): Promise<string[]> {
  const { stdout } = await runTool({ tool: 'ffmpeg', args: ['-filters'], deadlineMs: 10_000 })
  return stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? '')
}
