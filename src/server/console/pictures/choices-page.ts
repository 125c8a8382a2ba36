import type { PictureChoicesPage } from '../../../contracts/console/pictures.ts'
import { libraryAddress, libraryWidths, sizeAtWidth } from '../../../domain/content/library-address.ts'
import { imageKind } from '../../../domain/products/products.ts'
import { pictureHref } from '../../../routes.ts'
import { libraryPicturesNamed } from '../../content/pictures/library-queries.ts'
import { consoleScreen } from '../frame/console-screen.ts'

const [max, maxLength] = [24, 100]

/** The pictures that a text can show, by what somebody types; a piece of a page for the editor. */
export const pictureChoicesScreen = consoleScreen<PictureChoicesPage>({
  screen: 'picture-choices',
  permission: 'content.view',
  load: async ({ shop, request }) => {
    const { searchParams } = request.url
    const text = (searchParams.get('q') ?? '').trim().slice(0, maxLength)
    const isSwedish = searchParams.get('language') === 'sv'
    const rows = await libraryPicturesNamed(shop.db, text, max)
    return {
      pictures: rows.map((row) => ({
        name: row.name,
        alt: isSwedish ? row.alt_sv : row.alt_en,
        src: libraryAddress(row.picture_id),
        thumb: pictureHref(row.picture_id, imageKind.thumb, 'webp'),
        ...sizeAtWidth(row, libraryWidths[1]),
      })),
    }
  },
})
