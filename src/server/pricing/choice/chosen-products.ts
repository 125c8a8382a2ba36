import type { ProductChoice } from '../../../domain/products/product-choice.ts'
import type { Database } from '../../platform/db/tables.ts'
import { chosenAfter, namesOfChoice, unknownSkus, type ChosenProduct, type Reading } from './choice-queries.ts'
import { PriceError } from './price-error.ts'
import type { PriceBasics } from './price-facts.ts'

const shownUnknown = 10

/** Reads what the names of a choice stand for. Throws PriceError for one that the shop does not know. */
export async function readingOf(
  db: Database,
  { base }: Pick<PriceBasics, 'base'>,
  choice: ProductChoice,
): Promise<Reading> {
  const names = await namesOfChoice(db, choice)
  const unknown = [
    ...(await unknownSkus(db, choice.skus)),
    ...(names.categories?.length === 0 ? [choice.category] : []),
    ...(names.brands?.length === 0 ? [choice.brand] : []),
  ]
  if (unknown.length === 0) return { base, names }
  const shown = unknown.slice(0, shownUnknown).map((name) => `"${name}"`)
  throw new PriceError('price_products_unknown', `There is no ${shown.join(', ')}.`, {
    names: shown.join(', ') + (unknown.length > shownUnknown ? ' …' : ''),
  })
}

const atOnce = 1_000

/** Reads all products of a choice. Throws PriceError where there are none, or more than `most`. */
export async function chosenProducts(
  db: Database,
  basics: Pick<PriceBasics, 'base'>,
  choice: ProductChoice,
  max: number,
): Promise<ChosenProduct[]> {
  const reading = await readingOf(db, basics, choice)
  const found: ChosenProduct[] = []
  for (let after = ''; ;) {
    const rows = await chosenAfter(db, choice, reading, { after, limit: atOnce })
    found.push(...rows)
    if (found.length > max)
      throw new PriceError('price_too_many', `More than ${max} products were chosen.`, { most: max })
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) break
    after = last.id
  }
  if (found.length === 0) throw new PriceError('price_none_chosen', 'No product was chosen.')
  return found
}
