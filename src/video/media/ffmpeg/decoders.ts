import type { ImageDemuxer } from '../stills/image-format.ts'

/**
 * The decoders that an uploaded file may use, by ffmpeg's names: formats that cameras, editors, animation programs and
 * screen recorders write into the accepted containers. Formats of old games or of one program are excluded, and so are
 * decoders without demand for years: each would expose more code to untrusted bytes.
 * @see docs/decisions/0090-confined-tools.md
 */
const videoDecoders = [
  // One of the two AV1 decoders, depending on ffmpeg's build; its own `av1` only drives hardware.
  ...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'libaom-av1'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'h263', 'msmpeg4v2', 'msmpeg4', 'wmv1', 'wmv2', 'wmv3', 'vc1'],
  ...['flv', 'vp6f', 'vp6a', 'theora', 'mjpeg', 'dvvideo'],
  // Exchange between programs: editing, or lossless.
  ...['prores', 'dnxhd', 'cfhd', 'jpeg2000', 'ffv1', 'huffyuv', 'ffvhuff', 'utvideo', 'magicyuv', 'lagarith'],
  ...['qtrle', 'png', 'bmp', 'rawvideo', 'v210'],
]

const audioDecoders = [
  ...[
    'aac',
    'aac_latm',
    'mp1',
    'mp1float',
    'mp2',
    'mp2float',
    'mp3',
    'mp3float',
    'ac3',
    'eac3',
    'dca',
    'mlp',
    'truehd',
  ],
  ...['opus', 'vorbis', 'speex', 'flac', 'alac', 'wavpack', 'tta', 'wmav1', 'wmav2', 'wmapro', 'wmalossless'],
  ...['amrnb', 'amrwb', 'nellymoser', 'adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'adpcm_swf', 's302m'],
  ...['pcm_alaw', 'pcm_mulaw', 'pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be'],
  ...['pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_bluray', 'pcm_dvd'],
]

/** Subtitles are never used, but ffprobe refuses a file in which it cannot open every stream. */
const subtitleDecoders = [
  ...['srt', 'subrip', 'ass', 'ssa', 'text', 'mov_text', 'webvtt', 'cc_dec'],
  ...['dvdsub', 'dvbsub', 'pgssub', 'xsub', 'libzvbi_teletextdec'],
]

export const uploadedDecoders = [...videoDecoders, ...audioDecoders, ...subtitleDecoders].join(',')

/** Codecs of our own files: packets that we encoded, or copied because every browser plays them. */
export const ownDecoders = 'h264,aac,libdav1d,libaom-av1'

/** The only decoder for each kind of image. */
export const imageDecoder: Record<ImageDemuxer, string> = {
  png_pipe: 'png',
  jpeg_pipe: 'mjpeg',
  webp_pipe: 'webp',
  gif: 'gif',
}
