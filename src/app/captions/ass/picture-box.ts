export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where the picture of a video stands inside its element with `object-fit: contain`. */
export function pictureBox(element: Box, picture: { width: number; height: number }): Box {
  const scale = Math.min(element.width / picture.width, element.height / picture.height)
  if (!Number.isFinite(scale)) return { ...element, width: 0, height: 0 }
  const width = picture.width * scale
  const height = picture.height * scale
  return {
    left: element.left + (element.width - width) / 2,
    top: element.top + (element.height - height) / 2,
    width,
    height,
  }
}
