import { isHighDynamicRange, type VideoTrack } from '../media-info.ts'

/**
 * Tone mapping for ordinary screens: to linear light, highlights compressed, and back. Input colours are stated,
 * because files say little about them and both HDR transfers come with one kind of colour.
 */
function toneMapping(colorTransfer: string | undefined): string[] {
  return [
    `setparams=color_trc=${colorTransfer}:color_primaries=bt2020:colorspace=bt2020nc`,
    'zscale=t=linear:npl=100',
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ]
}

/**
 * Filters for the source's video at a size, as all our encoders take it: progressive frames, square pixels, 8-bit
 * 4:2:0, SDR. Tone mapping comes after scaling, where there is less to do.
 */
export function videoFilters(
  video: Pick<VideoTrack, 'isInterlaced' | 'colorTransfer'> | null,
  size: { width: number; height: number },
): string[] {
  return [
    // The stream states that it is interlaced, not each frame, so all are treated; one frame out for one in.
    ...(video?.isInterlaced ? ['bwdif=mode=send_frame:deint=all'] : []),
    `scale=${size.width}:${size.height}:flags=bicubic:out_range=tv`,
    ...(video && isHighDynamicRange(video) ? toneMapping(video.colorTransfer) : []),
    'setsar=1',
    'format=yuv420p',
  ]
}
