/** A length in pixels or in a unit of type; 1 and 2 px remain for lines and for setting a glyph straight. */
const rawLength = '/(?<![\\w.-])-?(?![12]px)\\d*\\.?\\d+(px|r?em|ch|pt|vw|vh)\\b/'
const rawColour = '/#[0-9a-f]{3,8}\\b|\\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\\(/i'

/** Every size, space, radius and colour of a screen is a step of src/app/styles/tokens.css. */
export default {
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    'no-duplicate-selectors': true,
    'declaration-block-no-redundant-longhand-properties': true,
    'declaration-property-value-disallowed-list': {
      '/^font(-size)?$/': ['/(?<![\\w.-])\\d*\\.?\\d+(px|r?em|pt|vw|vh|cqi|cqh)\\b/'],
      '/^((row-|column-)?gap|margin(-.+)?|padding(-.+)?)$/': [rawLength],
      '/^border(-.+)?-radius$/': [rawLength],
      '/^(color|fill|stroke|background(-color|-image)?|border(-.+)?|outline(-color)?|box-shadow|text-shadow|filter|caret-color|accent-color|text-decoration(-color)?)$/':
        [rawColour],
    },
  },
  overrides: [
    {
      files: ['**/styles/print.css'],
      rules: { 'declaration-property-value-disallowed-list': null },
    },
  ],
}
