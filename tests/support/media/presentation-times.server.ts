import { basename, dirname } from 'node:path'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { ownPlaylistInput, uploadedInput } from '#video/media/ffmpeg/input-arguments.ts'
import { runTool } from '#video/media/ffmpeg/run-tool.server.ts'

/** Presentation times of a track's packets, ascending; milliseconds. Throws what ffprobe warns of. */
async function presentationTimes(input: string[], stream: string, where: { outputDir?: string; inputFile?: string }) {
  const { stdout, stderr } = await runTool({
    tool: 'ffprobe',
    args: ['-v', 'warning', '-select_streams', stream, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', ...input],
    deadlineMs: MAX_WAIT_MS,
    ...where,
  })
  if (stderr !== '') throw new Error(stderr)
  const seconds = stdout.split('\n').filter(Boolean).map(Number.parseFloat)
  return seconds.toSorted((one, other) => one - other).map((each) => Math.round(each * 1000))
}

/** The times of a rendition's track. @param playlist path of its media playlist */
export function timesInRendition(playlist: string, stream: string): Promise<number[]> {
  return presentationTimes(ownPlaylistInput(basename(playlist)), stream, { outputDir: dirname(playlist) })
}

/** The times of a track as it was uploaded. */
export function timesInSource(path: string, stream: string): Promise<number[]> {
  return presentationTimes(uploadedInput(path), stream, { inputFile: path })
}

/** Largest distance between times at the same position; infinite when the numbers of times differ. */
export function farthest(ones: number[], others: number[]): number {
  return ones.length === others.length ? Math.max(...ones.map((one, n) => Math.abs(one - (others[n] ?? 0)))) : Infinity
}

/** Decodes a rendition from its first frame to its last. @returns what ffmpeg warns of; empty when all is well */
export async function decodeWarnings(playlist: string): Promise<string> {
  const { stderr } = await runTool({
    tool: 'ffmpeg',
    args: ['-v', 'warning', ...ownPlaylistInput(basename(playlist)), '-f', 'null', '-'],
    deadlineMs: MAX_WAIT_MS,
    outputDir: dirname(playlist),
  })
  return stderr
}
