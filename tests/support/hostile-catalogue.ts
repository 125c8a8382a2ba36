import type { Database } from '../../src/server/platform/db/tables.ts'

/** A record of each kind of the catalogue's own screens, by the name of its parameter. */
type CatalogueRecords = {
  category: string
  brand: string
  tag: string
  attribute: string
  device: string
  phrase: string
  trigger: string
}

/** Adds a search without hits, and names what the shop has of each kind by a text where it is written everywhere. */
export async function nameCatalogue(db: Database, text: string, isEverywhere: boolean): Promise<CatalogueRecords> {
  const category = await db
    .selectFrom('categories')
    .select('id')
    .where('parent_id', 'is not', null)
    .orderBy('product_count', 'desc')
    .executeTakeFirstOrThrow()
  const brand = await db.selectFrom('brands').select('id').executeTakeFirstOrThrow()
  const attribute = await db.selectFrom('product_attributes').select('attribute_id as id').executeTakeFirstOrThrow()
  const device = await db.selectFrom('product_devices').select('device_id as id').executeTakeFirstOrThrow()
  const trigger = await db.selectFrom('search_hints').select('id').executeTakeFirstOrThrow()
  const tag = await db.selectFrom('product_tags').select('id').executeTakeFirstOrThrow()
  const records = { category: category.id, brand: brand.id, tag: tag.id, attribute: attribute.id, device: device.id }
  await db
    .insertInto('search_misses')
    .values({
      language: 'sv',
      query: text.slice(0, 80),
      misses: 3,
      last_at: '2026-11-20T09:00:00.000Z',
      dismissed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (isEverywhere) await spoil(db, { ...records, trigger: trigger.id }, text)
  return { ...records, phrase: 'natdel', trigger: trigger.id }
}

async function spoil(db: Database, ids: Omit<CatalogueRecords, 'phrase'>, text: string): Promise<void> {
  const words = { name: text, description: text, page_title: text, meta_description: text }
  await db.updateTable('category_texts').set(words).where('category_id', '=', ids.category).execute()
  const contacts = { maker: text, eu_contact: text, description_en: text, description_sv: text }
  await db
    .updateTable('brands')
    .set({ name: text, ...contacts })
    .where('id', '=', ids.brand)
    .execute()
  await db
    .updateTable('product_tag_texts')
    .set({ name: text, description: text })
    .where('tag_id', '=', ids.tag)
    .execute()
  await db.updateTable('attributes').set({ unit: text }).where('id', '=', ids.attribute).execute()
  await db.updateTable('attribute_texts').set({ name: text }).where('attribute_id', '=', ids.attribute).execute()
  const device = { brand: text, series: text, model: text, type_numbers: text }
  await db.updateTable('devices').set(device).where('id', '=', ids.device).execute()
  const hint = { trigger: text, hint: text, url_title: text }
  await db.updateTable('search_hints').set(hint).where('id', '=', ids.trigger).execute()
}
