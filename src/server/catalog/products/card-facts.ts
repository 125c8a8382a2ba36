import type { Language } from '../../../domain/places/locales.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { attributeText } from './attribute-value.ts'
import { attributeValues, chosenFacts } from './card-fact-queries.ts'

type Product = { id: string; name: string; main_category_id: string | null }
/** A value of a product's attribute, as texts show it. */
export type AttributeRow = Awaited<ReturnType<typeof attributeValues>>[number]

/** Most facts on a card. */
export const mostFacts = 3

/** The attributes of products, and those that are chosen for the cards of their categories. */
type CardAttributes = { values: readonly AttributeRow[]; chosen: Awaited<ReturnType<typeof chosenFacts>> }

export async function cardAttributes(
  db: Queryable,
  language: Language,
  productIds: readonly string[],
): Promise<CardAttributes> {
  const [chosen, values] = await Promise.all([chosenFacts(db, productIds), attributeValues(db, language, productIds)])
  return { chosen, values }
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
      const attributes = nearest(chosen.filter((row) => row.category_id === category))
      const facts = factsOf(byProduct.get(id) ?? [], attributes, language)
      return [id, facts.filter((fact) => !plain(name).includes(plain(fact))).slice(0, mostFacts)]
    }),
  )
}

function nearest(chosen: Awaited<ReturnType<typeof chosenFacts>>): string[] {
  const depth = chosen[0]?.depth
  return chosen.filter((row) => row.depth === depth).map((row) => row.attribute_id)
}

function factsOf(values: readonly AttributeRow[], attributes: readonly string[], language: Language): string[] {
  const wanted = attributes.length > 0 ? attributes : values.filter(({ facet }) => facet === 1).map(attributeOf)
  return [...new Set(wanted)].flatMap((attribute) => {
    const rows = values.filter((row) => row.attribute_id === attribute)
    const text = factText(rows, language)
    return text === undefined ? [] : [text]
  })
}

/** Lower case with plain spaces, to compare texts. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, ' ')
}

const attributeOf = (row: AttributeRow) => row.attribute_id

/** The values of one attribute; of yes and no, the name when it is yes. */
function factText(rows: readonly AttributeRow[], language: Language): string | undefined {
  const [first] = rows
  if (!first || first.value === 'no') return undefined
  if (first.value === 'yes') return first.name
  return rows.map((row) => attributeText(row, language)).join(', ')
}
