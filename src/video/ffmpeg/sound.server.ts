import type { Measurement } from '../measurement.ts'
import type { AudioPlan } from '../rendition.ts'
import { runDeadlineMs } from './deadlines.ts'
import { AUDIO_BITS_PER_SECOND, audioArguments, audioMap, outputLimits } from './hls-arguments.ts'
import { ownClipInput, uploadedInput } from './input-arguments.ts'
import { runTool } from './run-tool.server.ts'
import type { Sound } from './sound-part.ts'

const SOUND_SPARE_BYTES = 4 * 1024 ** 2

/** Makes `name` in `dir` from an uploaded file, encoded or as it is. @throws ToolFailed */
export async function makeSound(run: {
  source: string
  dir: string
  name: string
  plan: AudioPlan
  measurement: Measurement
  signal?: AbortSignal
}): Promise<Sound> {
  const { source, dir, name, plan, measurement, signal } = run
  const { durationSeconds, sizeBytes } = measurement
  const asEncoded = (AUDIO_BITS_PER_SECOND.stereo / 8) * durationSeconds * 2
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', ...uploadedInput(source), '-vn', ...audioMap(measurement, plan)],
      ...[...audioArguments(plan, measurement), ...outputLimits, '-f', 'mp4', name],
    ],
    reads: source,
    deadlineMs: runDeadlineMs(durationSeconds),
    outputDir: dir,
    // Of the file alone: the source may lie beside it.
    maxFileBytes: Math.ceil((plan === 'copy' ? sizeBytes : asEncoded) + SOUND_SPARE_BYTES),
    signal,
  })
  return await readSound(dir, name, durationSeconds, signal)
}

async function readSound(dir: string, name: string, seconds: number, signal?: AbortSignal): Promise<Sound> {
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
