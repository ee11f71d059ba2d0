import { originArguments } from '../audio-start.ts'
import { runDeadlineMs } from '../ffmpeg/deadlines.ts'
import { ownClipInput, uploadedInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import type { MediaInfo } from '../media-info.ts'
import type { AudioPlan } from '../rendition.ts'
import type { ExtractedAudio } from './audio-range.ts'
import { AUDIO_BITS_PER_SECOND, audioArguments, audioMap, outputLimits } from './hls-arguments.ts'

const AUDIO_HEADROOM_BYTES = 4 * 1024 ** 2

/** Writes the audio of an uploaded file to `name` in `dir`, encoded or copied. @throws ToolError */
export async function extractAudio(run: {
  source: string
  dir: string
  name: string
  plan: AudioPlan
  mediaInfo: MediaInfo
  signal?: AbortSignal
}): Promise<ExtractedAudio> {
  const { source, dir, name, plan, mediaInfo, signal } = run
  const { durationSeconds, sizeBytes } = mediaInfo
  const encodedBytes = (AUDIO_BITS_PER_SECOND.stereo / 8) * durationSeconds * 2
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', ...originArguments(mediaInfo), ...uploadedInput(source), '-vn', ...audioMap(mediaInfo, plan)],
      ...[...audioArguments(plan, mediaInfo), ...outputLimits, '-f', 'mp4', name],
    ],
    inputFile: source,
    deadlineMs: runDeadlineMs(durationSeconds),
    outputDir: dir,
    // The limit is for this file alone: the source may be beside it.
    maxFileBytes: Math.ceil((plan === 'copy' ? sizeBytes : encodedBytes) + AUDIO_HEADROOM_BYTES),
    signal,
  })
  return await readExtractedAudio(dir, name, durationSeconds, signal)
}

async function readExtractedAudio(
  dir: string,
  name: string,
  seconds: number,
  signal?: AbortSignal,
): Promise<ExtractedAudio> {
  let ticksPerSecond = 0
  const starts: number[] = []
  await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-show_entries', 'packet=pts:stream=time_base', '-of', 'compact=nk=1'],
      ...ownClipInput(name),
    ],
    deadlineMs: runDeadlineMs(seconds),
    outputDir: dir,
    onLine: (line) => {
      const [section, value = ''] = line.split('|')
      if (section === 'packet' && value !== '') starts.push(Number(value))
      if (section === 'stream') ticksPerSecond = Number(value.split('/')[1])
      return true
    },
    signal,
  })
  return { ticksPerSecond, packets: starts }
}
