import type { WithdrawalFault, WithdrawalLine, WithdrawalPage } from '../../contracts/withdrawal-page.ts'
import { clampQuantity } from '../../domain/cart-lines.ts'
import { wasConfirmed } from '../../domain/order-status.ts'
import { lastWithdrawalDay, mayWithdraw } from '../../domain/returns.ts'
import type { Session } from '../accounts/session.ts'
import { isWithin } from '../http/rate-limit.ts'
import { deliveredAt } from '../orders/fulfilment-queries.ts'
import { toShip } from '../orders/line-pieces.ts'
import { pieceViews } from '../orders/order-details.ts'
import { OrderError } from '../orders/order-error.ts'
import { orderByNumber, orderLineRows, type OrderRow } from '../orders/queries.ts'
import { visibleOrder } from '../orders/visible-order.ts'
import type { Shop } from '../shop.ts'
import { expectedRefund } from './expected-refund.ts'
import { withdraw, withdrawableOf } from './withdraw.ts'

type Asking = { session: Session | null; clientAddress: string; number: string | undefined }
type Fields = { number: string; email: string; name: string; action: string; quantity: (position: number) => number | undefined }

/**
 * The withdrawal screen: an order is found by its number and e-mail address, or by whose session it is; then what to withdraw
 * from, then the confirmation, which alone has an effect (2 kap. 10 a § distansavtalslagen). Guesses are limited per address.
 */
export async function withdrawalAnswer(shop: Shop, { session, clientAddress, number }: Asking, request: Request): Promise<WithdrawalPage> {
  const fields = request.method === 'POST' ? readFields(await request.formData().catch(() => new FormData())) : undefined
  const { number: typedNumber, email, name } = fields ?? { number: number ?? '', email: '', name: '' }
  const typed = { number: typedNumber, email, name }
  const own = await visibleOrder(shop, session, typed.number || undefined)
  const ask = (fault: WithdrawalFault | null): WithdrawalPage => ({ ...typed, kind: 'ask', fault })
  if (own) return wasConfirmed(own.status) ? step(shop, own, { ...typed, number: own.number }, fields) : ask('not_found')
  if (!fields) return ask(null)
  if (!await isWithin(shop.limits.trackOrder, clientAddress)) return ask('too_many')
  const order = await orderOf(shop, typed)
  return order && wasConfirmed(order.status) ? step(shop, order, typed, fields) : ask('not_found')
}

type Typed = { number: string; email: string; name: string }

async function step(shop: Shop, order: OrderRow, typed: Typed, fields: Fields | undefined): Promise<WithdrawalPage> {
  const came = await deliveredAt(shop.db, order.id)
  const until = came && lastWithdrawalDay(came)
  const open = await openLines(shop, order)
  if (open.length === 0 || !mayWithdraw({ kind: order.customer_kind, deliveredAt: came, now: shop.now() })) {
    return { kind: 'over', number: order.number, until, isOrganization: order.customer_kind === 'organization' }
  }
  const lines = withQuantities(open, fields)
  if (fields?.action === 'choose' || fields?.action === 'confirm') return chosen(shop, order, { ...typed, lines, until }, fields.action)
  return { ...typed, lines, until, kind: 'choose', name: typed.name || addressee(order), fault: null }
}

/** What was chosen of each line; all of everything until something was. */
function withQuantities(lines: readonly WithdrawalLine[], fields: Fields | undefined): WithdrawalLine[] {
  const isAsked = fields?.action === 'choose' || fields?.action === 'confirm' || lines.some(({ position }) => fields?.quantity(position) !== undefined)
  return lines.map((line) => ({ ...line, quantity: isAsked ? Math.min(line.most, fields?.quantity(line.position) ?? 0) : line.most }))
}

type Chosen = Typed & { lines: WithdrawalLine[]; until: string | null }

async function chosen(shop: Shop, order: OrderRow, given: Chosen, action: string): Promise<WithdrawalPage> {
  const again = (fault: WithdrawalFault): WithdrawalPage => ({ ...given, kind: 'choose', fault })
  const lines = given.lines.filter(({ quantity }) => quantity > 0)
  if (given.name === '') return again('name_missing')
  if (lines.length === 0) return again('nothing_chosen')
  const { number, email, name } = given
  return action === 'choose' ? confirmation(shop, order, { number, email, name }, lines) : finish(shop, order, name, lines, again)
}

async function confirmation(shop: Shop, order: OrderRow, typed: Typed, lines: WithdrawalLine[]): Promise<WithdrawalPage> {
  const rows = await orderLineRows(shop.db, order.id)
  const goesBack = lines.some(({ position, quantity }) => quantity > Math.max(0, ...rows.filter((row) => row.position === position).map(toShip)))
  return { ...typed, kind: 'confirm', lines, goesBack, currency: order.currency, pays: { inc: await expectedRefund(shop.db, order, lines) } }
}

async function finish(
  shop: Shop, order: OrderRow, name: string, lines: readonly WithdrawalLine[], again: (fault: WithdrawalFault) => WithdrawalPage,
): Promise<WithdrawalPage> {
  const pieces = lines.map(({ position, quantity }) => ({ position, quantity }))
  try {
    const { at, sendBack } = await withdraw(shop, { orderId: order.id, actor: 'shopper', name, pieces })
    const views = pieceViews(await orderLineRows(shop.db, order.id), pieces)
    return { kind: 'done', number: order.number, at, email: order.email, pieces: views, returnNumber: sendBack?.number ?? null }
  } catch (error) {
    if (error instanceof OrderError) return again('not_possible')
    throw error
  }
}

async function openLines({ db }: Shop, order: OrderRow): Promise<WithdrawalLine[]> {
  const left = await withdrawableOf(db, order)
  return (await orderLineRows(db, order.id)).map((line) => ({ position: line.position, sku: line.sku, name: line.name, most: left(line), quantity: 0 }))
    .filter(({ most }) => most > 0)
}

async function orderOf({ db }: Shop, { number, email }: Typed): Promise<OrderRow | undefined> {
  const order = await orderByNumber(db, number)
  return order && email !== '' && order.email.toLowerCase() === email.toLowerCase() ? order : undefined
}

function addressee({ address }: OrderRow): string {
  return String((JSON.parse(address) as { name?: string }).name ?? '')
}

function readFields(form: FormData): Fields {
  const text = (name: string, most: number) => String(form.get(name) ?? '').trim().slice(0, most)
  return {
    number: text('number', 40).replace(/^#/, ''), email: text('email', 254), name: text('name', 120), action: text('action', 20),
    quantity: (position) => {
      const typed = form.get(`quantity:${position}`)
      return typeof typed === 'string' ? clampQuantity(typed) : undefined
    },
  }
}
