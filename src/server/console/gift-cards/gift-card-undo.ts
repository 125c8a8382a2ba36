import { z } from 'zod'
import type { undoForm } from '../../../contracts/console/staff.ts'
import { changeCard } from '../../ordering/gift-cards/issue-card.ts'
import type { GiftCardRow } from '../../ordering/gift-cards/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { fieldsWithout, type Undoing } from '../staff/undo-record.ts'
import { requestedCard, cardLeft, leftOf, onGiftCard } from './on-gift-card.ts'

const logged = z.object({ balance: z.int().min(0), expires_at: z.string() })

/** How changes of what is left on a card, and of its last day, are taken back: until somebody pays with it. */
export function undoingOf({ shop }: ConsoleContext, card: GiftCardRow): Undoing {
  const now = shop.now().toISOString()
  return {
    subject: { kind: 'gift_card', id: card.id },
    operations: ['gift_cards.change', 'gift_cards.undo'],
    now: cardLeft(card),
    canBe: (former) => {
      const read = logged.safeParse(former)
      if (!read.success || card.status !== 'live' || read.data.balance > card.amount) return false
      return read.data.expires_at === card.expires_at || read.data.expires_at > now
    },
    permission: 'gift_cards.issue',
  }
}

/** Gives the card of the address the balance and the last day that it had before a change. */
export async function undoCard(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const card = await requestedCard(context)
  if (!card) throw new ConsoleError('unknown')
  const to = logged.parse(await fieldsWithout(context, undoingOf(context, card), entry))
  const from = { balance: card.balance, expires_at: card.expires_at }
  await onGiftCard(context, { operation: 'gift_cards.undo', fields: leftOf }, (shop, { id }) =>
    changeCard(shop, id, { from, to: { balance: to.balance, expires_at: to.expires_at } }),
  )
}
