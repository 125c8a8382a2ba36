import type { Language } from '../../../domain/places/locales.ts'
import { joinedAmounts } from '../../../domain/products/joined-amounts.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { attributeText, isNumber } from './attribute-value.ts'
import { attributeValues, chosenFacts, type allChosenFacts, type parentCategories } from './card-fact-queries.ts'

type Product = { id: string; name: string; main_category_id: string | null }
/** A value of a product's attribute, as texts show it. */
export type AttributeRow = Awaited<ReturnType<typeof attributeValues>>[number]

/** Most facts on a card. */
export const maxFacts = 3

/** The attributes that are chosen for the cards of a category, or of the nearest one above it that has some. */
export type ChosenFacts = (categoryId: string) => readonly string[]

export type CardAttributes = { values: readonly AttributeRow[]; chosen: ChosenFacts }

/** Reads the attributes of products; `known` are the chosen ones, where the caller has read them. */
export async function cardAttributes(
  db: Queryable,
  language: Language,
  productIds: readonly string[],
  known?: ChosenFacts,
): Promise<CardAttributes> {
  const [chosen, values] = await Promise.all([
    known ?? chosenFacts(db, productIds).then(chosenFromLines),
    attributeValues(db, language, productIds),
  ])
  return { chosen, values }
}

function chosenFromLines(rows: Awaited<ReturnType<typeof chosenFacts>>): ChosenFacts {
  const byCategory = Map.groupBy(rows, (row) => row.category_id)
  return (categoryId) => {
    const chosen = byCategory.get(categoryId) ?? []
    return chosen.filter((row) => row.depth === chosen[0]?.depth).map((row) => row.attribute_id)
  }
}

/** A damaged tree, in which a category is above itself, ends after this many levels. */
const maxLevels = 20

export function chosenFromAll(
  facts: Awaited<ReturnType<typeof allChosenFacts>>,
  parents: Awaited<ReturnType<typeof parentCategories>>,
): ChosenFacts {
  const byCategory = Map.groupBy(facts, (row) => row.category_id)
  const above = new Map(parents.map((row) => [row.id, row.parent_id]))
  const nearest = (categoryId: string, level: number): readonly string[] => {
    const own = byCategory.get(categoryId)?.map((row) => row.attribute_id)
    const parent = above.get(categoryId)
    return own ?? (parent && level < maxLevels ? nearest(parent, level + 1) : [])
  }
  return (categoryId) => nearest(categoryId, 0)
}

/**
 * Returns the facts on the cards of products: the attributes chosen for the nearest category, else the first that lists
 * are filtered by, without what the name says.
 */
export function cardFacts(
  language: Language,
  { values, chosen }: CardAttributes,
  products: readonly Product[],
): Map<string, string[]> {
  const byProduct = Map.groupBy(values, (row) => row.product_id)
  return new Map(
    products.map(({ id, name, main_category_id: category }) => {
      const attributes = category === null ? [] : chosen(category)
      const title = plain(name)
      const facts = factsOf(byProduct.get(id) ?? [], attributes, language)
      const missing = facts.filter((texts) => !texts.every((text) => title.includes(plain(text))))
      return [id, missing.slice(0, maxFacts).map((texts) => texts.join(', '))]
    }),
  )
}

function factsOf(values: readonly AttributeRow[], attributes: readonly string[], language: Language): string[][] {
  const wanted = attributes.length > 0 ? attributes : values.filter(({ facet }) => facet === 1).map(attributeOf)
  return [...new Set(wanted)].flatMap((attribute) => {
    const rows = values.filter((row) => row.attribute_id === attribute)
    const texts = factTexts(rows, language)
    return texts.length === 0 ? [] : [texts]
  })
}

/** Plain spaces and joined amounts, to compare texts. */
function plain(text: string): string {
  return joinedAmounts(text.replaceAll(/[^\S ]/g, ' '))
}

const attributeOf = (row: AttributeRow) => row.attribute_id

/** The values of one attribute; of yes and no, the name when it is yes. A bare number says nothing without the name. */
function factTexts(rows: readonly AttributeRow[], language: Language): string[] {
  const [first] = rows
  if (!first || first.value === 'no') return []
  if (first.value === 'yes') return [first.name]
  const texts = rows.map((row) => attributeText(row, language))
  return rows.some((row) => row.unit === '' && !row.label && isNumber(row.value))
    ? [`${first.name} ${texts.join(', ')}`]
    : texts
}
