import type { CheckoutPageForm } from '../../../contracts/customer-pages/checkout-page.ts'
import { maxGiftCards, parseGiftCardCode } from '../../../domain/cart/gift-cards.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import { codesJson } from '../../platform/db/json-columns.ts'
import { hashSecret } from '../../platform/ids.ts'
import { updateTyped, type CartRow } from '../cart/cart-row-queries.ts'
import { countMisses, isTrying, type Guesser } from '../cart/guarded-codes.ts'
import { usableCardOf } from '../gift-cards/queries.ts'
import type { Shop } from '../shop.ts'

/** `refused` is the typed code if it cannot be used. */
export type GiftCardAnswer = { cart: CartRow; refused: string | null }

/**
 * Adds a typed gift card (field `gift_card`) to the checkout, or removes one (`remove_gift_card`). The answer is the
 * same for every unusable code: unknown, empty, expired, in another currency, or one try too many.
 */
export async function changeGiftCards(
  shop: Shop,
  cart: CartRow,
  { gift_card: typed, remove_gift_card: removed }: Pick<CheckoutPageForm, 'gift_card' | 'remove_gift_card'>,
  guesser: Guesser,
): Promise<GiftCardAnswer> {
  if (typed === '' && removed === undefined) return { cart, refused: null }
  const remaining = codesJson.read(cart.gift_cards).filter((id) => id !== removed)
  const found = typed === '' ? undefined : await guardedCard(shop, guesser, cart.currency, typed)
  const next =
    found === undefined || remaining.includes(found) || remaining.length >= maxGiftCards
      ? remaining
      : [...remaining, found]
  const change = { gift_cards: codesJson.write(next), updated_at: shop.now().toISOString() }
  // Another browser that has typed meanwhile must not get this one's cards.
  if (!(await updateTyped(shop.db, cart, change))) return { cart, refused: typed === '' ? null : typed.slice(0, 64) }
  return {
    cart: { ...cart, gift_cards: change.gift_cards },
    refused: typed !== '' && found === undefined ? typed.slice(0, 64) : null,
  }
}

async function guardedCard(
  shop: Shop,
  guesser: Guesser,
  currency: CurrencyCode,
  typed: string,
): Promise<string | undefined> {
  if (await isTrying(shop, guesser, [typed])) return undefined
  const code = parseGiftCardCode(typed)
  const card =
    code === undefined
      ? undefined
      : await usableCardOf(shop.db, hashSecret(code), { currency, at: shop.now().toISOString() })
  await countMisses(shop, guesser, [typed], card ? [{ code: typed }] : [])
  return card?.id
}
