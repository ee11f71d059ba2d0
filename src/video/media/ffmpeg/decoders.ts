/** Demuxers that read one image from the given bytes and open nothing else. */
export type ImageDemuxer = 'png_pipe' | 'jpeg_pipe' | 'webp_pipe' | 'gif'

/**
 * The decoders that an uploaded file may use, by ffmpeg's names: formats that cameras, editors, animation programs and
 * screen recorders write into the accepted containers. Formats of old games or of one program are excluded, and so are
 * decoders without demand for years: each would expose more code to untrusted bytes.
 * @see docs/decisions/0090-confined-tools.md
 */
const videoDecoders = [
  // One of the two AV1 decoders, depending on ffmpeg's build; its own `av1` only drives hardware.
  ...['h264', 'hevc', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'libdav1d', 'libaom-av1'],
  ...['mpeg1video', 'mpeg2video', 'mpeg4', 'h263', 'msmpeg4v2', 'msmpeg4', 'wmv1', 'wmv2', 'wmv3', 'vc1'],
  ...['flv', 'vp6f', 'vp6a', 'theora', 'mjpeg', 'dvvideo'],
  // Exchange between programs: editing, or lossless.
  ...['prores', 'dnxhd', 'cfhd', 'jpeg2000', 'ffv1', 'huffyuv', 'ffvhuff', 'utvideo', 'magicyuv', 'lagarith'],
  ...['qtrle', 'png', 'bmp', 'tiff', 'targa', 'hap', 'rawvideo', 'v210', 'r210', 'v408', 'v410'],
  // Archives and screen recorders.
  ...['cinepak', 'rpza', 'svq1', 'msvideo1', 'flashsv', 'flashsv2', 'zmbv'],
]

/** Decoders by codec for videos with transparency, which ffmpeg's own ones for these codecs do not see. */
export const alphaDecoders: Partial<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' }

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

/** Codecs whose names differ from their decoders'. */
const codecsByDecoder: Record<string, string[]> = {
  libdav1d: ['av1'],
  'libaom-av1': ['av1'],
  msmpeg4: ['msmpeg4v3'],
  flv: ['flv1'],
  aac_latm: ['aac_latm'],
  mp1float: ['mp1'],
  mp2float: ['mp2'],
  mp3float: ['mp3'],
  dca: ['dts'],
  amrnb: ['amr_nb'],
  amrwb: ['amr_wb'],
}
const decodableCodecs = new Set([...videoDecoders, ...audioDecoders].flatMap((name) => codecsByDecoder[name] ?? [name]))

/** Whether a stream of an uploaded file has a decoder in these lists. */
export function isDecodable({ codec_name: codec }: { codec_name?: string }): boolean {
  return codec !== undefined && decodableCodecs.has(codec)
}

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

/**
 * Streams by index, with decoders that are not on the list. ffprobe opens the decoder of every stream and refuses a file in which
 * it may not; none of these gets to see a packet.
 */
export type UnlistedDecoders = Record<number, string>
