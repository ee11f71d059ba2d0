import { isHighDynamicRange, type VideoTrack } from '../measurement.ts'

/**
 * Brightness for ordinary screens: to linear light, the bright end bent down, and back. Input colours are named, since
 * files say little about them and these two kinds of brightness come with one kind of colour.
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
 * The source's picture at a size, as every encoder of ours takes it: whole frames, square pixels, 8-bit 4:2:0, ordinary
 * brightness. Tone mapping comes after scaling, where there is less to do.
 */
export function pictureFilters(
  video: Pick<VideoTrack, 'isInterlaced' | 'colorTransfer'> | null,
  size: { width: number; height: number },
): string[] {
  return [
    // `interlaced` frames are told by the stream, not by each frame, so all are treated; one frame out for one in.
    ...(video?.isInterlaced ? ['bwdif=mode=send_frame:deint=all'] : []),
    `scale=${size.width}:${size.height}:flags=bicubic:out_range=tv`,
    ...(video && isHighDynamicRange(video) ? toneMapping(video.colorTransfer) : []),
    'setsar=1',
    'format=yuv420p',
  ]
}
