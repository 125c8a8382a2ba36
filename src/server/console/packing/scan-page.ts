import { consolePath } from '../../../console-routes.ts'
import {
  lineForm,
  openForm,
  scanForm,
  shipScannedForm,
  undoForm,
  type PackOrder,
} from '../../../contracts/console/packing.ts'
import { deliveryRows } from '../../../i18n/delivery-texts.ts'
import type { Translate } from '../../../i18n/translator.ts'
import { shelfNames } from '../../catalog/maintenance/shelf-queries.ts'
import { shipOrder } from '../../ordering/fulfilment/ship-order.ts'
import type { OrderLineRow } from '../../ordering/orders/fulfilment-queries.ts'
import { toShip } from '../../ordering/orders/line-units.ts'
import { orderDelivery } from '../../ordering/orders/order-page.ts'
import { orderByNumber, orderLineRows, type OrderRow } from '../../ordering/orders/queries.ts'
import { addressJson } from '../../platform/db/json-columns.ts'
import type { DatabaseTransaction } from '../../platform/db/tables.ts'
import { goTo } from '../../platform/http/pages/page-result.ts'
import { newId } from '../../platform/ids.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { nextToPack } from '../orders/next-to-pack.ts'
import { onKnownOrder } from '../orders/on-order.ts'
import { lastEventOf } from '../orders/order-queries.ts'
import { refuseKnownParcel } from '../orders/refuse-known-parcel.ts'
import { otherPicker } from './pickers.ts'
import { deleteScans, scansOf, type Scan } from './scan-queries.ts'
import { isOpen, markRest, meantByCode, scanUnit, takeBack, takeOut } from './scan-unit.ts'
import { hasRoom, namedPieces, scannedPieces, scansBeyond, wholeScans } from './set-pieces.ts'

