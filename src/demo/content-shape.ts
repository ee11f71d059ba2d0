import type { ContentNote } from '#catalog/content-notes.ts'
import type { Arc } from '#series/series.ts'

/** A creator of the demo. */
export interface DemoCreator {
  /** Stable: completed steps are recorded under it. */
  key: string
  /** In a domain reserved for examples: mail reaches nobody. */
  email: string
  username: string
  bio: string
  /** Empty for none. */
  patreonUrl: string
  /** Whether there is an `avatars/{key}.png`. */
  hasAvatar: boolean
}

/** One upload of the demo; its file is `masters/{key}.mp4`. */
export interface DemoEpisode {
  /** Stable: completed steps are recorded under it. */
  key: string
  /** Key of its creator. */
  creator: string
  title: string
  genre: string
  nsfw: boolean
  /** Empty for none. */
  description: string
  tags: readonly string[]
  contentNotes?: readonly ContentNote[]
  /** Creators of the demo who worked on it, and how; none unless given. */
  credits?: readonly { creator: string; role: string }[]
}

/** A series of the demo, made once all episodes are published. */
export interface DemoSeries {
  /** Stable, and unlike those of episodes: the completed step is recorded under it. */
  key: string
  /** Key of its creator. */
  creator: string
  title: string
  description: string
  /** Keys of its episodes, in order. */
  episodes: readonly string[]
  arcs: readonly Arc[]
}

/** A comment of one creator of the demo under an episode of another, made once all series are. */
export interface DemoThread {
  /** Stable, and unlike those of episodes and series: the completed step is recorded under it. */
  key: string
  /** Key of the episode. */
  episode: string
  /** Key of the author. */
  creator: string
  text: string
  /** The frame that it belongs to, over which it is shown; a comment under the episode unless given. */
  frame?: number
  reply?: { creator: string; text: string }
}

/** Subtitles of an episode by its creator, public from the start. */
export interface DemoSubtitle {
  /** Stable, and unlike all others: the completed step is recorded under it. */
  key: string
  /** Key of the episode. */
  episode: string
  /** Key of its creator. */
  creator: string
  language: string
  /** WebVTT, or a script in ASS. */
  file: string
}

/** The content of the demo; episodes are published in this order. */
export interface DemoContent {
  creators: readonly DemoCreator[]
  episodes: readonly DemoEpisode[]
  series?: readonly DemoSeries[]
  comments?: readonly DemoThread[]
  subtitles?: readonly DemoSubtitle[]
}
