import { runTool } from './run-tool.server.ts'

let answer: Promise<boolean> | undefined

/** Whether the installed ffmpeg encodes AV1 by SVT-AV1; asked once. False as well where there is no ffmpeg. */
export function canEncodeAv1(): Promise<boolean> {
  answer ??= runTool({ tool: 'ffmpeg', args: ['-encoders'], deadlineMs: 10_000 }).then(
    ({ stdout }) => /^\s*V\S*\s+libsvtav1\s/m.test(stdout),
    () => {
      answer = undefined
      return false
    },
  )
  return answer
}
