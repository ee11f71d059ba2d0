import { z } from 'zod'
import { warningMessage } from '#app/messages/subtitle-warnings.ts'
import { dateTime } from '#platform/schemas.server.ts'
import {
  reviewOutcomes,
  type Subtitle,
  type SubtitleFormat,
  type SubtitleVersion,
  subtitleFormats,
  subtitleKinds,
  subtitleStates,
} from '#subtitles/subtitle.ts'
import type { CueChange } from '#subtitles/text/compare-cues.ts'
import { type TextWarning, warningCodes } from '#subtitles/text/warnings.ts'

const author = z
  .object({ uid: z.string(), username: z.string().describe('Empty without a public profile') })
  .nullable()
  .describe('Null once the account is deleted')

export const subtitle = z
  .object({
    id: z.string(),
    episodeId: z.string(),
    language: z.string().describe('BCP 47'),
    kind: z.enum(subtitleKinds).describe('Dialogue; the same with sounds, for deaf people; or written text only'),
    label: z.string().describe('What menus call it'),
    format: z.enum(subtitleFormats).describe('Of the file that was sent'),
    state: z
      .enum(subtitleStates)
      .describe('Of the newest version; for others than its author and the creator always `approved`'),
    author,
    cues: z.number().int(),
    version: z.number().int().describe('Number of the version that you see'),
    approvedVersion: z.number().int().nullable().describe('Number of the version that everybody sees; null for none'),
    url: z.string().describe('The text in its own format'),
    vttUrl: z.string().describe('The text as WebVTT'),
    fonts: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().describe('Of its family'),
          sizeBytes: z.number().int(),
          url: z.string(),
          isLicensed: z
            .boolean()
            .describe('Whether somebody said that it may be shared; only its author and the creator get others'),
        }),
      )
      .describe('Fonts for its script; of subtitles in ASS only'),
    fromFile: z.boolean().describe('Whether it was in the file of the video'),
    updatedAt: dateTime,
    warnings: z
      .array(
        z.object({
          code: z.enum(warningCodes),
          count: z.number().int().describe('Places in the file'),
          lines: z.array(z.number().int()).describe('Numbers of the first of its lines, from 1'),
          message: z.string(),
        }),
      )
      .optional()
      .describe('What the reading of the file left out, changed or assumed; for its author and the creator only'),
    words: z
      .string()
      .optional()
      .describe('What the creator said at the last review; for its author and the creator only'),
    hidden: z.boolean().optional().describe('Whether a moderator hid it; for its author and the creator only'),
  })
  .meta({ id: 'Subtitle' })

const cue = z.object({ from: z.number().describe('Seconds'), to: z.number(), text: z.string() })

export const versionList = z
  .object({
    versions: z
      .array(
        z.object({
          number: z.number().int(),
          author,
          format: z.enum(subtitleFormats),
          cues: z.number().int(),
          added: z.number().int().describe('Lines that it has and the version before has not'),
          removed: z.number().int(),
          createdAt: dateTime,
        }),
      )
      .describe('Newest first'),
    changes: z
      .array(z.object({ was: cue.nullable(), is: cue.nullable() }))
      .nullable()
      .describe('Lines that differ between the version `against` and the newest; null without it'),
  })
  .meta({ id: 'SubtitleVersions' })

/** The fields of the form that brings a file. */
export const subtitleForm = z.strictObject({
  file: z.string().meta({ format: 'binary', description: 'WebVTT, SRT, ASS or SSA, at most 10 MB' }),
  language: z.string().describe('BCP 47'),
  kind: z.enum(subtitleKinds),
  label: z.string().optional().describe('The name of the language unless given'),
})

/** The fields of the form that brings a font. */
export const fontForm = z.strictObject({
  font: z.string().meta({ format: 'binary', description: 'TrueType, OpenType or WOFF, at most 12 MB' }),
  licence: z.literal('yes').describe('You may share this font with everybody who watches'),
})

export const fontLicence = z.strictObject({
  licence: z.boolean().describe('True: you may share these fonts with everybody who watches'),
})

/** The fields of the form that changes a text. */
export const subtitleChanges = subtitleForm.partial().extend({
  version: z.number().int().optional().describe('The version that you changed; 409 if there is a newer one by now'),
})

export const review = z.strictObject({
  outcome: z.enum(reviewOutcomes),
  words: z.string().optional().describe('For its author'),
  version: z.number().int().optional().describe('The version that you read; 409 if there is a newer one by now'),
})

export const line = z
  .object({
    subtitleId: z.string(),
    language: z.string(),
    from: z.number().describe('Seconds'),
    to: z.number(),
    text: z.string(),
  })
  .meta({ id: 'SpokenLine' })

/** Media types of the formats. */
export const typeOfFormat: Readonly<Record<SubtitleFormat, string>> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  ass: 'text/x-ssa; charset=utf-8',
}

/** A text with the fields of the contract and no others. */
export function serializeSubtitle(found: Subtitle): z.input<typeof subtitle> {
  const { id, episodeId, language, kind, label, format, state, cues, version, approvedVersion } = found
  const urlIn = (wanted: SubtitleFormat) => `/api/v1/subtitles/${id}?format=${wanted}`
  return {
    id,
    episodeId,
    language,
    kind,
    label,
    format,
    state,
    cues,
    version,
    approvedVersion,
    author: serializeAuthor(found.author),
    url: urlIn(format),
    vttUrl: urlIn('vtt'),
    fonts: found.fonts.map(({ id: fontId, name, sizeBytes, url, isLicensed }) => {
      return { id: fontId, name, sizeBytes, url, isLicensed }
    }),
    fromFile: found.isFromFile,
    updatedAt: found.updatedAt.toISOString(),
    ...(found.mayWrite && {
      words: found.words,
      hidden: found.isHidden,
      warnings: found.warnings.map(serializeWarning),
    }),
  }
}

function serializeWarning(warning: TextWarning) {
  const { code, count, lines } = warning
  return { code, count, lines, message: warningMessage(warning) }
}

function serializeAuthor(found: Subtitle['author']) {
  return found && { uid: found.uid, username: found.username }
}

export function serializeVersions({
  versions,
  changes,
}: {
  versions: SubtitleVersion[]
  changes: CueChange[] | null
}): z.input<typeof versionList> {
  return {
    versions: versions.map(({ number, author: by, format, cues, added, removed, createdAt }) => {
      const figures = { number, format, cues, added, removed }
      return { ...figures, author: serializeAuthor(by), createdAt: createdAt.toISOString() }
    }),
    changes: changes?.map(({ was, is }) => ({ was: serializeCue(was), is: serializeCue(is) })) ?? null,
  }
}

function serializeCue(found: CueChange['was']) {
  return found && { from: found.from, to: found.to, text: found.text }
}
