import { consolePath } from '../../../console-routes.ts'
import { issueCardForm, type GiftCardsPage, type ShownCode } from '../../../contracts/console/gift-cards.ts'
import type { ListCell } from '../../../contracts/console/lists.ts'
import {
  giftCardState,
  giftCardStates,
  parseGiftCardCode,
  type GiftCardState,
} from '../../../domain/cart/gift-cards.ts'
import { currencyByCode } from '../../../domain/money/currencies.ts'
import { offeredCurrency } from '../../../domain/settings/sales.ts'
import { isEmail } from '../../../domain/visitors/emails.ts'
import { formatMoment } from '../../../i18n/formats.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { CardExists, cardAmount, issueCard, type NewCard } from '../../ordering/gift-cards/issue-card.ts'
import { endingsOf } from '../../ordering/gift-cards/queries.ts'
import { orderByNumber } from '../../ordering/orders/queries.ts'
import { audited } from '../../platform/audit/audit.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { listActions, listPage, type KeyedRow, type ListSource } from '../lists/list-page.ts'
import { moneyCell } from '../lists/money-cell.ts'
import { giftCardDebts } from './gift-card-debts.ts'
import { countGiftCards, giftCardListRows } from './gift-card-list-queries.ts'
import { cardSubject, loggedCard } from './on-gift-card.ts'

type Column = 'created' | 'ending' | 'state' | 'amount' | 'balance' | 'expires' | 'order' | 'email'
const uuid = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const tones: Partial<Record<GiftCardState, ListCell['tone']>> = { active: 'good', blocked: 'signal', expired: 'warn' }

const source: ListSource<Column> = {
  definition: {
    name: 'gift-cards',
    columns: [
      { name: 'created', isSortable: true },
      { name: 'ending' },
      { name: 'state' },
      { name: 'amount', isAmount: true, isMoney: true },
      { name: 'balance', isAmount: true, isMoney: true },
      { name: 'expires' },
      { name: 'order' },
      { name: 'email', isExtra: true },
    ],
    filters: [{ name: 'state', kind: 'choice', values: giftCardStates }],
    sort: 'created',
  },
  rows: async (context, query, limit) => {
    const { db, now } = context.shop
    const rows = await giftCardListRows(db, query, now().toISOString(), limit)
    const ids = rows.map(({ id }) => id)
    const endings = ids.length > 0 ? await endingsOf(db, ids) : []
    return rows.map((row) => {
      const own = endings.filter(({ gift_card_id: id }) => id === row.id).map(({ ending }) => ending)
      return cardRow(context, row, own)
    })
  },
  count: ({ shop }, query) => countGiftCards(shop.db, query, shop.now().toISOString()),
  columnLabel: ({ request }, column) => request.locals.t(`console-gift-cards:column.${column}`),
  filterLabel: ({ request }) => request.locals.t('console-gift-cards:column.state'),
  valueLabel: ({ request }, _filter, value) => request.locals.t(`console-gift-cards:state.${value as GiftCardState}`),
  mayExport: ({ session }) => may(session, 'payments.export'),
}

/** All gift cards, newest first, and the form that issues one. */
export const giftCardsScreen = consoleScreen<GiftCardsPage>({
  screen: 'gift-cards',
  permission: 'gift_cards.view',
  isSensitive: true,
  load: (context) => withoutCode(context) ?? cardsContent(context, null),
  actions: {
    ...listActions(source, { view: 'gift_cards.view', file: 'payments.export' }),
    issue: consoleAction({ permission: 'gift_cards.issue', stepUp: true, form: issueCardForm, run: issue }),
  },
})

/** A code that somebody searches for does not stay in the address: its last letters do. */
function withoutCode({ request: { url } }: ConsoleContext): Promise<Response> | undefined {
  const code = parseGiftCardCode(url.searchParams.get('q') ?? '')
  return code === undefined ? undefined : Promise.resolve(goTo(consolePath('gift-cards', {}, { q: code.slice(-4) })))
}

