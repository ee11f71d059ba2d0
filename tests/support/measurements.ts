import type { AudioTrack, Measurement, VideoTrack } from '#video/measurement.ts'

/** A ten-second 720p H.264 file with AAC, as web-compatible as can be; tests change what they are about. */
export function aMeasurement(
  changes: Partial<Omit<Measurement, 'video' | 'audio'>> & {
    video?: Partial<VideoTrack> | null
    audio?: Partial<AudioTrack> | null
  } = {},
): Measurement {
  const { video, audio, ...rest } = changes
  return {
    isReadable: true,
    container: 'mov,mp4,m4a,3gp,3g2,mj2',
    sizeBytes: 1_000_000,
    streamCount: 2,
    durationSeconds: 10,
    promisedSeconds: 10,
    deliveredSeconds: 10,
    stoppedAt: null,
    video: video === null ? null : { ...plainVideo, ...video },
    audio: audio === null ? null : { ...plainAudio, ...audio },
    ...rest,
  }
}

const plainVideo: VideoTrack = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  level: 31,
  pixelFormat: 'yuv420p',
  isInterlaced: false,
  width: 1280,
  height: 720,
  rotation: 0,
  pixelAspect: 1,
  frameRate: { numerator: 24, denominator: 1 },
  isConstantFrameRate: true,
  packets: 240,
  hiddenPackets: 0,
  startSeconds: 0,
  durationSeconds: 10,
  bitsPerSecond: 800_000,
  startsWithKeyframe: true,
  maxKeyframeGapSeconds: 4,
  hasClosedGops: true,
  hasCleanTimestamps: true,
}

const plainAudio: AudioTrack = {
  index: 1,
  codec: 'aac',
  profile: 'LC',
  channels: 2,
  sampleRate: 48_000,
  packets: 470,
  startSeconds: 0,
  durationSeconds: 10,
}
