import { INIT_SEGMENT, MEDIA_PLAYLIST } from './media/hls/hls-arguments.ts'
import type { Playback } from './video.ts'

/** How long caches may keep an object: for ever, or only while they ask whether it is still the same. */
export type CacheClass = 'immutable' | 'growing'

/** Tables whose rows keep objects from cleanup; `named-objects.server.ts` reads the names in each. */
export type NamingTable =
  | 'videos'
  | 'renditions'
  | 'retired_renditions'
  | 'chunk_plans'
  | 'av1_sets'
  | 'text_tracks'
  | 'mp4_files'

/** Columns of `videos` that name objects. */
export type NameColumn =
  | 'master_name'
  | 'poster_name'
  | 'chosen_poster_name'
  | 'cover_name'
  | 'small_posters_name'
  | 'large_poster_name'
  | 'large_chosen_poster_name'
  | 'preview_name'
  | 'storyboard_name'

/** Jobs that draw the images of a video. */
export type ImageJob = 'poster' | 'cover' | 'small-posters' | 'large-poster' | 'preview-assets'

/** One kind of stored object of a video. */
export interface StoredObjectKind {
  /** Regular expression of its key. The first group is the video's uid. */
  pattern: string
  /** How it is sent, to those who may see the video; null for objects that are never sent. */
  served: { type: string; cache: CacheClass } | null
  namedBy: readonly NamingTable[]
  /** Prefix and extension of its file name; only for kinds with one file in the folder of a video's media. */
  file?: { prefix: string; extension: string }
  /** Column of the video's row with its file name; `videos` is then among the tables that name it. */
  column?: NameColumn
  /** The column names another object, and this one has the same id in its name. */
  isBeside?: boolean
  /** Field of `playback` with its URL. The first kind that a row names provides the field. */
  playback?: keyof Playback
  /** How the audit replaces a lost one: lists the renditions again, or draws the image again. */
  part?: 'master' | 'picture'
  /** Drawn from the poster that is shown, and again when another one is. */
  isOfPoster?: boolean
  /** Sent also to those who have not chosen to see an adult episode. */
  isCover?: boolean
  /** What is sent goes on with other objects. */
  isBeginning?: boolean
  /** The job that draws it again, together with the other kinds of that job; absent when it cannot be restored. */
  remadeBy?: ImageJob
}

const types = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  webp: 'image/webp',
  vtt: 'text/vtt; charset=utf-8',
}
type Extension = keyof typeof types

const ID = '[0-9a-z]{26}'
const literal = (name: string) => name.replaceAll('.', '\\.')
const ofVideo = ['videos'] as const
const served = (extension: Extension, cache: CacheClass = 'immutable') => ({ type: types[extension], cache })

/** A file in the folder of a video's media that a column of the video's row names. */
function file(prefix: string, extension: Extension, column: NameColumn, more: Partial<StoredObjectKind>) {
  const own = { pattern: `media/(${ID})/${prefix}-${ID}\\.${extension}`, file: { prefix, extension } }
  return { ...own, served: served(extension), namedBy: ofVideo, column, part: 'picture' as const, ...more }
}

/** The poster that is shown, with a longer side of so many pixels. The column names the largest. */
function smallPoster(sidePixels: number, more: Partial<StoredObjectKind>) {
  const own = { isOfPoster: true, remadeBy: 'small-posters' as const }
  return file(`small-poster-${sidePixels}`, 'webp', 'small_posters_name', Object.assign(own, more))
}

/** One of the two files of a text track, in the folder of the video's media. */
function trackFile(extension: 'vtt' | 'm3u8') {
  const prefix = 'captions'
  const own = { pattern: `media/(${ID})/${prefix}-${ID}\\.${extension}`, file: { prefix, extension } }
  return { ...own, served: served(extension), namedBy: ['text_tracks'] as const }
}

/** A file in the folder of a rendition. Each attempt at a part of a rendition has its own folder there. */
function inRendition(name: string, extension: Extension, cache: CacheClass = 'immutable'): StoredObjectKind {
  const namedBy = ['renditions', 'retired_renditions', 'chunk_plans', 'av1_sets'] as const
  return { pattern: `media/(${ID})/${ID}/${name}`, namedBy, served: served(extension, cache) }
}
const ofAttempt = (name: string) => `(?:${ID}/)?${name}`

/** Playlist of a rendition that is still being made; the only stored object whose content changes. */
export const GROWING_PLAYLIST = 'growing.m3u8'

