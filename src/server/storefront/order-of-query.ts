import { currencies, type CurrencyCode } from '../../domain/money/currencies.ts'
import type { ShoppingContext } from '../../domain/places/shopping-context.ts'
import { readRange, writeRange } from '../catalog/listing/number-range.ts'
import { exchangeRates } from '../catalog/rate-queries.ts'
import type { Shop } from '../catalog/shop.ts'
import { perhapsCheapWords, readQueryOrder, type QueryOrder } from '../search/reading/query-order.ts'
import { stemsOf } from '../search/reading/stems.ts'
import { knownWords } from '../search/terms/vocabulary.ts'
import { foldedWords } from '../search/words.ts'

/**
 * Reads the order and the range of prices that a search text asks for. Prices in another currency than the shop shows
 * become those of the same worth, in whole units, so that no part is lost; "kr" is that of the shop's own country.
 */
export async function orderOfQuery(
  shop: Shop,
  context: ShoppingContext,
  text: string,
): Promise<QueryOrder | undefined> {
  const { currency, home } = context
  const others = currencies
    .filter(({ code }) => code !== currency.code)
    .toSorted((one, other) => Number(other.code === home.currency) - Number(one.code === home.currency))
  const cheap = await cheapWordsOf(shop, text)
  const order = readQueryOrder(text, currency, others, cheap)
  const range = order?.currency === undefined ? undefined : readRange(order.price ?? '')
  if (order?.currency === undefined || range === undefined) return order
  const perBase = (code: CurrencyCode) =>
    code === home.currency ? 1_000_000 : exchangeRates(shop.db, code, shop.now().toISOString())
  const [shown, rate] = await Promise.all([perBase(currency.code), perBase(order.currency)])
  if (shown === undefined || rate === undefined) return readQueryOrder(text, currency, [], cheap)
  const worth = (amount: number | null, round: (amount: number) => number) =>
    amount === null ? null : round((amount * shown) / rate)
  const price = writeRange({ from: worth(range.from, Math.floor), to: worth(range.to, Math.ceil) })
  return { ...order, price }
}

/** The words of a text that ask for the lowest price, such as "budget", which no part has in its name. */
async function cheapWordsOf({ db }: Shop, text: string): Promise<string[]> {
  const words = perhapsCheapWords(text)
  if (words.length === 0) return []
  const formsOf = (word: string) => foldedWords(word).flatMap(stemsOf)
  const named = await knownWords(db, words.flatMap(formsOf))
  return words.filter((word) => !formsOf(word).some((form) => named.has(form)))
}
