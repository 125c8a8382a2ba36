import { consolePath } from '../../../console-routes.ts'
import { exchangeForm, type ExchangePage, type TypedExchange } from '../../../contracts/console/exchange.ts'
import type { PhoneRow } from '../../../contracts/console/phone-order.ts'
import { may } from '../../identity/staff/staff-session.ts'
import {
  exchangeable,
  exchangeReturn,
  previewExchange,
  type Exchange,
  type ExchangePreview,
} from '../../ordering/exchanges/exchange-return.ts'
import { OrderError } from '../../ordering/orders/order-error.ts'
import { orderLineRows } from '../../ordering/orders/queries.ts'
import { newSecret } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { suggestedParts } from '../named-parts/named-parts.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { readUnits } from '../orders/read-units.ts'
import { shownSum } from '../phone-orders/phone-content.ts'
import { shownRows, typedRows, type TypedRow } from '../phone-orders/phone-rows.ts'
import { requestedReturn, requireReturn } from './requested-return.ts'

/** Sends other parts instead of the money for a return: shows what it costs, then places the order. */
export const exchangeScreen = consoleScreen<ExchangePage>({
  screen: 'exchange',
  permission: 'orders.place',
  load: emptyExchange,
  actions: {
    preview: consoleAction({
      permission: 'orders.place',
      form: exchangeForm,
      run: async (context, typed) => ({ content: await previewed(context, typed), isQuestion: true }),
    }),
    place: consoleAction({ permission: 'orders.refund', stepUp: true, form: exchangeForm, run: place }),
  },
})

async function emptyExchange(context: ConsoleContext): Promise<ExchangePage | undefined> {
  const found = await requestedReturn(context)
  if (!found) return undefined
  const { row, order } = found
  const left = await exchangeable(context.shop.db, row)
  const lines = (await orderLineRows(context.shop.db, order.id)).flatMap(({ position, sku, name }) => {
    const count = left.get(position) ?? 0
    return count > 0 ? [{ position, sku, name, left: count, chosen: count }] : []
  })
  return {
    number: row.number,
    order: order.number,
    version: await lastEventOf(context.shop.db, order.id),
    key: newSecret(),
    seen: '',
    lines,
    rows: [],
    isDeliveryCharged: false,
    shown: null,
  }
}

/** Reads the form; throws a refusal for units that are no numbers. */
async function readExchange(context: ConsoleContext, typed: TypedExchange) {
  const { row, order } = await requireReturn(context)
  const rows = await typedRows(context.shop.db, typed)
  const items = rows.map(({ sku, quantity }) => {
    if (quantity === null) throw new ConsoleError('units_unknown')
    return { sku, quantity }
  })
  const isDeliveryFree = typed.delivery !== 'charged'
  const exchange: Exchange = { returnId: row.id, units: readUnits(typed['back:']), items, isDeliveryFree }
  return { order, rows, exchange }
}

async function previewed(context: ConsoleContext, typed: TypedExchange): Promise<ExchangePage> {
  const empty = await emptyExchange(context)
  if (!empty) throw new ConsoleError('return_unknown')
  const { rows, exchange } = await readExchange(context, typed)
  const page = {
    ...empty,
    key: typed.key || empty.key,
    lines: empty.lines.map((line) => ({
      ...line,
      chosen: exchange.units.find(({ position }) => position === line.position)?.quantity ?? 0,
    })),
    isDeliveryCharged: !exchange.isDeliveryFree,
  }
  const made = await previewOrMeant(context, exchange, rows)
  if ('meant' in made) return { ...page, rows: made.meant }
  const { preview } = made
  const shown = await shownRows(context.shop.db, rows, preview.priced)
  return { ...page, seen: preview.seen, rows: shown, shown: shownOf(made) }
}

/** What the exchange would do; instead, the rows with the parts that may be meant by words that are no number. */
async function previewOrMeant(
  context: ConsoleContext,
  exchange: Exchange,
  rows: readonly TypedRow[],
): Promise<ExchangePreview | { meant: PhoneRow[] }> {
  try {
    return await previewExchange(context.shop, exchange)
  } catch (error) {
    const text = error instanceof OrderError && error.fault === 'sku_unknown' ? String(error.values['sku']) : ''
    const parts = text === '' ? [] : await suggestedParts(context, text)
    if (parts.length === 0) throw error
    const meant = rows.map(({ sku, units }): PhoneRow => {
      const isMeant = sku === text
      return { sku, units, part: null, fault: isMeant ? 'unknown' : null, ...(isMeant && { meant: parts }) }
    })
    return { meant }
  }
}

function shownOf({ preview, owed, back, settlement }: ExchangePreview): ExchangePage['shown'] {
  const sum = shownSum(preview)
  return sum && { ...sum, owed, back, settlement }
}

async function place(context: ConsoleContext, typed: TypedExchange): Promise<string> {
  if (typed.key.length < 20) throw new ConsoleError('unknown')
  if (!may(context.session, 'orders.place')) throw new ConsoleError('not_possible')
  if (typed.seen === '' || !/^\d{1,15}$/.test(typed.owed)) throw new ConsoleError('not_shown')
  const { order, exchange } = await readExchange(context, typed)
  const made = await exchangeReturn(context.shop, exchange, {
    actor: context.session.actor,
    key: typed.key,
    seen: typed.seen,
    owed: Number(typed.owed),
    guard: async (trx) => {
      if ((await lastEventOf(trx, order.id)) !== typed.version) throw new ConsoleError('changed_meanwhile')
    },
  })
  return consolePath('order', { number: made.number })
}
