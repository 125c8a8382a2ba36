import type { APIContext } from 'astro'
import {
  withdrawalForm,
  type WithdrawalFault,
  type WithdrawalForm,
  type WithdrawalLine,
  type WithdrawalPage,
} from '../../../contracts/customer-pages/withdrawal-page.ts'
import { clampQuantity } from '../../../domain/cart/cart-lines.ts'
import { wasConfirmed } from '../../../domain/orders/order-status.ts'
import { lastWithdrawalDay, mayWithdraw } from '../../../domain/orders/returns.ts'
import { href } from '../../../routes.ts'
import { readSecretCookie, writeSecretCookie } from '../../identity/sessions/session-cookies.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import { goTo, privatePage, type PageResult } from '../../platform/http/pages/page-result.ts'
import { readForm } from '../../platform/http/read-form.ts'
import { deliveredAt } from '../orders/fulfilment-queries.ts'
import { toShip } from '../orders/line-units.ts'
import { OrderError } from '../orders/order-error.ts'
import { parseOrderNumber } from '../orders/order-page.ts'
import { orderLineRows, type OrderRow } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import { expectedRefund } from '../returns/expected-refund.ts'
import { returnTermsOf } from '../returns/return-terms.ts'
import { withdraw, withdrawableOf } from '../returns/withdraw.ts'
import { orderOfWithdrawalLink, type ProvedOrder } from '../returns/withdrawal-links.ts'
import type { Shop } from '../shop.ts'
import { describeUnits } from './order-details.ts'
import { requestWithdrawalLink } from './request-withdrawal-link.ts'

/** Seconds that a browser keeps the token of a mailed link. */
const cookieSeconds = 3600

/** The parts of Astro's request context that this page uses. */
export type WithdrawalRequest = Pick<APIContext, 'request' | 'cookies' | 'clientAddress' | 'url'> & {
  locals: Pick<App.Locals, 'session' | 'shopping'>
}

/**
 * Answers the withdrawal page: choose units, then confirm; only the confirmation has an effect (2 kap. 10 a §
 * distansavtalslagen). An order is shown to its own session and to visitors with a link that was mailed to its address.
 * Order number and e-mail address can be guessed, so they only request the link.
 */
export async function withdrawalAnswer(shop: Shop, request: WithdrawalRequest): Promise<PageResult<WithdrawalPage>> {
  const {
    url,
    cookies,
    locals: {
      shopping: { language },
    },
  } = request
  const token = url.searchParams.get('token')
  if (token === null) {
    const page = await pageOf(shop, request)
    return privatePage(page, page.kind === 'ask' && page.fault === 'too_many' ? 429 : 200)
  }
  writeSecretCookie(shop.env, cookies, 'withdrawal_link', token.slice(0, 200), cookieSeconds)
  return goTo(href(language, 'withdrawal', {}, { link: 1 }))
}

async function pageOf(
  shop: Shop,
  { request, clientAddress, cookies, url, locals: { session } }: WithdrawalRequest,
): Promise<WithdrawalPage> {
  const fields = request.method === 'POST' ? await readForm(request, withdrawalForm) : undefined
  const typed = typedFields(fields, url)
  if (url.searchParams.has('link') && fields?.action !== 'ask') {
    const proved = await orderOfWithdrawalLink(shop, readSecretCookie(shop.env, cookies, 'withdrawal_link') ?? '')
    return proved
      ? step(shop, proved, { ...typed, number: proved.order.number }, fields)
      : { ...typed, kind: 'ask', fault: 'link_over' }
  }
  const own = await visibleOrder(shop, session, typed.number || undefined)
  if (own && wasConfirmed(own.status))
    return step(shop, { order: own, link: null }, { ...typed, number: own.number }, fields)
  return fields ? requestWithdrawalLink(shop, clientAddress, typed) : { ...typed, kind: 'ask', fault: null }
}

function typedFields(fields: WithdrawalForm | undefined, url: URL): Pick<WithdrawalForm, 'number' | 'email' | 'name'> {
  if (fields) return { ...fields, number: parseOrderNumber(fields.number) }
  return { number: parseOrderNumber(url.searchParams.get('order') ?? ''), email: '', name: '' }
}

type Typed = { number: string; name: string }

