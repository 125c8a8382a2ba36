import type * as z from 'zod/mini'
import { consolePath } from '../../../console-routes.ts'
import {
  callOffForm,
  receiveForm,
  refuseForm,
  returnScanForm,
  type ReturnPage,
} from '../../../contracts/console/returns.ts'
import { isBroken, isComplaint } from '../../../domain/orders/returns.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { exchangesOf } from '../../ordering/exchanges/exchange-queries.ts'
import { exchangeable } from '../../ordering/exchanges/exchange-return.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { isBilled } from '../../ordering/orders/order-state.ts'
import { orderLineRows } from '../../ordering/orders/queries.ts'
import { returnLineRows, type ReturnLineRow, type ReturnRow } from '../../ordering/orders/return-queries.ts'
import { callOffReturn } from '../../ordering/returns/call-off-return.ts'
import { expectedRefund } from '../../ordering/returns/expected-refund.ts'
import { receiveReturn } from '../../ordering/returns/receive-return.ts'
import { refuseRefund } from '../../ordering/returns/refuse-refund.ts'
import { isAwaited } from '../../ordering/returns/returnable.ts'
import type { Database } from '../../platform/db/tables.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { onKnownOrder } from '../orders/on-order.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { readUnits } from '../orders/read-units.ts'
import { meantByCode } from '../packing/scan-unit.ts'
import { gotOf, parcelQuery, scrappedOf, typedParcel } from './counted-parcel.ts'
import { requestedReturn, requireReturn } from './requested-return.ts'

/** One return: what was announced and has come, and the parcel that is being received. */
export const returnScreen = consoleScreen<ReturnPage>({
  screen: 'return',
  permission: 'returns.view',
  load: (context) => returnContent(context),
  actions: {
    scan: consoleAction({ permission: 'returns.change', form: returnScanForm, run: scanned }),
    receive: consoleAction({
      permission: 'returns.change',
      form: receiveForm,
      run: (context, form) => receive(context, form, { isRefunded: false }),
    }),
    receive_refund: consoleAction({
      permission: 'orders.refund',
      stepUp: true,
      form: receiveForm,
      run: async (context, form) =>
        (await askAgain(context, form)) ?? (await receive(context, form, { isRefunded: true })),
    }),
    call_off: consoleAction({
      permission: 'returns.change',
      form: callOffForm,
      run: async (context, { version }) => {
        const { row, order } = await requireReturn(context)
        await onKnownOrder(context, order, { operation: 'returns.call_off', version }, (shop, _order, actor) =>
          callOffReturn(shop, { returnId: row.id, actor }),
        )
        return returnPath(row.number)
      },
    }),
    refuse: consoleAction({
      permission: 'orders.refund',
      form: refuseForm,
      run: async (context, { version, reason }) => {
        if (reason === '') throw new ConsoleError('required', {}, 'reason')
        const { row, order } = await requireReturn(context)
        await onKnownOrder(context, order, { operation: 'returns.refuse', version }, (shop, _order, actor) =>
          refuseRefund(shop, { returnId: row.id, reason, actor }),
        )
        return returnPath(row.number)
      },
    }),
  },
})

type Written = z.output<typeof receiveForm>

/**
 * Asks whether to pay what the typed counts come to, where the page had shown another sum: nobody pays back a sum
 * unseen. What would be refused is not asked about.
 */
async function askAgain(context: ConsoleContext, form: Written) {
  const { row, order } = await requireReturn(context)
  if ((await lastEventOf(context.shop.db, order.id)) !== form.version) return undefined
  const typed = await parcelOf(context, form)
  const left = new Map((await returnLineRows(context.shop.db, row.id)).map((each) => [each.position, leftOf(each)]))
  if ([...typed.came].some(([position, units]) => units > (left.get(position) ?? 0))) return undefined
  const content = await returnContent(context, typed)
  if (!content?.pays || content.pays.disputed > 0 || sumOf(content.pays) === form.seen) return undefined
  return { content: { ...content, isAsked: true }, isQuestion: true } as const
}

const sumOf = ({ total, setOff }: NonNullable<ReturnPage['pays']>): string => String(total - setOff)
const leftOf = ({ quantity, received }: ReturnLineRow): number => quantity - received

const unitsBy = (written: ReadonlyMap<string, string>) =>
  new Map(readUnits(written).map(({ position, quantity }) => [position, quantity]))

/**
 * The units of a form, and how many of each line are scrapped. Where the form says nothing of that, as one that was
 * open since before it could, broken ones are. Throws ConsoleError where more are scrapped than have come.
 */
async function parcelOf(context: ConsoleContext, form: Written): Promise<Typed> {
  const { db } = context.shop
  const { row, order } = await requireReturn(context)
  const broken = (await returnLineRows(db, row.id)).filter(({ reason }) => isBroken(reason))
  const [came, written] = [unitsBy(form['units:']), unitsBy(form['scrap:'])]
  const scrapped = new Map<number, number>()
  for (const [position, units] of came) {
    const usual = broken.some((each) => each.position === position) ? units : 0
    const count = form['scrap:'].has(String(position)) ? (written.get(position) ?? 0) : usual
    if (count > units) {
      const line = (await orderLineRows(db, order.id)).find((each) => each.position === position)
      throw new ConsoleError('scrap_beyond', { sku: line?.sku ?? position }, `scrap:${position}`)
    }
    scrapped.set(position, count)
  }
  return { came, scrapped }
}

