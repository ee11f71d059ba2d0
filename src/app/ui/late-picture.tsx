import { useHydrated } from './use-hydrated.ts'

/** A small picture of an episode, fetched once scripts run, which is after the first frame of the page's video. */
export function LatePicture({ src }: { src: string }) {
  const isHydrated = useHydrated()
  const picture = <img src={src} alt="" width="320" height="180" loading="lazy" decoding="async" />
  return isHydrated ? picture : <noscript>{picture}</noscript>
}