async function cardsContent(context: ConsoleContext, newCode: ShownCode | null): Promise<GiftCardsPage> {
  const { shop, session } = context
  const { sales } = shop.settings.all
  return {
    list: await listPage(context, source),
    debts: await giftCardDebts(shop.db, shop.now().toISOString()),
    key: newId(shop.now().getTime()),
    currencies: sales.currencies,
    newCode,
    mayIssue: may(session, 'gift_cards.issue'),
    buyer: newCode === null ? await buyerOf(context) : null,
  }
}

/** The address names an order, so that no e-mail address is in it; for those who may see orders. */
async function buyerOf({ shop, session, request }: ConsoleContext): Promise<GiftCardsPage['buyer']> {
  const number = (request.url.searchParams.get('order') ?? '').slice(0, 20)
  const mayRead = may(session, 'gift_cards.issue') && may(session, 'orders.view')
  const order = number !== '' && mayRead ? await orderByNumber(shop.db, number) : undefined
  const currency = order && currencyByCode(order.currency)?.code
  return order && currency && order.email !== '' ? { email: order.email, currency, language: order.language } : null
}

/** A form that is sent twice leads to the card that it made. */
function ifKnown(error: unknown): undefined {
  if (!(error instanceof CardExists)) throw error
}

async function issue(context: ConsoleContext, form: Parameters<typeof cardOfForm>[1]) {
  const { shop, session } = context
  const card = cardOfForm(context, form)
  const { id, amount, currency, email } = card
  const by = email === '' ? 'show' : 'mail'
  const action = {
    operation: 'gift_cards.issue',
    subject: cardSubject(id),
    note: by === 'mail' ? 'mailed' : 'shown',
    fields: loggedCard(id),
  }
  const code = await audited(shop, session.actor, action, (services) => issueCard(services, card, by)).catch(ifKnown)
  if (code === undefined) return consolePath('gift-card', { id })
  return { content: await cardsContent(context, { id, code, amount, currency }) }
}

/** What the form asks for. Throws where that is no card. */
function cardOfForm(
  { shop, session }: ConsoleContext,
  form: {
    key: string
    amount: string
    currency?: NewCard['currency'] | undefined
    email: string
    language?: NewCard['language'] | undefined
  },
): NewCard {
  const { key: id, email } = form
  const amount = cardAmount(form.amount)
  const currency = offeredCurrency(shop.settings.all.sales, currencyByCode(form.currency ?? ''))?.code
  if (!uuid.test(id) || currency === undefined) throw new ConsoleError('required')
  if (amount <= 0) throw new ConsoleError('worth_invalid')
  if (email !== '' && !isEmail(email)) throw new ConsoleError('email_invalid')
  const language = form.language ?? session.staff.language
  return { id, amount, currency, email: email.toLowerCase(), language, actor: session.actor.name }
}

type Row = Awaited<ReturnType<typeof giftCardListRows>>[number]

function cardRow({ shop, session, request }: ConsoleContext, row: Row, endings: readonly string[]): KeyedRow {
  const { language } = session.staff
  const at = (iso: string) => formatMoment(iso, { language, home: shop.settings.all.home })
  const money = (sum: number) => moneyCell(sum, row.currency, language)
  const state = giftCardState(row, shop.now().toISOString())
  const label = endings.length > 0 ? endings.slice(0, 3).join(', ') : '–'
  const cells: Record<Column, ListCell> = {
    created: { text: at(row.created_at), address: consolePath('gift-card', { id: row.id }) },
    ending: { text: label },
    state: { text: request.locals.t(`console-gift-cards:state.${state}`), tone: tones[state] ?? 'plain' },
    amount: money(row.amount),
    balance: money(row.balance),
    expires: { text: at(row.expires_at) },
    order:
      row.number === null ? { text: '' } : { text: row.number, address: consolePath('order', { number: row.number }) },
    email: { text: row.email },
  }
  return { id: row.id, label, cells, key: { value: row.created_at, id: row.id } }
}