/** Receives the units that were written; those that are scrapped do not go back to stock. */
async function receive(
  context: ConsoleContext,
  form: Written,
  { isRefunded }: { isRefunded: boolean },
): Promise<string> {
  const { row, order } = await requireReturn(context)
  const { came, scrapped } = await parcelOf(context, form)
  const units = [...came].map(([position, quantity]) => ({ position, quantity }))
  const change = { operation: 'returns.receive', version: form.version }
  await onKnownOrder(context, order, change, async (shop, _order, actor) => {
    const done = await receiveReturn(shop, { returnId: row.id, actor, units, isRestocked: true, scrapped, isRefunded })
    if (done.kind === 'already') throw new ConsoleError('nothing_left')
  })
  return returnPath(row.number)
}

/**
 * Counts a scanned unit in the address, which holds the parcel until it is received, with what was typed of it. Without
 * a code, as by the key Enter in a field of units, only what was typed is kept.
 */
async function scanned(context: ConsoleContext, form: z.output<typeof returnScanForm>): Promise<Response> {
  const { order } = await requireReturn(context)
  const { lines, number } = await contentOrRefuse(context)
  const { got, scrapped } = typedParcel(context.request.url, lines, form)
  if (form.code !== '') {
    const meant = await meantByCode(context.shop.db, await orderLineRows(context.shop.db, order.id), form.code)
    const isMeant = (position: number) =>
      meant.some(({ line, pieceId }) => pieceId === '' && line.position === position)
    const own = lines.filter(({ position }) => isMeant(position))
    // A set comes back as a whole: one of its parts alone is no unit of it.
    const set = lines.find(({ position }) => meant.some(({ line }) => line.position === position))
    if (own.length === 0)
      throw set ? new ConsoleError('scan_in_set', { sku: set.sku }) : new ConsoleError('scan_unknown')
    const line = own.find(({ position, left }) => (got.get(position) ?? 0) < left)
    if (!line) throw new ConsoleError('scan_beyond')
    got.set(line.position, (got.get(line.position) ?? 0) + 1)
  }
  return goTo(consolePath('return', { number }, parcelQuery({ got, scrapped })))
}

const returnPath = (number: string) => consolePath('return', { number })

async function contentOrRefuse(context: ConsoleContext): Promise<ReturnPage> {
  const content = await returnContent(context)
  if (!content) throw new ConsoleError('return_unknown')
  return content
}

type Typed = { came: ReadonlyMap<number, number>; scrapped: ReadonlyMap<number, number> }

/** The return of the address; of the parcel what was typed, what was scanned, or else everything that is awaited. */
async function returnContent(context: ConsoleContext, typed?: Typed): Promise<ReturnPage | undefined> {
  const { shop, session, request } = context
  const found = await requestedReturn(context)
  if (!found) return undefined
  const { row, order } = found
  const got = typed?.came ?? gotOf(request.url)
  const scrapped = typed?.scrapped ?? scrappedOf(request.url)
  const open = isAwaited(row.status)
  const lines = await orderLineRows(shop.db, order.id)
  const announced = (await returnLineRows(shop.db, row.id)).map((each) =>
    parcelLine(each, {
      line: lines.find(({ position }) => position === each.position),
      open,
      got,
      scrapped,
      isTyped: typed !== undefined,
    }),
  )
  const pays = open && may(session, 'orders.refund') ? await paysFor(shop.db, { row, order, lines: announced }) : null
  return {
    number: row.number,
    order: order.number,
    kind: row.kind,
    status: row.status,
    requestedAt: row.requested_at,
    receivedAt: row.received_at,
    name: row.name,
    message: row.message,
    version: await lastEventOf(shop.db, order.id),
    refusal: row.status === 'received' ? row.refusal : '',
    lines: announced,
    pays,
    isAsked: false,
    exchanges: await exchangesOf(shop.db, row.id),
    may: await allowed(context, row, open),
  }
}

async function allowed({ shop, session }: ConsoleContext, row: ReturnRow, open: boolean): Promise<ReturnPage['may']> {
  const refund = may(session, 'orders.refund')
  const left = may(session, 'orders.place') ? [...(await exchangeable(shop.db, row)).values()] : []
  return {
    receive: open && may(session, 'returns.change'),
    refund: row.status !== 'called_off' && row.status !== 'refunded' && refund,
    refuse: row.status === 'received' && row.refusal === '' && refund,
    exchange: left.some((units) => units > 0),
  }
}

type Parcel = {
  line: OrderLineRow | undefined
  open: boolean
  got: ReadonlyMap<number, number> | undefined
  scrapped: ReadonlyMap<number, number>
  /** Lines that `scrapped` does not name have none, instead of as many as are announced as broken. */
  isTyped: boolean
}

/** A line of the return, with what of it is in this parcel. */
function parcelLine(
  row: ReturnLineRow,
  { line, open, got, scrapped: chosen, isTyped }: Parcel,
): ReturnPage['lines'][number] {
  const { position, quantity, received, restocked, reason } = row
  const left = open ? leftOf(row) : 0
  const came = got ? Math.min(left, got.get(position) ?? 0) : left
  const scrapped = chosen.get(position) ?? (isBroken(reason) && !isTyped ? came : 0)
  const { sku, name } = line ?? { sku: String(position), name: '' }
  return { position, sku, name, reason, announced: quantity, received, restocked, left, came, scrapped }
}

type Received = Awaited<ReturnType<typeof requireReturn>> & Pick<ReturnPage, 'lines'>

/** What the units of this parcel pay back, and what of it is set off and paid to nobody. */
async function paysFor(db: Database, { row, order, lines }: Received): Promise<ReturnPage['pays']> {
  const units = lines.flatMap(({ position, came: quantity, reason }) =>
    quantity > 0 ? [{ position, quantity, byChoice: isComplaint(reason) ? 0 : quantity }] : [],
  )
  if (units.length === 0) return null
  const refund = await expectedRefund(db, order, units, row.kind)
  return { ...refund, currency: order.currency, isInvoice: isBilled(order) }
}
