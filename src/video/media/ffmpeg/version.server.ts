import { runTool } from './run-tool.server.ts'

/** The installed ffmpeg's version (`5.1.9-0+deb12u1`), or null when ffmpeg or ffprobe is missing or does not start. */
export async function ffmpegVersion(): Promise<string | null> {
  try {
    const [ffmpeg] = await Promise.all([
      runTool({ tool: 'ffmpeg', args: ['-version'], deadlineMs: 10_000 }),
      runTool({ tool: 'ffprobe', args: ['-version'], deadlineMs: 10_000 }),
    ])
    return /^ffmpeg version (\S+)/.exec(ffmpeg.stdout)?.[1] ?? null
  } catch {
    return null
  }
}
