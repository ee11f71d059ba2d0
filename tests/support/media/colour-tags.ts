/** Options of ffmpeg that name a video's colours. A small H.264 file without them is not as viewers should have it, and is encoded. */
export const bt709Tags = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709'],
  ...['-color_trc', 'bt709', '-color_range', 'tv'],
]
