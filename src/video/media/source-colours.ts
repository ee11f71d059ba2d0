import { isHighDynamicRange, type VideoFormat } from './media-info.ts'

/** The colour properties of a video's pixels, in ffmpeg's names. */
export interface SourceColours {
  /** How its three planes make red, green and blue; `gbr` when they are these. */
  matrix: string
  /** `tv`: black is 16 and white 235 of 255; `pc`: 0 and 255. */
  range: 'tv' | 'pc'
  /** The red, green and blue that are meant. */
  primaries: string
}

type Tags = Pick<
  VideoFormat,
  'codec' | 'pixelFormat' | 'width' | 'height' | 'colorMatrix' | 'colorRange' | 'colorPrimaries' | 'colorTransfer'
>

const rgbFormats = /rgb|bgr|gbr|^(pal8|mono|bayer|xyz)/
const grayFormats = /^(gray|ya\d)/
/** Matrices that ffmpeg's scaler converts; any other counts as unknown. */
const matrices = ['bt709', 'bt470bg', 'smpte170m', 'smpte240m', 'fcc', 'bt2020nc']
/** A video without tags that is smaller than both counts as one for old television sets. */
const HD = { width: 1280, height: 720 }
/** Primaries so near to those of BT.709 that browsers make no difference, and that programs name by habit with the matrix. */
const nearPrimaries = ['bt709', 'smpte170m', 'smpte240m', 'bt470bg', 'jedec-p22', 'ebu3213']

/**
 * The colours of a source, by its tags and, where they are missing, as players read it: RGB is sRGB, Motion JPEG has the
 * full range, grey too, and everything else is BT.709 from 1280 or 720 pixels on and BT.601 below, as in Chromium. The curves
 * of all SDR standards count as the same, which is how screens show them.
 */
export function coloursOf(video: Tags): SourceColours {
  if (rgbFormats.test(video.pixelFormat)) return { matrix: 'gbr', range: 'pc', primaries: primariesOf(video) }
  const isFull = video.pixelFormat.startsWith('yuvj') || video.codec === 'mjpeg' || grayFormats.test(video.pixelFormat)
  return {
    matrix: matrixOf(video),
    range: video.colorRange ?? (isFull ? 'pc' : 'tv'),
    primaries: primariesOf(video),
  }
}

function matrixOf({ codec, colorMatrix = '', colorPrimaries, width, height, ...rest }: Tags): string {
  if (matrices.includes(colorMatrix)) return colorMatrix
  if (codec === 'mjpeg') return 'smpte170m'
  if (isHighDynamicRange(rest) || colorPrimaries === 'bt2020') return 'bt2020nc'
  if (colorPrimaries === 'bt709') return 'bt709'
  if (colorPrimaries === 'smpte170m' || colorPrimaries === 'bt470bg') return 'smpte170m'
  return width < HD.width && height < HD.height ? 'smpte170m' : 'bt709'
}

function primariesOf({ colorPrimaries, colorTransfer }: Tags): string {
  return colorPrimaries ?? (isHighDynamicRange({ colorTransfer }) ? 'bt2020' : 'bt709')
}

/** Whether colours have to be moved into the smaller space of ordinary screens, not only written in other numbers. */
export function isWideGamut(video: Tags): boolean {
  return !nearPrimaries.includes(primariesOf(video))
}

/** Whether all its tags are there and name our colours. */
export function namesOurColours({ colorMatrix, colorPrimaries, colorTransfer }: Tags): boolean {
  return [colorMatrix, colorPrimaries, colorTransfer].every((tag) => tag === 'bt709')
}

/** Whether its pixels are already BT.709 in the range of television, and no tag says otherwise. */
export function isInOurColours(video: Tags): boolean {
  const { matrix, range, primaries } = coloursOf(video)
  return matrix === 'bt709' && range === 'tv' && primaries === 'bt709' && (video.colorTransfer ?? 'bt709') === 'bt709'
}
