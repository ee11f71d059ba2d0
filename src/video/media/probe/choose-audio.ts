/** An audio stream that can be decoded, as ffprobe describes it. */
export interface AudioCandidate {
  index: number
  codec: string
  channels: number
  sampleRate: number
  durationSeconds: number | null
  language: string
  title: string
  disposition: Record<string, number>
}

/** Dispositions of tracks other than the video's own sound. */
const asideDispositions = ['comment', 'visual_impaired', 'hearing_impaired', 'karaoke', 'clean_effects']
const asideTitle = /comment|kommentar|descri(bed|ption|ptive)|コメンタリー|解説|解说|音声ガイド/i

/** Containers in which cameras and editors write each channel as a track. */
const containersOfChannels = ['mov', 'mxf']
/** Tracks of one take end together, but for the rounding of the container. */
const SAME_LENGTH_SECONDS = 0.05
const channelTitle = /^(left|right|cent(er|re)|lfe|[lrc]|l[sbt]|r[sbt]|mono|(audio|track|channel|ch\.?)? ?\d{1,2})$/i
/** More mono tracks than this begin with 5.1, as editors deliver it; fewer begin with left and right. */
const SURROUND_TRACKS = 6

/**
 * Chooses the audio of a video: its default track, or the first, and a commentary or a description only where there is
 * no other. Mono tracks that are channels of one sound come together: left and right, or the six of 5.1.
 * @returns the tracks of its channels, in order, or one track; empty without a candidate
 */
export function chooseAudio(candidates: AudioCandidate[], container: string): AudioCandidate[] {
  const main = candidates.filter((each) => !isAside(each))
  const among = main.length > 0 ? main : candidates
  const chosen = among.find(({ disposition }) => disposition.default === 1) ?? among[0]
  if (!chosen) return []
  const channels = channelsWith(chosen, among, container)
  if (channels.length < 2) return [chosen]
  return channels.slice(0, channels.length >= SURROUND_TRACKS ? SURROUND_TRACKS : 2)
}

function isAside({ disposition, title }: AudioCandidate): boolean {
  return asideDispositions.some((name) => disposition[name] === 1) || asideTitle.test(title)
}

function channelsWith(chosen: AudioCandidate, among: AudioCandidate[], container: string): AudioCandidate[] {
  if (!container.split(',').some((name) => containersOfChannels.includes(name))) return []
  return among.filter(
    (each) =>
      each.channels === 1 &&
      each.codec === chosen.codec &&
      each.sampleRate === chosen.sampleRate &&
      each.language === chosen.language &&
      (each.title === '' || channelTitle.test(each.title)) &&
      each.durationSeconds !== null &&
      chosen.durationSeconds !== null &&
      chosen.channels === 1 &&
      Math.abs(each.durationSeconds - chosen.durationSeconds) <= SAME_LENGTH_SECONDS,
  )
}
