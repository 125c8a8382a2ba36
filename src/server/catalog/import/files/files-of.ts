import { libraryWidths } from '../../../../domain/content/library-address.ts'
import { imageEdge } from '../../../../domain/products/products.ts'

/** The names of all files that a picture may have in the folder of pictures. */
export function filesOfPicture(id: string): string[] {
  if (id.endsWith('.svg')) return [id]
  return [...Object.keys(imageEdge), ...libraryWidths].flatMap((kind) => [`${id}-${kind}.avif`, `${id}-${kind}.webp`])
}
