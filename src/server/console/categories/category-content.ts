import type { CategoryPage } from '../../../contracts/console/categories.ts'
import { imageKind } from '../../../domain/products/products.ts'
import { languages } from '../../../domain/places/locales.ts'
import { hasUnlisted, readTree, type CategoryRecord } from '../../catalog/arrange/tree-queries.ts'
import { categoryHref } from '../../catalog/categories/categories.ts'
import { picture } from '../../catalog/products/product-cards.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { auditOf } from '../../platform/audit/audit-queries.ts'
import type { Desk } from '../frame/desk.ts'
import { auditLine } from '../staff/audit-lines.ts'
import { linesBelow } from './categories-page.ts'
import { categoryChoices, labelOf } from './category-names.ts'
import { attributesIn } from './category-queries.ts'
import { categoryLabel, categoryVersion } from './on-category.ts'
import { shownWords } from './typed-words.ts'

/** Everything that the page of a category shows. */
export async function categoryContent(desk: Desk, record: CategoryRecord): Promise<CategoryPage> {
  const { shop, session } = desk
  const { row, texts, facts, fits } = record
  const { language } = session.staff
  const { id } = row
  const tree = await readTree(shop.db)
  const siblings = tree.childrenOf(row.parent_id)
  const at = siblings.findIndex((each) => each.id === id)
  const chosen = [...facts, ...fits]
  const attributes = await attributesIn(shop.db, shop.kind, { categoryId: id, chosen, language })
  const choices = attributes.map(({ id: attribute, name }) => ({ id: attribute, name }))
  const facets = attributes
    .filter(({ facet }) => facet === 1)
    .map(({ id: attribute, name }) => ({ id: attribute, name }))
  return {
    id,
    name: texts.find((text) => text.language === language)?.name ?? id,
    version: categoryVersion(record),
    path: categoryLabel(record),
    fields: shownWords(record),
    addresses: languages.flatMap((each) => {
      const text = texts.find((found) => found.language === each)
      return text ? [{ language: each, path: categoryHref(each, text.path) }] : []
    }),
    line: tree
      .lineOf(id)
      .slice(0, -1)
      .map((each) => ({ id: each.id, name: each.name[language] })),
    children: linesBelow(tree, language, id).filter(({ depth }) => depth === 0),
    products: row.product_count,
    hasUnlisted: await hasUnlisted(shop.db, id),
    parent: row.parent_id === null ? '' : labelOf(tree, row.parent_id, language),
    siblings: siblings.filter((each) => each.id !== id).map((each) => ({ id: each.id, name: each.name[language] })),
    after: siblings[at - 1]?.id ?? '',
    facts,
    fits,
    factChoices: choices,
    fitChoices: facets,
    facets,
    isInMenu: row.main_menu === 1,
    picture: picture(row.picture_id, imageKind.thumb),
    uri: row.uri ?? '',
    question: null,
    categories: categoryChoices(tree, language, id),
    audit: may(session, 'audit.view') ? (await auditOf(shop.db, { kind: 'category', id })).map(auditLine) : [],
    mayChange: may(session, 'products.change'),
  }
}