async function step(
  shop: Shop,
  proved: ProvedOrder,
  { number, name }: Typed,
  fields: WithdrawalForm | undefined,
): Promise<WithdrawalPage> {
  const { order, link } = proved
  const typed = { number, name }
  const came = await deliveredAt(shop.db, order.id)
  const { home } = shop.settings.all
  const until = came && lastWithdrawalDay(came, home)
  const open = await openLines(shop, order)
  if (
    open.length === 0 ||
    !mayWithdraw({
      kind: order.customer_kind,
      deliveredAt: came,
      now: link ? new Date(link.askedAt) : shop.now(),
      home,
    })
  ) {
    const { days } = await returnTermsOf(shop.db, order.id)
    return { kind: 'over', number: order.number, until, days, isOrganization: order.customer_kind === 'organization' }
  }
  const lines = withQuantities(open, fields)
  if (fields?.action === 'choose' || fields?.action === 'confirm')
    return answerChoice(shop, proved, { ...typed, lines, until }, fields.action)
  return { ...typed, lines, until, kind: 'choose', name: typed.name || addressee(order), fault: null }
}

/** Sets the chosen quantity of each line; everything before the first choice. */
function withQuantities(lines: readonly WithdrawalLine[], fields: WithdrawalForm | undefined): WithdrawalLine[] {
  const isAsked =
    fields?.action === 'choose' ||
    fields?.action === 'confirm' ||
    lines.some(({ position }) => fields?.['quantity:'].has(String(position)))
  return lines.map((line) => ({
    ...line,
    quantity: isAsked
      ? Math.min(line.most, clampQuantity(fields?.['quantity:'].get(String(line.position)) ?? 0))
      : line.most,
  }))
}

type Chosen = Typed & { lines: WithdrawalLine[]; until: string | null }

async function answerChoice(shop: Shop, proved: ProvedOrder, given: Chosen, action: string): Promise<WithdrawalPage> {
  const again = (fault: WithdrawalFault): WithdrawalPage => ({ ...given, kind: 'choose', fault })
  const lines = given.lines.filter(({ quantity }) => quantity > 0)
  if (given.name === '') return again('name_missing')
  if (lines.length === 0) return again('nothing_chosen')
  const { number, name } = given
  return action === 'choose'
    ? confirmation(shop, proved.order, { number, name }, lines)
    : finish(shop, proved, name, lines, again)
}

async function confirmation(
  shop: Shop,
  order: OrderRow,
  typed: Typed,
  lines: WithdrawalLine[],
): Promise<WithdrawalPage> {
  const rows = await orderLineRows(shop.db, order.id)
  const goesBack = lines.some(
    ({ position, quantity }) => quantity > Math.max(0, ...rows.filter((row) => row.position === position).map(toShip)),
  )
  return {
    ...typed,
    kind: 'confirm',
    lines,
    goesBack,
    isPaidByShop: (await returnTermsOf(shop.db, order.id)).freight === 'shop',
    currency: order.currency,
    pays: await expectedRefund(
      shop.db,
      order,
      lines.map((line) => ({ ...line, byChoice: line.quantity })),
      'withdrawal',
    ),
  }
}

async function finish(
  shop: Shop,
  { order, link }: ProvedOrder,
  name: string,
  lines: readonly WithdrawalLine[],
  again: (fault: WithdrawalFault) => WithdrawalPage,
): Promise<WithdrawalPage> {
  const units = lines.map(({ position, quantity }) => ({ position, quantity }))
  try {
    const { at, sendBack } = await withdraw(shop, { orderId: order.id, actor: 'shopper', name, units, link })
    const views = describeUnits(await orderLineRows(shop.db, order.id), units)
    return {
      kind: 'done',
      number: order.number,
      at,
      email: order.email,
      units: views,
      returnNumber: sendBack?.number ?? null,
    }
  } catch (error) {
    if (error instanceof OrderError) return again('not_possible')
    throw error
  }
}

async function openLines({ db }: Shop, order: OrderRow): Promise<WithdrawalLine[]> {
  const left = await withdrawableOf(db, order)
  return (await orderLineRows(db, order.id))
    .map((line) => ({ position: line.position, sku: line.sku, name: line.name, most: left(line), quantity: 0 }))
    .filter(({ most }) => most > 0)
}

function addressee({ address }: OrderRow): string {
  return addressJson.read(address).name
}
