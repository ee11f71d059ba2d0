import { displaySize, isHighDynamicRange, type VideoTrack } from '../media-info.ts'
import { coloursOf, isWideGamut, type SourceColours } from '../source-colours.ts'
import { EXACT_FLAGS, OUR_COLOURS, TO_OUR_COLOURS } from './our-colours.ts'

interface Size {
  width: number
  height: number
}

/** Formats with a palette, from which ffmpeg's scaler makes BT.601 whatever it is told. */
const paletteFormats = /^(pal8|(rgb|bgr)(4|8|4_byte))$/

const FAST_FLAGS = 'flags=bicubic'

/** How much more or less wide a frame is than its video when it has another shape, and not only a rounded size. */
const OTHER_SHAPE = 0.01

/**
 * Filters for the source's video at a size, as all our encoders and pictures begin with: progressive frames, square pixels,
 * 8-bit 4:2:0, opaque, in our colours.
 */
export function videoFilters(video: VideoTrack | null, size: Size): string[] {
  if (video === null) return [`scale=${size.width}:${size.height}:${FAST_FLAGS}`, 'setsar=1', 'format=yuv420p']
  const colours = coloursOf(video)
  return [
    // The stream states that it is interlaced, not each frame, so all are treated; one frame out for one in.
    ...(video.isInterlaced ? ['bwdif=mode=send_frame:deint=all'] : []),
    `setparams=colorspace=${colours.matrix}:range=${colours.range}`,
    ...(paletteFormats.test(video.pixelFormat) && !video.hasAlpha ? ['format=gbrp'] : []),
    // Transparent pixels show black. Before scaling, which would mix in the colours that they hide. The first filter converts to
    // a format for the second; ffmpeg's own conversion would come before the colours are stated where it trims its input.
    ...(video.hasAlpha ? ['scale', 'premultiply=inplace=1'] : []),
    ...convertingScale(video, size, colours),
    OUR_COLOURS,
    'format=yuv420p',
    `pad=${size.width}:${size.height}:(ow-iw)/2:(oh-ih)/2`,
    'setsar=1',
  ]
}

/** Scaling comes first, so that there is less to convert. */
function convertingScale(video: VideoTrack, size: Size, colours: SourceColours): string[] {
  if (isHighDynamicRange(video)) return [scaled(video, size, FAST_FLAGS), ...toneMapping(video, colours)]
  if (isWideGamut(video)) return [scaled(video, size, EXACT_FLAGS), ...toSmallerGamut(colours)]
  const isConverted = colours.matrix !== 'bt709' || colours.range !== 'tv'
  return [scaled(video, size, `${isConverted ? EXACT_FLAGS : FAST_FLAGS}:${TO_OUR_COLOURS}`)]
}

/**
 * Scales to a size. Frames of another shape than the first ones, in a video that changes in the middle, are fitted into it; its
 * edges are then padded.
 */
function scaled(video: VideoTrack, { width, height }: Size, options: string): string {
  const shown = displaySize(video)
  const isOther = `gt(abs(dar*${shown.height}/${shown.width}-1),${OTHER_SHAPE})`
  const within = (most: number, pixels: string) => `'if(${isOther},clip(2*round(${pixels}/2),2,${most}),${most})'`
  return `scale=${within(width, `${height}*dar`)}:${within(height, `${width}/dar`)}:${options}`
}

/**
 * Tone mapping for ordinary screens: to linear light, highlights compressed, and back. Primaries are stated, because files
 * say little about them and both HDR transfers come with one kind.
 */
function toneMapping({ colorTransfer }: VideoTrack, { matrix, range }: SourceColours): string[] {
  return [
    `setparams=color_trc=${colorTransfer}:color_primaries=bt2020:colorspace=${matrix}:range=${range}`,
    'zscale=t=linear:npl=100',
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ]
}

/** Colours outside the smaller space are cut off as red, green and blue: their brightness alone would shift the hue. */
function toSmallerGamut({ primaries }: SourceColours): string[] {
  const curve = 'iec61966-2-1'
  return [
    'format=gbrp16',
    `zscale=pin=${primaries}:p=bt709:tin=${curve}:t=${curve}`,
    `format=gbrp16,scale=${TO_OUR_COLOURS}`,
  ]
}