const kinds = {
  /** The uploaded file. */
  original: { pattern: `originals/(${ID})`, served: null, namedBy: ofVideo },
  /** Marks an original as unfinished. */
  unfinished: { pattern: `unfinished/(${ID})`, served: null, namedBy: ofVideo },
  master: file('master', 'm3u8', 'master_name', { playback: 'hls', part: 'master' }),
  /** Chosen by its creator; shown instead of the automatic one. */
  chosenPoster: file('poster', 'webp', 'chosen_poster_name', { playback: 'poster' }),
  /** The automatic one. */
  poster: file('poster', 'webp', 'poster_name', { playback: 'poster', remadeBy: 'poster' }),
  /** The automatic poster, twice as large, where the film is. */
  largePoster: file('large-poster', 'webp', 'large_poster_name', { remadeBy: 'large-poster' }),
  /** The chosen one. It is gone with what it was made of, like the poster itself. */
  largeChosenPoster: file('large-poster', 'webp', 'large_chosen_poster_name', { isOfPoster: true }),
  /** The poster that is shown, blurred beyond recognition; of videos of adult episodes only. */
  cover: file('cover', 'webp', 'cover_name', { isCover: true, isOfPoster: true, remadeBy: 'cover' }),
  smallPoster320: smallPoster(320, {}),
  smallPoster160: smallPoster(160, { isBeside: true }),
  smallPoster80: smallPoster(80, { isBeside: true }),
  preview: file('preview', 'mp4', 'preview_name', { playback: 'preview', remadeBy: 'preview-assets' }),
  /** The WebVTT of a storyboard. */
  storyboard: file('storyboard', 'vtt', 'storyboard_name', { playback: 'storyboard', remadeBy: 'preview-assets' }),
  /** The sprite that the WebVTT refers to. */
  sprite: file('storyboard', 'webp', 'storyboard_name', { isBeside: true, remadeBy: 'preview-assets' }),
  /** Audio of a video that is encoded in chunks; in the folder of its media until its renditions are complete. */
  audio: {
    pattern: `media/(${ID})/sound-${ID}\\.mp4`,
    file: { prefix: 'sound', extension: 'mp4' },
    served: null,
    namedBy: ['chunk_plans'],
  },
  /** The beginning of a rendition as one file; the segments that follow are stored once. Sent together with them. */
  mp4File: {
    pattern: `media/(${ID})/file-${ID}\\.mp4`,
    file: { prefix: 'file', extension: 'mp4' },
    served: served('mp4'),
    namedBy: ['mp4_files'],
    isBeginning: true,
  },
  /** Text of a track, as WebVTT. */
  captions: trackFile('vtt'),
  /** Its playlist. */
  captionPlaylist: trackFile('m3u8'),
  // Renditions of AV1 sets consist of the same objects as all others.
  playlist: inRendition(`(?:${literal(MEDIA_PLAYLIST)}|index-${ID}\\.m3u8)`, 'm3u8'),
  growingPlaylist: inRendition(literal(GROWING_PLAYLIST), 'm3u8', 'growing'),
  init: inRendition(ofAttempt(literal(INIT_SEGMENT)), 'mp4'),
  segment: inRendition(ofAttempt('\\d{4,6}\\.m4s'), 'm4s'),
} satisfies Record<string, StoredObjectKind>

export type ObjectKind = keyof typeof kinds
type FileKind = { [Kind in ObjectKind]: (typeof kinds)[Kind] extends { file: object } ? Kind : never }[ObjectKind]

/**
 * Every kind of object that is stored for a video. Media paths, playback URLs, cleanup and audit follow from it; a kind
 * that is not here is not served, and is removed by cleanup.
 */
export const storedObjects: Readonly<Record<ObjectKind, StoredObjectKind>> = kinds

const entries = Object.entries(storedObjects) as [ObjectKind, StoredObjectKind][]
const patterns = entries.map(([kind, { pattern }]) => ({ kind, pattern: new RegExp(`^${pattern}$`) }))

export const nameColumns: readonly NameColumn[] = [...new Set(entries.flatMap(([, { column }]) => column ?? []))]
export const namingTables: readonly NamingTable[] = [...new Set(entries.flatMap(([, { namedBy }]) => namedBy))]

