/** Codecs that ffmpeg does not know, by the four letters of their tracks. */
const namesByTag: Record<string, string> = {
  aprn: 'ProRes RAW',
  aprh: 'ProRes RAW HQ',
  braw: 'Blackmagic RAW',
  CRAW: 'Canon Cinema RAW Light',
  vvc1: 'H.266 (VVC)',
  vvi1: 'H.266 (VVC)',
  evc1: 'MPEG-5 EVC',
  apv1: 'Advanced Professional Video (APV)',
  apac: 'Apple Positional Audio (APAC)',
  'ac-4': 'Dolby AC-4',
  mhm1: 'MPEG-H 3D Audio',
  mha1: 'MPEG-H 3D Audio',
  iamf: 'Immersive Audio (IAMF)',
}

const NAME_MAX = 60

/** The name of a stream's codec, as in `The sound is in Dolby AC-4.` Only letters, digits and signs that codecs have. */
export function codecName(stream: { codec_long_name?: string; codec_tag_string?: string }): string {
  const { codec_long_name: long = 'unknown', codec_tag_string: tag = '' } = stream
  if (long !== 'unknown') return long.replaceAll(/[^\w .,:;()/+-]/g, '').slice(0, NAME_MAX)
  const letters = tag.trim()
  // Tags that are numbers are printed in brackets.
  return namesByTag[letters] ?? (/^[\w .+-]{2,4}$/.test(letters) ? `a format named “${letters}”` : 'an unknown format')
}
