import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { categoriesWithPicture, productsWithPicture, textsWithPicture } from './use-queries.ts'

/** Where a picture is shown. `language` is that of a text. */
export type PictureUse =
  | { readonly kind: 'page' | 'widget' | 'guide'; readonly id: string; readonly language: Language }
  | { readonly kind: 'product'; readonly id: string; readonly name: string }
  | { readonly kind: 'category'; readonly id: string; readonly name: string }

/** Of products, as many are named. */
const maxProducts = 20

/** Everything that shows a picture, drafts included; `language` is that of the names of categories. */
export async function usesOfPicture(db: Queryable, pictureId: string, language: Language): Promise<PictureUse[]> {
  const { pages, widgets, guides } = await textsWithPicture(db, pictureId)
  const products = await productsWithPicture(db, pictureId, maxProducts)
  const categories = await categoriesWithPicture(db, pictureId, language)
  return [
    ...pages.map((row) => ({ kind: 'page' as const, id: row.id, language: row.language })),
    ...widgets.map((row) => ({ kind: 'widget' as const, id: row.slug, language: row.language })),
    ...guides.map((row) => ({ kind: 'guide' as const, id: row.id, language: row.language })),
    ...categories.map(({ id, name }) => ({ kind: 'category' as const, id, name })),
    ...products.map(({ id, sku }) => ({ kind: 'product' as const, id, name: sku })),
  ]
}
