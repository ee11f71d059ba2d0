import type { AudioTrack, MediaInfo, VideoTrack } from '#video/media/media-info.ts'

/** A ten-second 720p H.264 file with AAC, fully web-compatible; tests change what they need. */
export function createMediaInfo(
  changes: Partial<Omit<MediaInfo, 'video' | 'audio'>> & {
    video?: Partial<VideoTrack> | null
    audio?: Partial<AudioTrack> | null
  } = {},
): MediaInfo {
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
    video: video === null ? null : { ...defaultVideoTrack, ...video },
    audio: audio === null ? null : { ...defaultAudioTrack, ...audio },
    ...rest,
  }
}

const defaultVideoTrack: VideoTrack = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  level: 31,
  pixelFormat: 'yuv420p',
  colorMatrix: 'bt709',
  colorRange: 'tv',
  colorPrimaries: 'bt709',
  colorTransfer: 'bt709',
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

const defaultAudioTrack: AudioTrack = {
  index: 1,
  codec: 'aac',
  profile: 'LC',
  channels: 2,
  sampleRate: 48_000,
  packets: 470,
  startSeconds: 0,
  durationSeconds: 10,
}
