/**
 * When light counts as flashing: WCAG 2.2, success criterion 2.3.1 "Three flashes or below threshold", with the definition
 * of "general flash and red flash thresholds" (https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds).
 */

/** More flashes than this within any second are too many. */
export const FLASHES_MAX = 3
/** A flash is a pair of opposing changes by at least this much of the relative luminance, 0 to 1 … */
export const LUMINANCE_CHANGE = 0.1
/** … whose darker state is below this one. */
export const DARKER_BELOW = 0.8
/** Share of red in the sum of the linear components from which a colour is a saturated red. */
export const RED_SHARE = 0.8
/** A change to or from a saturated red counts from this distance in the CIE 1976 UCS chromaticity diagram on. */
export const RED_CHANGE = 0.2
/** A saturated red is visible from (R − G − B) × 320 > 20 on: WCAG 2.0, and the tool that it cites, Trace Center's PEAT. */
export const RED_LEAST = 20 / 320

/**
 * A quarter of any 10 degrees of the visual field. WCAG reckons with a picture of 1024 by 768 pixels at the usual distance,
 * in which these are 341 by 256 pixels.
 */
export const RECKONED_WIDTH = 1024
export const BLOCK = { width: 341, height: 256 }
export const BLOCK_PIXELS_MAX = 21_824
