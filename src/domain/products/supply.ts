/** What a supplier offers of a part; `cost` in the shop's own currency, null where it is not known. */
export type Supply = { supplier: string; cost: number | null; stock: number }

/**
 * `cheapest` in stock, the first of the `preferred` order that has some, or no supplier while the shop has units of its
 * `own`.
 */
export const supplyChoices = ['cheapest', 'preferred', 'own'] as const
export type SupplyChoice = { choice: (typeof supplyChoices)[number]; order: readonly string[] }

/**
 * Chooses the supplier whose units and cost count; undefined while the shop sells its own. When nobody has units it is
 * the one that would be chosen if all had some.
 */
export function chosenSupply<Offer extends Supply>(
  offers: readonly Offer[],
  ownUnits: number,
  { choice, order }: SupplyChoice,
): Offer | undefined {
  if (choice === 'own' && ownUnits > 0) return undefined
  const inStock = offers.filter(({ stock }) => stock > 0)
  const rank = ({ supplier }: Supply): number => {
    const place = choice === 'preferred' ? order.indexOf(supplier) : -1
    return place === -1 ? order.length : place
  }
  const costOf = ({ cost }: Supply): number => cost ?? Number.MAX_SAFE_INTEGER
  const [best] = (inStock.length > 0 ? inStock : offers).toSorted(
    (one, other) => rank(one) - rank(other) || costOf(one) - costOf(other) || (one.supplier < other.supplier ? -1 : 1),
  )
  return best
}
