import { lowPriorityDeadlineMs } from '../ffmpeg/deadlines.ts'
import { ownPlaylistInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { MEDIA_PLAYLIST } from '../hls/hls-arguments.ts'
import { packetListArguments, readPacket } from '../probe/packet-stats.ts'

/** One of our own renditions, in a scratch folder. */
interface OwnRendition {
  dir: string
  durationSeconds: number
  signal?: AbortSignal
}

/** Reads when each frame of a rendition of ours is shown, in seconds and in order. @throws ToolError */
export async function readOwnFrameTimes({ dir, durationSeconds, signal }: OwnRendition): Promise<number[]> {
  const times: number[] = []
  await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-select_streams', 'v:0'],
      ...[...packetListArguments, ...ownPlaylistInput(MEDIA_PLAYLIST)],
    ],
    outputDir: dir,
    deadlineMs: lowPriorityDeadlineMs(durationSeconds),
    onLine: (line) => {
      const packet = readPacket(line)
      if (packet && !packet.isHidden && !Number.isNaN(packet.pts)) times.push(packet.pts)
      return true
    },
    isLowPriority: true,
    signal,
  })
  return times.sort((one, other) => one - other)
}
