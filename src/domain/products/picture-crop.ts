/** Pixels of an upright picture. */
export type PictureSize = { readonly width: number; readonly height: number }
/** The part of a picture that is shown, in pixels of the upright original, from its upper left corner. */
export type Crop = PictureSize & { readonly x: number; readonly y: number }

/** The least width and height of a crop; a picture that is smaller is shown whole in that direction. */
export const minCrop = 16
/** Width by height; null where any proportions are allowed. */
export const cropRatios = { free: null, square: 1, landscape: 4 / 3 } as const
export type CropRatio = keyof typeof cropRatios

export function wholePicture({ width, height }: PictureSize): Crop {
  return { x: 0, y: 0, width, height }
}

export function isWholePicture(crop: Crop, { width, height }: PictureSize): boolean {
  return crop.width === width && crop.height === height
}

/** Whether a crop lies within a picture, in whole pixels, and is large enough. */
export function isCropOf({ x, y, width, height }: Crop, size: PictureSize): boolean {
  return (
    [x, y, width, height].every((each) => Number.isSafeInteger(each) && each >= 0) &&
    width >= leastOf(size.width) &&
    height >= leastOf(size.height) &&
    x + width <= size.width &&
    y + height <= size.height
  )
}

/** The allowed crop that is nearest to what somebody typed or dragged. */
export function nearestCrop({ x, y, width, height }: Crop, size: PictureSize): Crop {
  const [across, down] = [
    between(width, leastOf(size.width), size.width),
    between(height, leastOf(size.height), size.height),
  ]
  return { x: between(x, 0, size.width - across), y: between(y, 0, size.height - down), width: across, height: down }
}

/** The same part, moved by some pixels as far as the picture goes. */
export function moveCrop(crop: Crop, by: { x: number; y: number }, size: PictureSize): Crop {
  return nearestCrop({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size)
}

export type CropCorner = { readonly isRight: boolean; readonly isBottom: boolean }

/** The part between a corner that is dragged to a point and the corner opposite to it, which stays. */
export function dragCorner(
  crop: Crop,
  { isRight, isBottom, to }: CropCorner & { to: { x: number; y: number } },
  { size, ratio }: { size: PictureSize; ratio: number | null },
): Crop {
  const fixed = { x: isRight ? crop.x : crop.x + crop.width, y: isBottom ? crop.y : crop.y + crop.height }
  const room = { x: isRight ? size.width - fixed.x : fixed.x, y: isBottom ? size.height - fixed.y : fixed.y }
  const wanted = { x: isRight ? to.x - fixed.x : fixed.x - to.x, y: isBottom ? to.y - fixed.y : fixed.y - to.y }
  const min = { x: leastOf(size.width), y: leastOf(size.height) }
  let [width, height] = [between(wanted.x, min.x, room.x), between(wanted.y, min.y, room.y)]
  if (ratio !== null) {
    width = Math.min(Math.max(width, height * ratio, min.x, min.y * ratio), room.x, room.y * ratio)
    height = width / ratio
  }
  const [across, down] = [Math.round(width), Math.round(height)]
  return nearestCrop(
    { x: isRight ? fixed.x : fixed.x - across, y: isBottom ? fixed.y : fixed.y - down, width: across, height: down },
    size,
  )
}

/** The largest part with these proportions around the middle of a crop, within that crop where it is large enough. */
export function cropWithRatio(crop: Crop, ratio: number | null, size: PictureSize): Crop {
  if (ratio === null) return crop
  const min = Math.max(leastOf(size.width), leastOf(size.height) * ratio)
  const width = Math.min(Math.max(Math.min(crop.width, crop.height * ratio), min), size.width, size.height * ratio)
  const [across, down] = [Math.round(width), Math.round(width / ratio)]
  const [x, y] = [crop.x + (crop.width - across) / 2, crop.y + (crop.height - down) / 2]
  return nearestCrop({ x, y, width: across, height: down }, size)
}

const leastOf = (edge: number): number => Math.min(minCrop, edge)

function between(value: number, min: number, max: number): number {
  return Math.round(Math.min(Math.max(value, min), max))
}
