import type { z } from 'zod/mini'
import {
  blockCardForm,
  changeCardForm,
  type GiftCardPage,
  type ShownCode,
} from '../../../contracts/console/gift-cards.ts'
import { emptyForm, undoForm } from '../../../contracts/console/staff.ts'
import { giftCardState } from '../../../domain/cart/gift-cards.ts'
import { typedAmount } from '../../../domain/money/typed-amounts.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { may, type StaffSession } from '../../identity/staff/staff-session.ts'
import {
  blockCard,
  changeCard,
  mailCardAgain,
  showCardAgain,
  unblockCard,
} from '../../ordering/gift-cards/issue-card.ts'
import { endingsOf, heldOfCard, usesOfCard, type GiftCardRow } from '../../ordering/gift-cards/queries.ts'
import { orderById } from '../../ordering/orders/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { lastDayOf, lastMoment } from '../prices/days-of-period.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { undoCard, undoingOf } from './gift-card-undo.ts'
import { requestedCard, leftOf, onGiftCard } from './on-gift-card.ts'

/** One gift card: its balance, what was bought with it, and what staff did with it. */
export const giftCardScreen = consoleScreen<GiftCardPage>({
  screen: 'gift-card',
  permission: 'gift_cards.view',
  isSensitive: true,
  load: (context) => cardContent(context, null),
  actions: {
    change: consoleAction({ permission: 'gift_cards.issue', stepUp: true, form: changeCardForm, run: change }),
    undo: consoleAction({ permission: 'gift_cards.issue', stepUp: true, form: undoForm, run: undoCard }),
    block: consoleAction({
      permission: 'gift_cards.issue',
      form: blockCardForm,
      run: async (context, { reason }) => {
        if (reason === '') throw new ConsoleError('required')
        await onGiftCard(context, { operation: 'gift_cards.block', reason }, (shop, { id }) => blockCard(shop, id))
      },
    }),
    unblock: consoleAction({
      permission: 'gift_cards.issue',
      stepUp: true,
      form: blockCardForm,
      run: async (context, { reason }) => {
        if (reason === '') throw new ConsoleError('required')
        await onGiftCard(context, { operation: 'gift_cards.unblock', reason }, (shop, { id }) => unblockCard(shop, id))
      },
    }),
    mail: consoleAction({
      permission: 'gift_cards.issue',
      stepUp: true,
      form: emptyForm,
      run: async (context) => {
        await onGiftCard(context, { operation: 'gift_cards.mail', isAlwaysLogged: true }, mailCardAgain)
      },
    }),
    show: consoleAction({
      permission: 'gift_cards.issue',
      stepUp: true,
      form: emptyForm,
      run: async (context) => {
        const action = { operation: 'gift_cards.show_code', isAlwaysLogged: true }
        const shown = await onGiftCard(context, action, async (shop, card) => {
          const code = await showCardAgain(shop, card)
          return code === undefined ? undefined : { id: card.id, code, amount: card.balance, currency: card.currency }
        })
        return { content: await cardContent(context, shown) }
      },
    }),
  },
})

/** Sets what is left on a card and its last day; the books are not changed by it, so it needs a reason. */
async function change(context: ConsoleContext, { balance: text, until, reason, was }: z.infer<typeof changeCardForm>) {
  if (reason === '') throw new ConsoleError('required', {}, 'reason')
  const balance = typedAmount(text)
  const action = { operation: 'gift_cards.change', reason, fields: leftOf }
  await onGiftCard(context, action, async (shop, card) => {
    if (wasOf(card) !== was) return false
    const most = Math.max(card.balance, card.amount - (await heldOfCard(shop.db, card.id)))
    if (balance === undefined || balance < 0 || balance > most) {
      const shown = documentAmount(most, card.currency, context.session.staff.language)
      throw new ConsoleError('card_balance', { most: shown }, 'balance')
    }
    const expires = lastMoment(until, card.expires_at, shop.settings.all.home)
    if (expires === null) throw new ConsoleError('required', {}, 'until')
    if (expires !== card.expires_at && expires <= shop.now().toISOString())
      throw new ConsoleError('day_invalid', {}, 'until')
    return changeCard(shop, card.id, { from: card, to: { balance, expires_at: expires } })
  })
}

const wasOf = ({ balance, expires_at: expires }: GiftCardRow) => `${balance} ${expires}`

async function cardContent(context: ConsoleContext, newCode: ShownCode | null): Promise<GiftCardPage | undefined> {
  const { shop, session } = context
  const { db } = shop
  const card = await requestedCard(context)
  if (!card) return undefined
  const { id, amount, balance, currency, email } = card
  const order = card.order_id === null ? undefined : await orderById(db, card.order_id)
  return {
    id,
    endings: (await endingsOf(db, [id])).map(({ ending }) => ending),
    state: giftCardState(card, shop.now().toISOString()),
    amount,
    balance,
    currency,
    email,
    issuedBy: card.actor,
    createdAt: card.created_at,
    expiresAt: card.expires_at,
    lastDay: lastDayOf(card.expires_at, shop.settings.all.home),
    was: wasOf(card),
    order: order?.number ?? null,
    uses: (await usesOfCard(db, id)).map((use) => ({
      order: use.number,
      amount: use.amount,
      returned: use.returned,
      at: use.used_at,
    })),
    newCode,
    audit: await undoableHistory(context, undoingOf(context, card)),
    may: allowed(card, session, shop.now().toISOString()),
  }
}

function allowed(card: GiftCardRow, session: StaffSession, at: string): GiftCardPage['may'] {
  const { status, email } = card
  const mayIssue = may(session, 'gift_cards.issue')
  const isLive = mayIssue && status === 'live'
  const isUsable = mayIssue && giftCardState(card, at) === 'active'
  return {
    change: isLive,
    block: isLive,
    unblock: mayIssue && status === 'blocked',
    mail: isUsable && email !== '',
    show: isUsable,
    seeOrders: may(session, 'orders.view'),
  }
}
