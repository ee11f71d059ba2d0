import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { mayReview, mayWriteSubtitle } from '../subtitle-permissions.ts'
import { accessSubtitle, type FoundSubtitle, type SubtitleReadingParts } from '../subtitle-reading.server.ts'
import { lockSubtitle, textOfVersion } from '../subtitle-rows.server.ts'
import {
  FONT_MAX_BYTES,
  FONTS_PER_EPISODE,
  FONTS_PER_SUBTITLE,
  FONTS_STORED_MAX_BYTES,
  fontKey,
  typeOfFont,
} from './font.ts'
import { countFonts, deleteFont, findFont, fontsOf, insertFont, licenseFonts } from './font-rows.server.ts'
import type { FontStorage, FontStorageParts } from './font-storage.server.ts'

/** A font that somebody sends. */
export interface NewFont {
  font: Pick<Blob, 'size' | 'bytes'>
  /** Whether the sender said that it may be shared. */
  isLicensed: boolean
}

/** A font that this caller gets. */
export interface FontFile {
  key: string
  type: string
  /** Whether everybody gets it. */
  isPublic: boolean
  /** Whether only those who have the address of the episode know of it. */
  isUnlisted: boolean
}

/** The fonts of texts in ASS. */
export interface SubtitleFonts {
  /**
   * Checks a font and adds it to a text. The file that the check wrote is stored.
   * @throws Refusal subtitles.not_found, subtitles.not_yours (403), subtitles.creator_only (403: fonts of an approved text),
   *   subtitles.declined (409), subtitles.font_missing, subtitles.font_too_large (413), subtitles.font_licence,
   *   subtitles.font_not_ass, subtitles.font_unsound, subtitles.fonts_unavailable (503), subtitles.too_many_fonts,
   *   subtitles.too_much_stored, request.busy
   */
  add(account: Account, id: string, input: NewFont): Promise<void>
  /** Says that the fonts that came with the file of the episode may be shared. @throws Refusal as above */
  license(account: Account, id: string, isLicensed: boolean): Promise<void>
  /** @throws Refusal as above, subtitles.font_unknown */
  remove(account: Account, id: string, fontId: string): Promise<void>
  /** The font under its address, with the audience of its text; null for everybody else. */
  file(
    fontId: string,
    format: string,
    viewer: () => Promise<Account | null>,
    shown: ReadonlySet<string>,
  ): Promise<FontFile | null>
}

export interface SubtitleFontsParts extends Pick<FontStorageParts, 'db' | 'clock'>, SubtitleReadingParts {
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'find' | 'lockAgainstRemoval'>
  fontStorage: FontStorage
}

export function createSubtitleFonts(parts: SubtitleFontsParts): SubtitleFonts {
  const { db, clock, identity, catalog, fontStorage } = parts

  /** A text whose fonts this person may change. Only the creator of the episode changes those that everybody sees. */
  async function accessFonts(account: Account, id: string): Promise<FoundSubtitle> {
    const found = await accessSubtitle(parts, id, account)
    const { facts, row } = found
    if (!mayWriteSubtitle(facts, account)) throw new Refusal('subtitles.not_yours')
    if (mayReview(facts, account)) return found
    if (row.state === 'declined') throw new Refusal('subtitles.declined')
    if (row.approved_version !== null) throw new Refusal('subtitles.creator_only')
    return found
  }

  /** Locks the author, the episode and the text in this order. @throws Refusal subtitles.not_found, subtitles.creator_only */
  async function lockFonts(trx: Trx, account: Account, { episode, facts, row: { id } }: FoundSubtitle): Promise<void> {
    await identity.lockAgainstRemoval(trx, account.uid)
    await catalog.lockAgainstRemoval(trx, [episode.id])
    const row = await lockSubtitle(trx, id)
    if (!row) throw new Refusal('subtitles.not_found')
    if (row.approved_version !== null && !mayReview(facts, account)) throw new Refusal('subtitles.creator_only')
  }

  /** @throws Refusal subtitles.too_many_fonts, subtitles.too_much_stored */
  async function ensureRoom(trx: Trx, id: string, uid: string): Promise<void> {
    const { ofText, ofEpisode, bytes } = await countFonts(trx, id, uid)
    if (ofText >= FONTS_PER_SUBTITLE || ofEpisode >= FONTS_PER_EPISODE) throw new Refusal('subtitles.too_many_fonts')
    if (bytes >= FONTS_STORED_MAX_BYTES) throw new Refusal('subtitles.too_much_stored')
  }

  return {
    async add(account, id, { font, isLicensed }) {
      const field = 'font'
      const { row } = await accessFonts(account, id)
      if (font.size === 0) throw new Refusal('subtitles.font_missing', { field })
      if (font.size > FONT_MAX_BYTES) throw new Refusal('subtitles.font_too_large', { field })
      if (!isLicensed) throw new Refusal('subtitles.font_licence', { field: 'licence' })
      const text = await textOfVersion(db, id, row.version)
      if (text?.format !== 'ass') throw new Refusal('subtitles.font_not_ass', { field })
      // Before the check, which is work, and again with the text locked.
      await transact(db, (trx) => ensureRoom(trx, id, account.uid))
      const checked = await fontStorage.store(font)
      if (!checked.ok) {
        if (checked.why === 'unavailable') throw new Refusal('subtitles.fonts_unavailable')
        throw new Refusal('subtitles.font_unsound', { field })
      }
      const stored = checked.fonts[0]!
      const found = await accessFonts(account, id)
      await transact(db, async (trx) => {
        await lockFonts(trx, account, found)
        await ensureRoom(trx, id, account.uid)
        const named = {
          ...stored,
          subtitle_id: id,
          author_uid: account.uid,
          is_licensed: true,
          created_at: clock.now(),
        }
        if (!(await insertFont(trx, named))) throw new Error('Storing the font took too long.')
      })
    },

    async license(account, id, isLicensed) {
      if (!isLicensed) throw new Refusal('subtitles.font_licence', { field: 'licence' })
      const found = await accessFonts(account, id)
      await transact(db, async (trx) => {
        await lockFonts(trx, account, found)
        await licenseFonts(trx, id)
      })
    },

    async remove(account, id, fontId) {
      const found = await accessFonts(account, id)
      await transact(db, async (trx) => {
        await lockFonts(trx, account, found)
        if (!(await fontsOf(trx, [id])).some((font) => font.id === fontId)) throw new Refusal('subtitles.font_unknown')
        await deleteFont(trx, fontId)
      })
    },

    async file(fontId, format, viewer, shown) {
      const font = await findFont(db, fontId)
      if (font?.format !== format) return null
      const file = { key: fontKey(fontId, font.format), type: typeOfFont[font.format] }
      const forAll = font.is_licensed ? await accessSubtitle(parts, font.subtitle_id, null).catch(unlessRefused) : null
      if (forAll) return { ...file, isPublic: true, isUnlisted: forAll.episode.visibility === 'unlisted' }
      const account = await viewer()
      const found = await accessSubtitle(parts, font.subtitle_id, account, shown).catch(unlessRefused)
      if (!found || !(font.is_licensed || mayWriteSubtitle(found.facts, account))) return null
      return { ...file, isPublic: false, isUnlisted: false }
    },
  }
}

function unlessRefused(thrown: unknown): null {
  if (thrown instanceof Refusal) return null
  throw thrown
}
