import type { Measurement } from '../measurement.ts'
import type { Pictures } from './chunk-plan.ts'
import { runDeadlineMs } from './deadlines.ts'
import { uploadedInput } from './input-arguments.ts'
import { packetListArguments, readPacket } from './packet-meter.ts'
import { runTool } from './run-tool.server.ts'

/** When each picture of an uploaded file is shown, and from which of them decoding can begin. @throws ToolFailed */
export async function readPictures(source: string, measurement: Measurement, signal?: AbortSignal): Promise<Pictures> {
  const shown: { at: number; isKeyframe: boolean }[] = []
  let endSeconds = 0
  await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-select_streams', String(measurement.video?.index ?? 'v:0')],
      ...[...packetListArguments, ...uploadedInput(source)],
    ],
    reads: source,
    deadlineMs: runDeadlineMs(measurement.durationSeconds),
    onLine: (line) => {
      const packet = readPacket(line)
      if (!packet || Number.isNaN(packet.pts)) return true
      shown.push({ at: packet.pts, isKeyframe: packet.isKeyframe })
      endSeconds = Math.max(endSeconds, packet.pts + (packet.duration || 0))
      return true
    },
    signal,
  })
  shown.sort((one, other) => one.at - other.at)
  const times = shown.map(({ at }) => at)
  const keyframes = shown.flatMap(({ isKeyframe }, picture) => (isKeyframe ? [picture] : []))
  return { times, keyframes, endSeconds: Math.max(endSeconds, times.at(-1) ?? 0) }
}