/** Where a packer begins: the next scan opens its order. */
export const scanScreen = consoleScreen<Record<never, never>>({
  screen: 'scan',
  permission: 'packing.view',
  load: () => Promise.resolve({}),
  actions: {
    open: consoleAction({
      permission: 'packing.view',
      form: openForm,
      run: async ({ shop }, { code }) => {
        const order = await orderByNumber(shop.db, code.replace(/^#/, ''))
        if (!order) throw new ConsoleError('scan_no_order')
        return consolePath('pack-order', { number: order.number })
      },
    }),
  },
})

/** One order that is packed with a scanner: every scan is a form of its own, and what was scanned is kept. */
export const packOrderScreen = consoleScreen<PackOrder>({
  screen: 'pack-order',
  permission: 'packing.view',
  load: packOrder,
  actions: {
    scan: consoleAction({ permission: 'packing.change', form: scanForm, run: scanned }),
    short: consoleAction({
      permission: 'packing.change',
      form: lineForm,
      run: async (context, { position }) => markRest(context.shop, await packerOf(context), position, 'short'),
    }),
    found: consoleAction({
      permission: 'packing.change',
      form: lineForm,
      run: async (context, { position }) => markRest(context.shop, await packerOf(context), position, 'found'),
    }),
    beyond: consoleAction({
      permission: 'packing.change',
      form: lineForm,
      run: async (context, { position }) => takeOut(context.shop, await packerOf(context), position),
    }),
    undo: consoleAction({
      permission: 'packing.change',
      form: undoForm,
      run: async (context, { last }) => takeBack(context.shop, await packerOf(context), last),
    }),
    ship: consoleAction({ permission: 'packing.change', form: shipScannedForm, run: shipScanned }),
  },
})

const orderOf = ({ shop, request }: ConsoleContext) =>
  orderByNumber(shop.db, (request.params['number'] ?? '').slice(0, 40))

async function orderHere(context: ConsoleContext): Promise<OrderRow> {
  const order = await orderOf(context)
  if (!order) throw new ConsoleError('order_unknown')
  return order
}

async function packerOf(context: ConsoleContext) {
  return { orderId: (await orderHere(context)).id, actor: context.session.actor.name }
}

/** Counts a part of the order; the number of another order opens that one instead. */
async function scanned(
  context: ConsoleContext,
  { key, code, position }: { key: string; code: string; position: string },
): Promise<Response | void> {
  const { db } = context.shop
  if (code === '') return goTo(await nextOf(context))
  const packer = await packerOf(context)
  const isPart = (await meantByCode(db, await orderLineRows(db, packer.orderId), code)).length > 0
  const other = isPart ? undefined : await orderByNumber(db, code.replace(/^#/, ''))
  if (other) return goTo(consolePath('pack-order', { number: other.number }))
  return scanUnit(context.shop, packer, { key: key || newId(), code, position })
}

/** Where Enter leads without a scan: from an order of which nothing is left, to the next one. */
async function nextOf(context: ConsoleContext): Promise<string> {
  const order = await orderHere(context)
  const next = (await hasLeft(context, order)) ? null : await nextToPack(context, order.id)
  if (next === null) throw new ConsoleError('scan_unknown')
  return consolePath('pack-order', { number: next })
}

async function hasLeft({ shop }: ConsoleContext, order: OrderRow): Promise<boolean> {
  return isOpen(order) && (await orderLineRows(shop.db, order.id)).some((line) => toShip(line) > 0)
}

/** Ships what the person saw scanned as one parcel; the scans end in the parcel's transaction and its audit entry. */
async function shipScanned(
  context: ConsoleContext,
  form: { version: string; key: string; scans: string; carrier: string; tracking: string },
): Promise<void> {
  const { db } = context.shop
  const order = await orderHere(context)
  const scans = await scansOf(db, order.id)
  const lines = await orderLineRows(db, order.id)
  const whole = lines.map((line) => ({ position: line.position, ...wholeScans(scans, line) }))
  const units = whole.flatMap((line) => (line.units > 0 ? [{ position: line.position, quantity: line.units }] : []))
  const inParcel = new Set(whole.flatMap((line) => line.scans))
  const packed = scans.filter((scan) => inParcel.has(scan))
  if (tokenOf(scans) !== form.scans) throw new ConsoleError('changed_meanwhile')
  const beyond = lines.find((line) => scansBeyond(scans, line).length > 0)
  if (beyond) throw new ConsoleError('scan_left_over', { sku: beyond.sku })
  if (units.length === 0) throw new ConsoleError('nothing_scanned')
  const { version, carrier, tracking: trackingNumber, key } = form
  const guard = async (trx: DatabaseTransaction) => {
    if (tokenOf(await scansOf(trx, order.id)) !== form.scans) throw new ConsoleError('changed_meanwhile')
    await refuseKnownParcel(trx, order.id, trackingNumber)
    await deleteScans(
      trx,
      order.id,
      packed.map(({ id }) => id),
    )
  }
  const change = {
    operation: 'orders.ship',
    version,
    guard,
    note: scannedNote(
      await skusOf(context, lines),
      packed,
      scans.filter((scan) => !isUnit(scan)),
    ),
  }
  await onKnownOrder(context, order, change, (services, { id: orderId }, actor) =>
    shipOrder(services, { orderId, actor, carrier, trackingNumber, units, key: trackingNumber || key }),
  )
}

type SkuOf = (scan: Scan) => string

/** The number of the part that a scan counted. */
async function skusOf({ shop, session }: ConsoleContext, lines: readonly OrderLineRow[]): Promise<SkuOf> {
  const piecesIn = await namedPieces(shop.db, session.staff.language, lines)
  return ({ position, piece_id: id }) => {
    const line = lines.find((each) => each.position === position)
    const piece = line && id !== '' ? piecesIn(line).find((each) => each.id === id) : undefined
    return piece?.sku ?? line?.sku ?? String(position)
  }
}

/** Says in the audit log who scanned how many units of which part into a parcel, and what was marked as missing. */
function scannedNote(skuOf: SkuOf, packed: readonly Scan[], short: readonly Scan[]): string {
  const byPerson = [...Map.groupBy(packed, ({ actor }) => actor)].map(([actor, own]) => {
    const parts = [...Map.groupBy(own, skuOf)].map(([sku, units]) => `${units.length} x ${sku}`)
    return `${actor} scanned ${parts.join(', ')}`
  })
  return [...byPerson, ...(short.length > 0 ? [`missing: ${short.map(skuOf).join(', ')}`] : [])]
    .join('; ')
    .slice(0, 1_000)
}

const isUnit = (scan: Scan) => scan.is_short === 0

/** Names the scans of a moment: how many, and the last. */
function tokenOf(scans: readonly Scan[]): string {
  const units = scans.filter(isUnit)
  return `${units.length}:${units.at(-1)?.id ?? ''}`
}

async function packOrder(context: ConsoleContext): Promise<PackOrder | undefined> {
  const order = await orderOf(context)
  if (!order) return undefined
  const { db } = context.shop
  const scans = await scansOf(db, order.id)
  const units = scans.filter(isUnit)
  const lines = await linesToPack(context, order, scans)
  const isLeft = isOpen(order) && lines.some((line) => line.units > 0)
  return {
    ...head(order, context.request.locals.t),
    isOpen: isLeft,
    next: isLeft ? null : await nextToPack(context, order.id),
    isWhole: lines.length > 0 && lines.every(isReady),
    version: await lastEventOf(db, order.id),
    key: newId(),
    scans: tokenOf(scans),
    count: lines.reduce((sum, line) => sum + line.scanned, 0),
    lines,
    last: lastOf(units, lines),
    picker: (await otherPicker(context, order.id)) ?? null,
    others: [...new Set(units.map(({ actor }) => actor))].filter((name) => name !== context.session.actor.name),
  }
}

/** The lines of which something is left to ship, or is scanned and to be taken out, with the parts of sets. */
async function linesToPack(
  { shop: { db }, session }: ConsoleContext,
  order: OrderRow,
  scans: readonly Scan[],
): Promise<PackOrder['lines']> {
  const open = (await orderLineRows(db, order.id)).filter(
    (line) => toShip(line) > 0 || scansBeyond(scans, line).length > 0,
  )
  const piecesIn = await namedPieces(db, session.staff.language, open)
  const products = open.flatMap((line) => [line.product_id, ...piecesIn(line).map(({ id }) => id)])
  const shelves = await shelfNames(db, products)
  return open.map((line) => {
    const { position, sku, name } = line
    const whole = scannedPieces(scans, position, '')
    const pieces = piecesIn(line).map((piece) => ({
      ...piece,
      shelf: shelves.get(piece.id) ?? '',
      units: Math.max(0, toShip(line) - whole) * piece.units,
      scanned: scannedPieces(scans, position, piece.id),
    }))
    return {
      position,
      sku,
      name,
      shelf: shelves.get(line.product_id) ?? '',
      units: toShip(line),
      scanned: wholeScans(scans, line).units,
      isShort: scans.some((scan) => !isUnit(scan) && scan.position === position),
      beyond: scansBeyond(scans, line).length,
      hasRoom: hasRoom(scans, line, ''),
      pieces,
    }
  })
}

const isReady = ({ scanned, units, isShort, beyond }: PackOrder['lines'][number]) =>
  beyond === 0 && (scanned === units || isShort)

/** The last scan, and how many of its part are counted by now. */
function lastOf(units: readonly Scan[], lines: PackOrder['lines']): PackOrder['last'] {
  const last = units.at(-1)
  const line = lines.find(({ position }) => position === last?.position)
  if (!last || !line) return null
  const { sku, scanned, units: wanted } = line.pieces.find(({ id }) => id === last.piece_id) ?? line
  return { id: last.id, sku, scanned, units: wanted }
}

function head({ number, hold, message, address, ...order }: OrderRow, t: Translate) {
  const { organization, name, line1, line2, postalCode, city } = addressJson.read(address)
  const lines = [organization, name, line1, line2, `${postalCode} ${city}`.trim()]
  const delivery = deliveryRows(orderDelivery(order), t)
  return { number, message, isHeld: hold !== null, address: lines.filter((line) => line !== ''), delivery }
}
