import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lowPriorityDeadlineMs } from '../ffmpeg/deadlines.ts'
import type { UnlistedDecoders } from '../ffmpeg/decoders.ts'
import { inputOptions, probedInput, uploadedInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { type AttachedFont, type ListedText, listStreams, streamEntries } from './list-streams.ts'
import {
  ATTACHED_FONTS_MAX,
  type FileTextLimits,
  type FileTexts,
  TEXT_STREAMS_MAX,
  type TextStream,
} from './text-stream.ts'

interface TakeOut {
  /** The uploaded file, in `dir` or elsewhere. */
  source: string
  /** An empty folder for the extracted texts and fonts. */
  dir: string
  durationSeconds: number
  unlisted?: UnlistedDecoders | undefined
  limits: FileTextLimits
  signal: AbortSignal
}

/**
 * Takes texts and attached fonts out of an uploaded file, nearly always in one pass, under names of ours. Bitmap subtitles
 * and everything beyond the limits are left out. A file that ffmpeg cannot read to its end gives the texts up to there.
 *
 * @throws ToolError for an outage
 */
export async function takeOutTexts({
  source,
  dir,
  durationSeconds,
  unlisted,
  limits,
  signal,
}: TakeOut): Promise<FileTexts> {
  const run = {
    ...inputOptions(source),
    deadlineMs: lowPriorityDeadlineMs(durationSeconds),
    isLowPriority: true,
    signal,
  }
  const probeArgs = ['-v', 'error', ...probedInput(source, unlisted), '-show_entries', streamEntries, '-of', 'json']
  const probed = await runTool({ ...run, tool: 'ffprobe', args: probeArgs }).catch(unlessOutage)
  const listed = listStreams(probed?.stdout ?? '{}', limits.fontBytes)
  const texts = listed.texts.slice(0, TEXT_STREAMS_MAX)
  if (texts.length === 0) return { texts: [], fonts: [] }
  // Only scripts name fonts.
  const fonts = texts.some(({ format }) => format === 'ass') ? listed.fonts.slice(0, ATTACHED_FONTS_MAX) : []
  // The texts of a long video may have no line for minutes, which looks like a stall.
  const bounds = { stallMs: run.deadlineMs, maxFileBytes: 2 * Math.max(limits.textBytes, limits.fontBytes) }
  const takeOut = (some: ListedText[], attached: AttachedFont[]) => {
    const args = takeOutArguments(source, some, attached, limits.textBytes)
    return runTool({ ...run, ...bounds, tool: 'ffmpeg', args, outputDir: dir }).catch(unlessOutage)
  }
  // ffmpeg ends a text at its limit only when it writes no other. A huge one ends the run, which then has to be
  // repeated.
  if (!(await takeOut(texts, fonts))) for (const text of texts) await takeOut([text], [])
  return {
    texts: (await present(dir, texts)).map(({ path, ...text }): TextStream => {
      const { language, title, isForced, isForHearingImpaired } = text
      return { language, title, isForced, isForHearingImpaired, path }
    }),
    fonts: (await present(dir, fonts)).map(({ path }) => path),
  }
}

function takeOutArguments(source: string, texts: ListedText[], fonts: AttachedFont[], textBytes: number): string[] {
  return [
    ...['-v', 'error', '-y'],
    ...fonts.flatMap(({ index, name }) => [`-dump_attachment:${index}`, name]),
    ...uploadedInput(source),
    ...texts.flatMap(({ index, name, format, isCopied }) => [
      ...['-map', `0:${index}`, '-c', isCopied ? 'copy' : format],
      // One byte more than is taken, so that a longer one is recognised.
      ...['-map_metadata', '-1', '-fs', String(textBytes + 1), '-f', format, name],
    ]),
  ]
}

/** The files that were written and are not empty. */
async function present<Named extends { name: string }>(
  dir: string,
  all: Named[],
): Promise<(Named & { path: string })[]> {
  const found: (Named & { path: string })[] = []
  for (const each of all) {
    const path = join(dir, each.name)
    const size = await stat(path).then(
      (file) => file.size,
      () => 0,
    )
    if (size > 0) found.push({ ...each, path })
  }
  return found
}

/** A file that cannot be read any further has no more texts. */
function unlessOutage(error: unknown): null {
  if (error instanceof ToolError && !error.isOutage) return null
  throw error
}
