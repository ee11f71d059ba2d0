import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Conversions } from './conversions.server.ts'
import { fontsOf, shownFonts } from './fonts/font-rows.server.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import type { LinesOutside } from './script/lines-outside.ts'
import {
  CHANGES_MAX,
  type Cue,
  type Subtitle,
  type SubtitleAuthor,
  type SubtitleFormat,
  type SubtitleVersion,
} from './subtitle.ts'
import { maySeeSubtitle, mayWriteSubtitle, type SubtitleFacts } from './subtitle-permissions.ts'
import {
  findSubtitle,
  formatOfVersion,
  namesAmong,
  publicTextsOn,
  type SubtitleRow,
  shownVersionOf,
  subtitlesOn,
  textOfVersion,
  versionKey,
  versionsAmong,
  versionsOf,
  writtenBy,
} from './subtitle-rows.server.ts'
import type { CueChange } from './text/compare-cues.ts'
import { readVersion } from './version-text.server.ts'

/** Ids of the adult episodes that a viewer has chosen to see; the texts of others are withheld, as their media are. */
type Shown = ReadonlySet<string> | undefined

/** Reads texts, as a viewer may see them. */
export interface SubtitleReading {
  /** The texts of an episode, oldest first. @throws Refusal catalog.episode_not_found */
  subtitlesOn(episodeId: string, viewer: Account | null, shown?: Shown): Promise<Subtitle[]>
  /** The texts of an episode as this viewer was given it, oldest first; none of an adult one before a choice. */
  subtitlesOf(episode: EpisodeFacts, viewer: Account | null): Promise<Subtitle[]>
  /** What everybody sees of the texts of these episodes, oldest first, by episode id. Does not check the episodes. */
  publicTextsOn(episodeIds: string[]): Promise<Map<string, PublicText[]>>
  /** @throws Refusal subtitles.not_found when there is none that this viewer may see */
  findSubtitle(id: string, viewer: Account | null, shown?: Shown): Promise<Subtitle>
  /**
   * The text of the version that this viewer sees: as it is stored, or its lines in another format.
   * @param from the address that asks, for the limit of conversions; null for none
   * @throws Refusal subtitles.not_found, those of `Conversions`
   */
  subtitleText(
    id: string,
    viewer: Account | null,
    format: SubtitleFormat | undefined,
    shown?: Shown,
    from?: string | null,
  ): Promise<{ format: SubtitleFormat; text: string }>
  /**
   * The first lines of the version that this viewer sees, their number, and how many begin after the end of the video.
   * @param durationSeconds of the video; null while it is not known
   * @throws Refusal subtitles.not_found, those of `TextReader`
   */
  firstLines(
    id: string,
    viewer: Account,
    range: { most: number; durationSeconds: number | null },
    shown?: Shown,
  ): Promise<{ lines: Cue[]; count: number; outside: LinesOutside }>
  /**
   * The versions of a text, newest first; with `against`, also the differences between that one and the newest, up to
   * `CHANGES_MAX` lines.
   * @throws Refusal subtitles.not_found, for all but its author and the episode's creator; subtitles.version_unknown
   */
  versionsOf(
    account: Account,
    id: string,
    against?: number,
  ): Promise<{ versions: SubtitleVersion[]; changes: CueChange[] | null }>
  /** Labels and authors of texts, drafts included: the caller decides who sees them. Deleted texts are absent. */
  namesOf(ids: string[]): Promise<Map<string, SubtitleName>>
  /** The texts that a person wrote, for the export of the account. */
  subtitlesBy(uid: string): Promise<WrittenSubtitle[]>
  /** The text of a version; null once it is deleted. The caller decides who sees it. */
  textWritten(id: string, version: number): Promise<string | null>
}

/** A text that everybody sees who sees its episode. */
export type PublicText = Pick<Subtitle, 'id' | 'episodeId' | 'language' | 'kind' | 'label'>

type EpisodeFacts = Pick<Episode, 'id' | 'creatorId' | 'isCovered'>

