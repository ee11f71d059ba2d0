import { runTool } from './run-tool.server.ts'

let result: Promise<boolean> | undefined

/** Whether the installed ffmpeg encodes AV1 with SVT-AV1; checked once. Also false without ffmpeg. */
export function canEncodeAv1(): Promise<boolean> {
  result ??= runTool({ tool: 'ffmpeg', args: ['-encoders'], deadlineMs: 10_000 }).then(
    ({ stdout }) => /^\s*V\S*\s+libsvtav1\s/m.test(stdout),
    () => {
      result = undefined
      return false
    },
  )
  return result
}
