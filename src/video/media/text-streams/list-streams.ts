/** Entries requested from ffprobe. */
export const streamEntries =
  'stream=index,codec_type,codec_name,extradata_size:stream_tags=language,title,filename,mimetype:' +
  'stream_disposition=forced,hearing_impaired'

/** How ffmpeg writes a text: as it is, or converted where it is not text in its container. */
const writers = {
  subrip: { format: 'srt', isCopied: true },
  ass: { format: 'ass', isCopied: true },
  webvtt: { format: 'webvtt', isCopied: true },
  mov_text: { format: 'srt', isCopied: false },
} as const

/** A stream of a file that is taken out under a name of ours. */
interface ListedStream {
  index: number
  name: string
}

export interface ListedText extends ListedStream {
  format: 'srt' | 'ass' | 'webvtt'
  isCopied: boolean
  language: string
  title: string
  isForced: boolean
  isForHearingImpaired: boolean
}

export type AttachedFont = ListedStream

interface ProbedStream {
  index?: number
  codec_type?: string
  codec_name?: string
  extradata_size?: number
  tags?: Record<string, string>
  disposition?: Record<string, number>
}

/** The texts of a file and the fonts attached to it, by ffprobe's JSON. Names in the file never become names of ours. */
export function listStreams(json: string, fontBytes: number): { texts: ListedText[]; fonts: AttachedFont[] } {
  const { streams = [] } = JSON.parse(json) as { streams?: ProbedStream[] }
  const texts: ListedText[] = []
  const fonts: AttachedFont[] = []
  for (const { index, codec_type, codec_name = '', extradata_size = 0, tags = {}, disposition = {} } of streams) {
    if (index === undefined) continue
    const writer = Object.entries(writers).find(([codec]) => codec === codec_name)?.[1]
    if (codec_type === 'subtitle' && writer) {
      texts.push({
        index,
        name: `text-${index}`,
        ...writer,
        language: tags.language ?? '',
        title: tags.title ?? '',
        isForced: disposition.forced === 1,
        isForHearingImpaired: disposition.hearing_impaired === 1,
      })
    }
    const isFont = /font|truetype|opentype/i.test(tags.mimetype ?? '') || /\.(ttf|otf)$/i.test(tags.filename ?? '')
    if (codec_type === 'attachment' && isFont && extradata_size <= fontBytes)
      fonts.push({ index, name: `font-${index}` })
  }
  return { texts, fonts }
}
