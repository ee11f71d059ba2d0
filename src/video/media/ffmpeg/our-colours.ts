/**
 * The colours of everything that we encode: BT.709 in the range of television. Screens and browsers expect it of a
 * video, and assume it of segments that do not name their colours.
 */
export const OUR_COLOURS = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'

/** Options of `scale` that convert frames, whose own colours are stated, to ours. */
export const TO_OUR_COLOURS = 'out_color_matrix=bt709:out_range=tv'

/** Options of `scale` for conversions, which are slower; without them, pixels become darker by one or two of 255. */
export const EXACT_FLAGS = 'flags=bicubic+accurate_rnd+full_chroma_int'

/**
 * Options of `scale` for pictures in formats that cannot name their colours: readers assume BT.601 of them, in a range
 * of their own.
 */
export const TO_WEBP_COLOURS = `${EXACT_FLAGS}:out_color_matrix=bt601:out_range=tv`
export const TO_JPEG_COLOURS = 'out_color_matrix=bt601:out_range=pc'

/**
 * Options of an output that name our colours, in the stream that an encoder writes and in the container. In a copied stream they
 * change nothing.
 */
export const ourColourTags = [
  ...['-colorspace:v', 'bt709', '-color_primaries:v', 'bt709'],
  ...['-color_trc:v', 'bt709', '-color_range:v', 'tv'],
]
