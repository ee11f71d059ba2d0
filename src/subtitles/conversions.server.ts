import type { Db } from '#platform/database.server.ts'
import { networkKey } from '#platform/network-key.server.ts'
import { createRateLimits, type RateLimit } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { keepTexts } from './kept-texts.ts'
import type { TextReader } from './reader/text-reader.server.ts'
import type { SubtitleFormat } from './subtitle.ts'
import { textOfVersion } from './subtitle-rows.server.ts'

/** New conversions for one network, on all nodes together; one that is kept does not count. @see docs/product.md#limits */
export const CONVERSIONS_PER_NETWORK: RateLimit = { count: 60, windowSeconds: 60 }
/** Characters that a process keeps in memory. */
const KEPT_MAX_CHARACTERS = 16 * 1024 ** 2

/** A version of a text, which never changes. */
export interface VersionId {
  id: string
  number: number
}

/** Texts in another format than that in which they were sent. */
export interface Conversions {
  /**
   * @param from the address that asks; null for none
   * @returns null when the version is gone
   * @throws Refusal subtitles.conversions_too_many, subtitles.reading_busy, subtitles.too_much_work
   */
  convert(version: VersionId, format: SubtitleFormat, from: string | null): Promise<string | null>
  /**
   * As plain WebVTT, whatever its format.
   * @param by whose place the reading takes; null for a job
   */
  plainText(version: VersionId, by: string | null): Promise<string | null>
}

export interface ConversionsParts {
  db: Db
  reader: TextReader
  /** Keys the hashes under which networks are counted. */
  secret: string
}

/** Conversions that are made once and kept. Everybody asks for that of an approved text. */
export function createConversions({ db, reader, secret }: ConversionsParts): Conversions {
  const kept = keepTexts(KEPT_MAX_CHARACTERS)
  const limits = createRateLimits(db)

  async function convert(version: VersionId, format: SubtitleFormat, by: string | null): Promise<string | null> {
    const { id, number } = version
    const stored = await textOfVersion(db, id, number)
    if (!stored) return null
    const key = keyOf(version, format)
    return kept.get(key) ?? kept.make(key, () => reader.work(by, 'convert', stored, format))
  }

  return {
    async convert(version, format, from) {
      const present = kept.get(keyOf(version, format))
      if (present) return present
      const network = from === null ? null : networkKey(secret, from)
      if (network !== null) {
        const taken = await limits.take(`conversions:${network}`, CONVERSIONS_PER_NETWORK)
        if (!taken.allowed)
          throw new Refusal('subtitles.conversions_too_many', { retryAfterSeconds: taken.retryAfterSeconds })
      }
      return convert(version, format, network)
    },
    plainText: async (version, by) => kept.get(keyOf(version, 'vtt')) ?? convert(version, 'vtt', by),
  }
}

function keyOf({ id, number }: VersionId, format: SubtitleFormat): string {
  return `${id} ${number} ${format}`
}