export const originalsFolder = 'originals'
/** Sorts after `originals`: a backup that copies the folders in order has no marker of a complete file. */
export const unfinishedFolder = 'unfinished'
/** Folder of small objects with bytes of unfinished uploads, in a storage where no file grows. Never sent to anyone. */
export const tailsFolder = 'tails'
/** Folders with the bytes of videos; each name in them is a uid. */
export const videoFolders = [originalsFolder, 'media'] as const

export const originalKey = (uid: string): string => `${originalsFolder}/${uid}`
export const unfinishedKey = (uid: string): string => `${unfinishedFolder}/${uid}`
/** Folder of the tails of one upload. */
export const tailFolder = (uid: string): string => `${tailsFolder}/${uid}`
export const tailKey = (uid: string, id: string): string => `${tailFolder(uid)}/${id}`
/** Folder of all files of a video that players are sent, and of the files needed to make them. */
export const mediaFolder = (uid: string): string => `media/${uid}`
/** @param path file name, or a path in the folder of a rendition */
export const mediaKey = (uid: string, path: string): string => `${mediaFolder(uid)}/${path}`

/** File name of a new object. */
export function fileNameOf(kind: FileKind, id: string): string {
  const { prefix, extension } = kinds[kind].file
  return `${prefix}-${id}.${extension}`
}

/** File name of the playlist of a rendition that was made in chunks; that of others is `MEDIA_PLAYLIST`. */
export const playlistNameOf = (id: string): string => `index-${id}.m3u8`

/** Name of the sprite that a storyboard's WebVTT refers to. */
export const spriteNameOf = (storyboardName: string): string => besideName(storyboardName, kinds.sprite.file)

/** The small posters: their longer sides in pixels, largest first. */
export const smallPosterSides = [320, 160, 80] as const

/** Names of the small posters, largest first. @param name that of the largest, as the row has it */
export function smallPosterNamesOf(name: string): { sidePixels: number; name: string }[] {
  return smallPosterSides.map((sidePixels) => {
    return { sidePixels, name: besideName(name, kinds[`smallPoster${sidePixels}`].file) }
  })
}

/** Name of the large poster of a poster. */
export const largePosterNameOf = (posterName: string): string => besideName(posterName, kinds.largePoster.file)

/**
 * Name of the large poster of the poster that is shown; null without one. One that belongs to another poster is not shown: a
 * server of an earlier version changes posters and knows no large ones.
 */
export function shownLargePosterOf(row: ObjectNamesRow): string | null {
  const { poster } = playbackNamesOf(row)
  const large = poster === null ? null : largePosterNameOf(poster)
  return [row.large_chosen_poster_name, row.large_poster_name].find((name) => name !== null && name === large) ?? null
}

/** Name of an object that was made together with another one. */
function besideName(name: string, { prefix, extension }: { prefix: string; extension: string }): string {
  return `${prefix}-${name.replace(/^.*-|\.[^.]*$/g, '')}.${extension}`
}

/**
 * Recognises exactly the keys that this application generates: no escapes, no dots, nothing to normalise. Of kinds with
 * the same names, the first is returned.
 */
export function parseKey(key: string): { kind: ObjectKind; uid: string } | null {
  for (const { kind, pattern } of patterns) {
    const uid = pattern.exec(key)?.[1]
    if (uid !== undefined) return { kind, uid }
  }
  return null
}

export type ObjectNamesRow = Record<NameColumn, string | null>

/** The objects below media/{uid}/ that the row of a video itself names; those of renditions are named elsewhere. */
export function namesInRow(row: ObjectNamesRow): { kind: ObjectKind; name: string }[] {
  return entries.flatMap(([kind, { column, isBeside, file: own }]) => {
    const name = column ? row[column] : null
    if (name === null) return []
    return [{ kind, name: isBeside && own ? besideName(name, own) : name }]
  })
}

/** Names of the objects that players load, by field of `playback`. */
export function playbackNamesOf(row: ObjectNamesRow): Playback {
  const names: Playback = { hls: null, poster: null, preview: null, storyboard: null }
  for (const { kind, name } of namesInRow(row)) {
    const { playback } = storedObjects[kind]
    if (playback) names[playback] ??= name
  }
  return names
}

/** Names directly in the folder of a finished rendition that its row and its playlist account for. */
export function namesInRendition(
  playlistName: string,
  { init, segments }: { init: string; segments: { uri: string }[] },
): Set<string> {
  const paths = [init, ...segments.map(({ uri }) => uri)]
  return new Set([playlistName, GROWING_PLAYLIST, ...paths.map((path) => path.replace(/\/.*/, ''))])
}
