/** Width of posters in pixels, and of large ones; narrower ones differ by the same factor. */
const WIDTHS = { poster: 640, large: 1280 }

/** A phone keeps the smaller picture, though its screen has the pixels: three of them to each of these CSS pixels are 640. */
const ON_PHONES = '(max-width: 639px) 213px'

/**
 * Attributes of an `<img>` that has a dense screen fetch the large poster. None where there is no large one.
 * @param widthPixels width of the picture on the page, in CSS pixels
 */
export function sharpPicture(
  poster: string | null,
  largePoster: string | null,
  widthPixels: number,
): { srcSet?: string; sizes?: string } {
  if (poster === null || largePoster === null) return {}
  return {
    srcSet: `${poster} ${WIDTHS.poster}w, ${largePoster} ${WIDTHS.large}w`,
    sizes: `${ON_PHONES}, ${widthPixels}px`,
  }
}
