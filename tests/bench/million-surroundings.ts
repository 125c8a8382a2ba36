import { insertRows } from '../../src/server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../src/server/platform/db/connect.ts'
import { kinds, makeDevices, makers } from './million-products.ts'

const categoryCount = 60

/** Writes what the products of million-products.ts refer to: categories, brands, devices and attributes. */
export async function writeSurroundings({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<void> {
  const categories = Array.from({ length: categoryCount }, (_, at) => ({
    id: `c${at}`,
    parent: at === 0 ? null : at < 8 ? 'c0' : `c${1 + (at % 7)}`,
  }))
  // The demo has some of them.
  const known = new Set((await db.selectFrom('attributes').select('id').execute()).map(({ id }) => id))
  const attributes = ['colour', 'spec', 'weight'].filter((id) => !known.has(id))
  await db.transaction().execute(async (trx) => {
    await insertRows(
      trx,
      kind,
      'categories',
      categories.map(({ id, parent }) => ({
        id,
        parent_id: parent,
        position: 0,
        main_menu: 0,
        picture_id: null,
        uri: null,
        product_count: 1,
      })),
    )
    await insertRows(
      trx,
      kind,
      'category_texts',
      categories.flatMap(({ id }, at) =>
        (['en', 'sv'] as const).map((language) => {
          const name =
            at === 0
              ? { en: 'Laptop parts', sv: 'Datordelar' }[language]
              : `${kinds[at % kinds.length]?.[language] ?? ''}${at < 20 ? '' : ` ${makers[at % 12] ?? ''}`}`
          return { category_id: id, language, name, slug: id, path: id, description: '' }
        }),
      ),
    )
    await insertRows(
      trx,
      kind,
      'brands',
      makers.map((name) => ({ id: name, name, slug: name, maker: '', eu_contact: '' })),
    )
    await insertRows(trx, kind, 'devices', makeDevices())
    await insertRows(
      trx,
      kind,
      'attributes',
      attributes.map((id, position) => ({
        id,
        unit: id === 'weight' ? 'g' : '',
        facet: 1,
        position,
      })),
    )
    await insertRows(
      trx,
      kind,
      'attribute_texts',
      attributes.flatMap((id) => (['en', 'sv'] as const).map((language) => ({ attribute_id: id, language, name: id }))),
    )
  })
}
