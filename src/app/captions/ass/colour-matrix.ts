import type { ColourMatrix } from './ass-renderer.ts'

const matrices: Readonly<Record<string, ColourMatrix>> = {
  rgb: 'RGB',
  bt709: 'BT709',
  bt470bg: 'BT601',
  smpte170m: 'BT601',
}

/**
 * By which matrix the colours of a video are decoded; null while that is unknown. A script names the matrix of the video
 * it was drawn for, and libass's colours are converted when the two differ, so that signs match the picture.
 */
export function colourMatrixOf(video: HTMLVideoElement): ColourMatrix | null {
  if (typeof VideoFrame === 'undefined' || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null
  try {
    const frame = new VideoFrame(video)
    frame.close()
    return matrices[frame.colorSpace.matrix ?? ''] ?? null
  } catch {
    // A video of another origin does not give its frames away.
    return null
  }
}
