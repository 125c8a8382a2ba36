import { giftCardById, lockGiftCard, type GiftCardRow } from '../../ordering/gift-cards/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'

/** The log names cards by id: codes are secrets, and so are their recipients once they are erased. */
export function cardSubject(id: string) {
  return { kind: 'gift_card', id, label: id }
}

/** What the audit log compares of a card. */
export function loggedCard(id: string) {
  return async (trx: DatabaseTransaction): Promise<Record<string, unknown>> => {
    const card = await giftCardById(trx, id)
    return card ? { status: card.status, amount: card.amount, currency: card.currency } : {}
  }
}

export const cardLeft = ({ balance, currency, expires_at }: GiftCardRow) => ({ balance, currency, expires_at })

/** What the audit log compares when the balance or the expiry is set by hand. */
export function leftOf(id: string) {
  return async (trx: DatabaseTransaction): Promise<Record<string, unknown>> => {
    const card = await giftCardById(trx, id)
    return card ? cardLeft(card) : {}
  }
}

/** The card of the address; undefined where there is none. */
export async function requestedCard({ shop, request }: ConsoleContext): Promise<GiftCardRow | undefined> {
  return giftCardById(shop.db, (request.params['id'] ?? '').slice(0, 60))
}

type Action = {
  operation: string
  note?: string
  reason?: string
  isAlwaysLogged?: boolean
  fields?: typeof loggedCard
}

/** Does something with the card of the address. Throws if it returns false: the card is not what it was. */
export async function onGiftCard<Result>(
  context: ConsoleContext,
  { isAlwaysLogged = false, fields = loggedCard, ...action }: Action,
  work: (shop: Shop, card: GiftCardRow) => Promise<Result>,
): Promise<Exclude<Result, false | undefined>> {
  const card = await requestedCard(context)
  if (!card) throw new ConsoleError('unknown')
  const guard = (trx: DatabaseTransaction) => lockGiftCard(trx, card.id)
  const logged = isAlwaysLogged ? { guard } : { guard, fields: fields(card.id) }
  return audited(
    context.shop,
    context.session.actor,
    { ...action, subject: cardSubject(card.id), ...logged },
    async (shop) => {
      const result = await work(shop, card)
      if (result === false || result === undefined) throw new ConsoleError('card_changed')
      return result as Exclude<Result, false | undefined>
    },
  )
}