/** The label of a text and its author. `authorUid` is null once that account is deleted. */
export interface SubtitleName extends Pick<Subtitle, 'id' | 'language' | 'label'> {
  authorUid: string | null
}

/** A text as its author wrote it. */
export interface WrittenSubtitle extends Pick<Subtitle, 'id' | 'episodeId' | 'language' | 'kind' | 'label' | 'state'> {
  format: SubtitleFormat
  /** Number of the newest version. */
  version: number
  createdAt: Date
}

export interface SubtitleReadingParts {
  db: Db
  catalog: Pick<Catalog, 'find'>
  creators: Pick<Creators, 'findMany'>
  reader: TextReader
  conversions: Conversions
}

/** A text and the episode that it belongs to. */
export interface FoundSubtitle {
  row: SubtitleRow
  episode: Episode
  facts: SubtitleFacts
}

export function factsOf(row: SubtitleRow, { creatorId }: Pick<Episode, 'creatorId'>): SubtitleFacts {
  return { authorUid: row.author_uid, creatorId, approvedVersion: shownVersionOf(row) }
}

/** @throws Refusal subtitles.not_found unless this viewer may see the episode and the text */
export async function accessSubtitle(
  { db, catalog }: Pick<SubtitleReadingParts, 'db' | 'catalog'>,
  id: string,
  viewer: Account | null,
  shown?: Shown,
): Promise<FoundSubtitle> {
  const row = isPossibleId(id) ? await findSubtitle(db, id) : undefined
  if (!row) throw new Refusal('subtitles.not_found')
  const episode = await catalog.find(row.episode_id, viewer, shown).catch(hide)
  const facts = factsOf(row, episode)
  // The author of a text has its words already.
  const isWithheld = episode.isCovered && !mayWriteSubtitle(facts, viewer)
  if (isWithheld || !maySeeSubtitle(facts, viewer)) throw new Refusal('subtitles.not_found')
  return { row, episode, facts }
}

