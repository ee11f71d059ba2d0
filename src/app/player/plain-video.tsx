interface PlainVideoProps {
  hls: string
  poster: string | null
  width: number | null
  height: number | null
}

/** A video with the browser's own controls, for browsers without scripts. Loads nothing until it is played. */
export function PlainVideo({ hls, poster, width, height }: PlainVideoProps) {
  const size = { width: width ?? 1280, height: height ?? 720 }
  return (
    <noscript>
      <video className="player-plain" {...size} poster={poster ?? undefined} controls preload="none" src={hls} />
    </noscript>
  )
}
