/** The widths in CSS pixels in which a picture of the library is rendered for texts, at its own proportions. */
export const libraryWidths = [600, 1200] as const

const pattern = /^\/pictures\/(photo-[0-9a-f]{16})-(?:600|1200)\.webp$/

/** The address of a picture of the library in a text, for its id such as `photo-0123456789abcdef`. */
export function libraryAddress(id: string, width: (typeof libraryWidths)[number] = libraryWidths[1]): string {
  return `/pictures/${id}-${width}.webp`
}

/** Whether an address is one that only the library makes; texts may show no other pictures. */
export function isLibraryAddress(address: string): boolean {
  return pattern.test(address)
}

/** The ids of the pictures that a text shows. */
export function findLibraryPictures(html: string): string[] {
  return [...html.matchAll(/\/pictures\/(photo-[0-9a-f]{16})-(?:600|1200)\.webp/g)].map(([, id = '']) => id)
}

/** The size in CSS pixels of a picture as it is rendered for a width; never larger than it is. */
export function sizeAtWidth(
  { width, height }: { width: number; height: number },
  max: (typeof libraryWidths)[number],
): { width: number; height: number } {
  const scale = Math.min(1, max / width, (max * 2) / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