export function createSubtitleReading(parts: SubtitleReadingParts): SubtitleReading {
  const { db, catalog, creators, reader, conversions } = parts

  async function authorsOf(uids: (string | null)[]): Promise<(uid: string | null) => SubtitleAuthor | null> {
    const profiles = await creators.findMany(uids.filter((uid) => uid !== null))
    return (uid) => (uid === null ? null : { uid, username: profiles.get(uid)?.username ?? '' })
  }

  async function toSubtitles(rows: SubtitleRow[], creatorId: string, viewer: Account | null): Promise<Subtitle[]> {
    const seen = rows.filter((row) => maySeeSubtitle(factsOf(row, { creatorId }), viewer))
    const chosen = seen.map((row) => {
      const mayWrite = mayWriteSubtitle(factsOf(row, { creatorId }), viewer)
      return { row, mayWrite, number: mayWrite ? row.version : row.approved_version! }
    })
    const [versions, authorOf, fonts] = await Promise.all([
      versionsAmong(
        db,
        chosen.map(({ row, number }) => ({ id: row.id, number })),
      ),
      authorsOf(seen.map(({ author_uid }) => author_uid)),
      fontsOf(
        db,
        seen.map(({ id }) => id),
      ),
    ])
    return chosen.flatMap(({ row, mayWrite, number }) => {
      const version = versions.get(versionKey(row.id, number))
      if (!version) return []
      return [
        {
          id: row.id,
          episodeId: row.episode_id,
          language: row.language,
          kind: row.kind,
          label: row.label,
          format: version.format,
          cues: version.cues,
          version: number,
          approvedVersion: shownVersionOf(row),
          state: mayWrite ? row.state : ('approved' as const),
          author: authorOf(row.author_uid),
          words: mayWrite ? (row.words ?? '') : '',
          warnings: mayWrite ? (version.warnings ?? []) : [],
          isFromFile: row.from_file,
          isHidden: row.hidden_by_moderator,
          fonts: shownFonts(
            fonts.filter((font) => font.subtitle_id === row.id),
            mayWrite,
          ),
          mayWrite,
          updatedAt: mayWrite ? row.updated_at : version.created_at,
        },
      ]
    })
  }

  async function subtitlesOf({ id, creatorId, isCovered }: EpisodeFacts, viewer: Account | null) {
    return isCovered ? [] : toSubtitles(await subtitlesOn(db, id), creatorId, viewer)
  }

  return {
    subtitlesOn: async (episodeId, viewer, shown) => subtitlesOf(await catalog.find(episodeId, viewer, shown), viewer),
    subtitlesOf,
    async publicTextsOn(episodeIds) {
      return Map.groupBy(await publicTextsOn(db, episodeIds), ({ episodeId }) => episodeId)
    },

    async findSubtitle(id, viewer, shown) {
      const { row, episode } = await accessSubtitle(parts, id, viewer, shown)
      const [found] = await toSubtitles([row], episode.creatorId, viewer)
      if (!found) throw new Refusal('subtitles.not_found')
      return found
    },

    async subtitleText(id, viewer, format, shown, from = null) {
      const number = seenVersionOf(await accessSubtitle(parts, id, viewer, shown), viewer)
      const isConverted = format !== undefined && format !== (await formatOfVersion(db, id, number))
      if (!isConverted) {
        const stored = expectFound(await readVersion(parts, id, number, viewer?.uid ?? from))
        return { format: stored.format, text: stored.text }
      }
      const text = await conversions.convert({ id, number }, format, from)
      if (text === null) throw new Refusal('subtitles.not_found')
      return { format, text }
    },

    async firstLines(id, viewer, { most, durationSeconds }, shown) {
      const number = seenVersionOf(await accessSubtitle(parts, id, viewer, shown), viewer)
      const stored = expectFound(await textOfVersion(db, id, number))
      return reader.work(viewer.uid, 'lines', stored, most, durationSeconds)
    },

    async versionsOf(account, id, against) {
      const { row, facts } = await accessSubtitle(parts, id, account)
      if (!mayWriteSubtitle(facts, account)) throw new Refusal('subtitles.not_found')
      const versions = await versionsOf(db, id)
      const authorOf = await authorsOf(versions.map((version) => version.author_uid))
      return {
        versions: versions.map(({ author_uid, created_at, number, format, cues, added, removed }) => {
          return { number, author: authorOf(author_uid), format, cues, added, removed, createdAt: created_at }
        }),
        changes: against === undefined ? null : await changesBetween(row, against, account),
      }
    },

    async namesOf(ids) {
      const rows = await namesAmong(db, ids)
      return new Map(
        rows.map(({ id, language, label, author_uid }) => [id, { id, language, label, authorUid: author_uid }]),
      )
    },

    async subtitlesBy(uid) {
      return (await writtenBy(db, uid)).map(({ episode_id, created_at, ...written }) => {
        const { id, language, kind, label, state, format, version } = written
        return { id, episodeId: episode_id, language, kind, label, state, format, version, createdAt: created_at }
      })
    },

    async textWritten(id, version) {
      return (await readVersion(parts, id, version, null))?.text ?? null
    },
  }

  async function changesBetween({ id, version }: SubtitleRow, against: number, { uid }: Account): Promise<CueChange[]> {
    const [before, now] = await Promise.all([textOfVersion(db, id, against), textOfVersion(db, id, version)])
    if (!before || !now) throw new Refusal('subtitles.version_unknown')
    return (await reader.work(uid, 'compare', before, now, CHANGES_MAX)).changes
  }
}

/** @throws Refusal subtitles.not_found when a version is gone */
function expectFound<Version>(version: Version | undefined): Version {
  if (!version) throw new Refusal('subtitles.not_found')
  return version
}

/** Number of the version that this viewer sees. */
function seenVersionOf({ row, facts }: FoundSubtitle, viewer: Account | null): number {
  return mayWriteSubtitle(facts, viewer) ? row.version : row.approved_version!
}

/** An episode that this viewer may not see has no texts for them. */
function hide(cause: unknown): never {
  throw cause instanceof Refusal ? new Refusal('subtitles.not_found') : cause
}
