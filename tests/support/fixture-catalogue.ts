import type { Language } from '../../src/domain/places/locales.ts'
import { href } from '../../src/routes.ts'
import type { Database, NewRow } from '../../src/server/platform/db/tables.ts'

export const productPath = (language: Language, slug: string): string => href(language, 'product', { slug })

type Names = { en: string; sv: string }
type Category = { id: string; parent: string | null; slug: Names; menu?: boolean }

/** Three levels: laptop parts > batteries > batteries for Dell, and small parts with more than one page. */
const categories: Category[] = [
  { id: 'laptop', parent: null, slug: { en: 'laptop-parts', sv: 'laptopdelar' }, menu: true },
  { id: 'batteries', parent: 'laptop', slug: { en: 'batteries', sv: 'batterier' } },
  { id: 'dell-batteries', parent: 'batteries', slug: { en: 'dell', sv: 'dell' } },
  { id: 'keyboards', parent: 'laptop', slug: { en: 'keyboards', sv: 'tangentbord' } },
  { id: 'desktop', parent: null, slug: { en: 'desktop-parts', sv: 'datordelar' }, menu: true },
  { id: 'screws', parent: 'desktop', slug: { en: 'screws', sv: 'skruvar' } },
  { id: 'gift-cards', parent: null, slug: { en: 'gift-cards', sv: 'presentkort' } },
]

/** Categories, brands, attributes, devices, tags and pictures that products refer to. */
export async function writeCatalogue(db: Database): Promise<void> {
  await db
    .insertInto('categories')
    .values(
      categories.map(({ id, parent, menu }, position) => ({
        id,
        parent_id: parent,
        position,
        main_menu: menu ? (1 as const) : (0 as const),
        picture_id: null,
        uri: null,
        product_count: 0,
      })),
    )
    .execute()
  await db
    .insertInto('category_texts')
    .values(categories.flatMap((category) => [categoryText(category, 'en'), categoryText(category, 'sv')]))
    .execute()
  await db
    .insertInto('brands')
    .values([
      { id: 'dell', name: 'Dell', slug: 'dell', maker: 'Dell Inc.', eu_contact: 'Dell, Cork' },
      { id: 'torx', name: 'Torx & Co', slug: 'torx', maker: '', eu_contact: '' },
      { id: 'plain', name: 'Plain', slug: 'plain', maker: '', eu_contact: '' },
    ])
    .execute()
  await db
    .insertInto('devices')
    .values([
      {
        id: 'lat-7490',
        brand: 'Dell',
        series: 'Latitude',
        model: '7490',
        slug: 'dell-latitude-7490',
        type_numbers: 'P73G',
      },
      { id: 'xps-13', brand: 'Dell', series: 'XPS', model: '13', slug: 'dell-xps-13', type_numbers: '' },
    ])
    .execute()
  await writeAttributes(db)
  await db.insertInto('product_tags').values({ id: 'tag-green', position: 0 }).execute()
  await db
    .insertInto('product_tag_texts')
    .values([
      { tag_id: 'tag-green', language: 'en', name: 'Refurbished', slug: 'refurbished', description: 'Used once' },
      { tag_id: 'tag-green', language: 'sv', name: 'Renoverat', slug: 'renoverat', description: 'Begagnat' },
    ])
    .execute()
  await db
    .insertInto('product_tag_products')
    .values([
      { tag_id: 'tag-green', product_id: 'bat', position: 0 },
      { tag_id: 'tag-green', product_id: 'fan', position: 1 },
    ])
    .execute()
  await db
    .insertInto('pictures')
    .values([
      { id: 'battery', width: 1200, height: 1200 },
      { id: 'keys', width: 1200, height: 1200 },
    ])
    .execute()
}

async function writeAttributes(db: Database): Promise<void> {
  await db
    .insertInto('attributes')
    .values([
      { id: 'colour', unit: '', facet: 1, position: 0 },
      { id: 'length', unit: 'mm', facet: 1, position: 1 },
      { id: 'note', unit: '', facet: 0, position: 2 },
    ])
    .execute()
  await db
    .insertInto('attribute_texts')
    .values([
      { attribute_id: 'colour', language: 'en', name: 'Colour' },
      { attribute_id: 'colour', language: 'sv', name: 'Färg' },
      { attribute_id: 'length', language: 'en', name: 'Length' },
      { attribute_id: 'length', language: 'sv', name: 'Längd' },
      { attribute_id: 'note', language: 'en', name: 'Note' },
      { attribute_id: 'note', language: 'sv', name: 'Notering' },
    ])
    .execute()
  await db
    .insertInto('attribute_value_texts')
    .values([
      { attribute_id: 'colour', value: 'black', language: 'en', label: 'Black' },
      { attribute_id: 'colour', value: 'black', language: 'sv', label: 'Svart' },
      { attribute_id: 'colour', value: 'zinc', language: 'en', label: 'Zinc' },
      { attribute_id: 'colour', value: 'zinc', language: 'sv', label: 'Zink' },
    ])
    .execute()
}

function categoryText(category: Category, language: Language): NewRow<'category_texts'> {
  return {
    category_id: category.id,
    language,
    name: `${category.slug[language]} (${language})`,
    slug: category.slug[language],
    path: pathOf(category, language),
    description: '',
  }
}

function pathOf({ parent, slug }: Category, language: Language): string {
  const above = categories.find((category) => category.id === parent)
  return above ? `${pathOf(above, language)}/${slug[language]}` : slug[language]
}
