import type { CategoryPage } from '../../../contracts/console/categories.ts'
import { languages } from '../../../domain/places/locales.ts'
import { imageKind } from '../../../domain/products/products.ts'
import type { TreeCategory } from '../../catalog/arrange/category-tree.ts'
import { hasUnlisted, readTree, type CategoryRecord } from '../../catalog/arrange/tree-queries.ts'
import { categoryHref } from '../../catalog/categories/categories.ts'
import { picture } from '../../catalog/products/product-cards.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { linesBelow } from './categories-page.ts'
import { categoryChoices, labelOf } from './category-names.ts'
import { attributesIn } from './category-queries.ts'
import { categoryLabel, categoryVersion } from './on-category.ts'
import { shownWords } from './typed-words.ts'
import { undoingOf } from './undo-category.ts'

/** Everything that the page of a category shows. */
export async function categoryContent(context: ConsoleContext, record: CategoryRecord): Promise<CategoryPage> {
  const { shop, session } = context
  const { row, texts } = record
  const { id } = row
  const own = texts.find((text) => text.language === session.staff.language)
  return {
    id,
    name: own?.name ?? id,
    version: categoryVersion(record),
    path: categoryLabel(record),
    fields: shownWords(record),
    addresses: addressesOf(record, shop.env.ORIGIN),
    products: row.product_count,
    hasUnlisted: await hasUnlisted(shop.db, id),
    isInMenu: row.main_menu === 1,
    picture: picture(row.picture_id, imageKind.thumb),
    uri: row.uri ?? '',
    question: null,
    ...(await placeOf(context, record)),
    ...(await attributesOf(context, record)),
    audit: await undoableHistory(context, await undoingOf(context, record)),
    mayChange: may(session, 'products.change'),
  }
}

function addressesOf({ texts }: CategoryRecord, origin: string): CategoryPage['addresses'] {
  return languages.flatMap((language) => {
    const text = texts.find((each) => each.language === language)
    if (!text) return []
    const path = categoryHref(language, text.path)
    return [{ language, path, address: origin + path }]
  })
}

type Place = 'line' | 'children' | 'parent' | 'siblings' | 'after' | 'categories'

/** Where a category is in the tree, and where else it can be. */
async function placeOf({ shop, session }: ConsoleContext, { row }: CategoryRecord): Promise<Pick<CategoryPage, Place>> {
  const { id, parent_id: parent } = row
  const { language } = session.staff
  const tree = await readTree(shop.db)
  const named = (each: TreeCategory) => ({ id: each.id, name: each.name[language] })
  const siblings = tree.childrenOf(parent)
  const at = siblings.findIndex((each) => each.id === id)
  return {
    line: tree.lineOf(id).slice(0, -1).map(named),
    children: linesBelow(tree, language, id).filter(({ depth }) => depth === 0),
    parent: parent === null ? '' : labelOf(tree, parent, language),
    siblings: siblings.filter((each) => each.id !== id).map(named),
    after: siblings[at - 1]?.id ?? '',
    categories: categoryChoices(tree, language, id),
  }
}

type Attributes = 'facts' | 'fits' | 'factChoices' | 'fitChoices' | 'facets'

async function attributesOf(
  { shop, session }: ConsoleContext,
  record: CategoryRecord,
): Promise<Pick<CategoryPage, Attributes>> {
  const { row, facts, fits } = record
  const wanted = { categoryId: row.id, chosen: [...facts, ...fits], language: session.staff.language }
  const attributes = await attributesIn(shop.db, shop.kind, wanted)
  const named = ({ id, name }: (typeof attributes)[number]) => ({ id, name })
  const facets = attributes.filter(({ facet }) => facet === 1).map(named)
  return { facts, fits, factChoices: attributes.map(named), fitChoices: facets, facets }
}
