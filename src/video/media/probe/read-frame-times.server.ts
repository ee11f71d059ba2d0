import { runDeadlineMs } from '../ffmpeg/deadlines.ts'
import { probedInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import type { FrameTimes } from '../frame-times.ts'
import type { MediaInfo } from '../media-info.ts'
import { packetListArguments, readPacket } from './packet-stats.ts'

/** Reads when each frame of an uploaded file is shown, and at which frames decoding can begin. @throws ToolError */
export async function readFrameTimes(source: string, mediaInfo: MediaInfo, signal?: AbortSignal): Promise<FrameTimes> {
  const frames: { at: number; isKeyframe: boolean }[] = []
  let endSeconds = 0
  await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-select_streams', String(mediaInfo.video?.index ?? 'v:0')],
      ...[...packetListArguments, ...probedInput(source, mediaInfo.unlistedDecoders)],
    ],
    inputFile: source,
    deadlineMs: runDeadlineMs(mediaInfo.durationSeconds),
    onLine: (line) => {
      const packet = readPacket(line)
      if (!packet || Number.isNaN(packet.pts)) return true
      frames.push({ at: packet.pts, isKeyframe: packet.isKeyframe })
      endSeconds = Math.max(endSeconds, packet.pts + (packet.duration || 0))
      return true
    },
    signal,
  })
  frames.sort((one, other) => one.at - other.at)
  const times = frames.map(({ at }) => at)
  const keyframes = frames.flatMap(({ isKeyframe }, frame) => (isKeyframe ? [frame] : []))
  return { times, keyframes, endSeconds: Math.max(endSeconds, times.at(-1) ?? 0) }
}
