import { libraryAddress, libraryWidths, sizeAtWidth } from '../../../domain/content/library-address.ts'
import type { CroppedPicture } from '../../catalog/import/files/file-taker.ts'

/** A text that shows another picture wherever it shows one, with that one's size and the words as they are. */
export function withOtherPicture(html: string, from: string, to: CroppedPicture): string {
  return html.replaceAll(/<img\b[^<>]*>/g, (tag) => {
    const width = libraryWidths.find((each) => tag.includes(`"${libraryAddress(from, each)}"`))
    if (width === undefined) return tag
    const size = sizeAtWidth(to, width)
    return tag
      .replace(libraryAddress(from, width), libraryAddress(to.id, width))
      .replace(/ width="\d+"/, ` width="${size.width}"`)
      .replace(/ height="\d+"/, ` height="${size.height}"`)
  })
}
