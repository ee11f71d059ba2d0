interface PlainVideoProps {
  hls: string
  poster: string | null
  size: { width: number; height: number }
}

/** Without scripts: the browser's own player. */
export function PlainVideo({ hls, poster, size }: PlainVideoProps) {
  return (
    <noscript>
      <video className="player-plain" {...size} poster={poster ?? undefined} controls src={hls} />
    </noscript>
  )
}

/** The size in pixels; that of a usual picture until it is known. */
export function pictureSize({ width, height }: { width: number | null; height: number | null }) {
  return { width: width ?? 1280, height: height ?? 720 }
}
