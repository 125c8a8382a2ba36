import { z } from 'zod'
import type { Language } from '../../../domain/places/locales.ts'
import { changeCategory } from '../../catalog/arrange/change-category.ts'
import { moveCategory, type Place } from '../../catalog/arrange/move-category.ts'
import { readTree, skuOfPicture, type CategoryRecord } from '../../catalog/arrange/tree-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { parseLogFields, fieldsWithout, type LogFields, type Undoing } from '../staff/undo-record.ts'
import { requestedCategory, categoryLog, categoryVersion, onCategory } from './on-category.ts'

const text = z.string()
const words = {
  name_en: text,
  name_sv: text,
  description_en: text,
  description_sv: text,
  page_title_en: text,
  page_title_sv: text,
  meta_description_en: text,
  meta_description_sv: text,
  path_en: text,
  path_sv: text,
}
const logged = z.object({
  ...words,
  parent: z.nullable(text),
  position: z.number(),
  menu: z.boolean(),
  picture: z.nullable(text),
  uri: z.nullable(text),
  facts: z.array(text),
  fits: z.array(text),
})
type Logged = z.output<typeof logged>

/** Whether the log has all of a category. */
export const isWholeCategory = (fields: LogFields): boolean => logged.safeParse(fields).success

/** How the changes of a category are taken back: of its texts and links, and its place in the tree. */
export async function undoingOf({ shop }: ConsoleContext, { row: { id } }: CategoryRecord): Promise<Undoing> {
  return {
    subject: { kind: 'category', id },
    operations: ['categories.change', 'categories.move', 'categories.undo'],
    now: await categoryLog(shop.db, id),
    permission: 'products.change',
  }
}

/** Takes one change of the category of the address back. */
export async function undoCategory(context: ConsoleContext, { entry }: { entry: string }): Promise<void> {
  const record = await requestedCategory(context)
  if (!record) throw new ConsoleError('unknown')
  const undoing = await undoingOf(context, record)
  const [now, former] = [categoryIn(undoing.now), categoryIn(await fieldsWithout(context, undoing, entry))]
  const action = { operation: 'categories.undo', version: categoryVersion(record) }
  if (former.parent !== now.parent || former.position !== now.position) {
    const place = await placeOf(context, record.row.id, former)
    return onCategory(context, action, (shop, id) => moveCategory(shop, id, place))
  }
  const change = {
    words: { en: wordsIn(former, 'en'), sv: wordsIn(former, 'sv') },
    uri: former.uri,
    isInMenu: former.menu,
    facts: former.facts,
    fits: former.fits,
    ...(former.picture === now.picture ? {} : { pictureOf: await productWith(context, former.picture) }),
  }
  return onCategory(context, action, (shop, id) => changeCategory(shop, id, change))
}

/** A category as the log has it; throws a refusal where it does not have all of it. */
export function categoryIn(fields: LogFields): Logged {
  return parseLogFields(logged, fields)
}

export function wordsIn(fields: Logged, language: Language) {
  return {
    name: fields[`name_${language}`],
    slug: fields[`path_${language}`].split('/').at(-1) ?? '',
    description: fields[`description_${language}`],
    pageTitle: fields[`page_title_${language}`],
    metaDescription: fields[`meta_description_${language}`],
  }
}

/**
 * Where a category was among its neighbours. A move numbers those of its new place anew, from zero on or, in a main
 * menu that somebody has chosen, below zero; those that it left keep their numbers.
 */
async function placeOf({ shop }: ConsoleContext, id: string, { parent, position }: Logged): Promise<Place> {
  const neighbours = (await readTree(shop.db)).childrenOf(parent)
  const others = neighbours.filter((each) => each.id !== id)
  const isAmong = others.length < neighbours.length
  const at = position < 0 ? position + neighbours.length : position
  const before = isAmong ? others[Math.min(at, others.length) - 1] : others.findLast((each) => each.position < position)
  return { parentId: parent, afterId: before?.id ?? null }
}

async function productWith({ shop }: ConsoleContext, picture: string | null): Promise<string | null> {
  if (picture === null) return null
  const sku = await skuOfPicture(shop.db, picture)
  if (sku === undefined) throw new ConsoleError('not_possible')
  return sku
}
