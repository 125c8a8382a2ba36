import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import type { CurrencyCode } from '../../../domain/money/currencies.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { vatPart, type VatRate } from '../../../domain/money/vat.ts'
import type { RateAmount } from '../../../domain/orders/allowances.ts'
import { paidForUnits, sumOfPaid, type Paid } from '../../../domain/orders/paid-units.ts'
import { saleKindOf } from '../../../domain/orders/sale-kinds.ts'
import type { Language } from '../../../domain/places/locales.ts'
import type { Seller } from '../../../domain/places/seller.ts'
import { productType } from '../../../domain/products/products.ts'
import { addressJson, type OrderAddress } from '../../platform/db/json-columns.ts'
import type { DocumentKind } from '../../platform/db/tables/fulfilment-tables.ts'
import type { OrderLineRow, LineUnits } from '../orders/fulfilment-queries.ts'
import { orderDelivery } from '../orders/order-page.ts'
import type { OrderRow } from '../orders/queries.ts'

/**
 * The content of a document, fixed when it is issued, so that drawing it again gives the same result. Amounts include
 * VAT.
 */
export type DocumentContent = {
  kind: DocumentKind
  number: string
  issuedAt: string
  /** The due date of an invoice; null if it is already paid. */
  dueAt: string | null
  /** The invoice or receipt that a credit note belongs to. */
  creditOf: string | null
  orderNumber: string
  orderedAt: string
  language: Language
  currency: CurrencyCode
  paymentMethod: string
  seller: Seller
  buyer: OrderAddress & {
    email: string
    organizationNumber: string | null
    vatNumber?: string | null
    orderReference?: string
    costCentre?: string
    peppolId?: string
    invoiceAddress?: string
  }
  lines: DocumentLine[]
  delivery: Minor
  /** What recalculated discounts add to a charge or deduct from a credit, because units were returned. */
  recalculated?: Minor
  /** What a credit note takes off the price without units; negative where it takes that back. */
  allowance?: Minor
  /** What of a credit note is paid to nobody, because it was never paid or the buyer has it from the bank. */
  setOff?: Minor
  /** What of a credit note pays another order, by its number. */
  moved?: { order: string; amount: Minor }
  /** The delivery; absent on credit notes and on documents from before delivery methods existed. */
  comes?: OrderDelivery
  total: Minor
  /** The part of the total that gift cards paid. */
  giftCard?: Minor
  /** Of `giftCard`, what cards paid that nobody bought; for the books alone. */
  givenCard?: Minor
  vat: Minor
  /**
   * The VAT in what is charged besides goods, where amounts are written without VAT: to organizations. Absent on other
   * documents, and on those from before this was kept.
   */
  vatBesides?: { delivery: Minor; recalculated: Minor; allowance: Minor }
  /** Whether VAT is reverse charged; absent on documents from before that was supported. */
  isReverseCharged?: boolean
  /** Whether its goods are exported without VAT; absent where not, and on documents from before this was kept. */
  isExported?: boolean
  /** The totals per VAT rate (basis points), without VAT and VAT alone. */
  rates: { rate: VatRate; net: Minor; vat: Minor }[]
}

export type DocumentLine = {
  sku: string
  name: string
  quantity: number
  unit: Minor
  discount: Minor
  rate: VatRate
  amount: Minor
  /** The VAT in the amount; absent on documents from before it was kept. */
  vat?: Minor
}
type Charged = Paid & { rate: VatRate }
/** What a delivery cost, with the VAT rate that its order keeps. */
type PaidDelivery = Paid & { rate?: VatRate | undefined }
/**
 * What a document charges or credits besides goods, by VAT rate. `allowance` is what a credit note takes off the price
 * without units, or with negative amounts takes back of that.
 */
export type OtherCharges = {
  delivery: PaidDelivery
  recalculated: readonly RateAmount[]
  allowance?: readonly RateAmount[]
}
type Given = Pick<
  DocumentContent,
  'seller' | 'kind' | 'number' | 'issuedAt' | 'dueAt' | 'creditOf' | 'giftCard' | 'givenCard'
>

/**
 * Builds the content of a document for units of order lines and the delivery. `before` is how many units of the line
 * were charged or refunded earlier, which decides the rounding.
 */
export function documentContent(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  units: readonly (LineUnits & { before: number })[],
  besides: OtherCharges,
  given: Given,
): DocumentContent {
  const { delivery, recalculated, allowance = [] } = besides
  const { charged, all } = chargesOf(lines, units, besides)
  const { amount: total, vat } = sumOfPaid(all)
  const [lost, reduced] = [sumOfPaid(recalculated), sumOfPaid(allowance)]
  return {
    ...given,
    orderNumber: order.number,
    orderedAt: order.placed_at,
    language: order.language,
    currency: order.currency,
    paymentMethod: order.payment_method,
    buyer: {
      ...addressJson.read(order.address),
      email: order.email,
      organizationNumber: order.organization_number,
      vatNumber: order.vat_number,
      orderReference: order.order_reference,
      costCentre: order.cost_centre,
      peppolId: order.peppol_id,
      invoiceAddress: order.invoice_address,
    },
    lines: charged.map(documentLine),
    delivery: delivery.amount,
    ...(lost.amount === 0 ? {} : { recalculated: lost.amount }),
    ...(reduced.amount === 0 ? {} : { allowance: reduced.amount }),
    ...(given.kind === 'credit_note' ? {} : { comes: orderDelivery(order) }),
    total,
    vat,
    ...(order.customer_kind === 'organization' && order.reverse_charge === 0
      ? { vatBesides: { delivery: delivery.vat, recalculated: lost.vat, allowance: reduced.vat } }
      : {}),
    isReverseCharged: order.reverse_charge === 1,
    ...(isExported(order, charged, given) && { isExported: true }),
    rates: ratesOf(all),
  }
}

type ChargedLine = Charged & { line: OrderLineRow; quantity: number }

function documentLine({ line, quantity, rate, amount, vat }: ChargedLine): DocumentLine {
  const { sku, name, unit_price: unit } = line
  return { sku, name, quantity, unit, discount: unit * quantity - amount, rate, amount, vat }
}

/** A part of what an order's delivery cost. */
export function deliveryOf(order: Pick<OrderRow, 'delivery'>, paid: Paid): PaidDelivery {
  return { ...paid, rate: orderDelivery(order).rate }
}

/** What units of lines and everything besides them cost, each at its VAT rate; `charged` are the units alone. */
export function chargesOf(
  lines: readonly OrderLineRow[],
  units: readonly (LineUnits & { before: number })[],
  { delivery, recalculated, allowance = [] }: OtherCharges,
) {
  const charged = units.flatMap(({ position, quantity, before }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [{ line, quantity, rate: line.vat_rate, ...paidForUnits(line, before, quantity) }] : []
  })
  const goods = [...charged, ...recalculated, ...allowance]
  const { amount, vat } = delivery
  const all: Charged[] = amount > 0 ? [...goods, { amount, vat, rate: deliveryRate(delivery, lines) }] : goods
  return { charged, all }
}

function isExported(
  { country, reverse_charge: reverseCharge }: OrderRow,
  charged: readonly { line: Pick<OrderLineRow, 'type'> }[],
  { seller }: Given,
): boolean {
  const hasGoods = charged.some(({ line }) => line.type !== productType.giftCard)
  return hasGoods && saleKindOf({ home: seller, country }, reverseCharge === 1) === 'export'
}

/** Sums by VAT rate, highest first. A rate with zero sums is left out unless it is the only one. */
function ratesOf(charged: readonly Charged[]): DocumentContent['rates'] {
  const byRate = Map.groupBy(charged, ({ rate }) => rate)
  const rates = [...byRate]
    .sort(([a], [b]) => b - a)
    .map(([rate, parts]) => {
      const { amount, vat } = sumOfPaid(parts)
      return { rate, net: amount - vat, vat }
    })
  const withSums = rates.filter(({ net, vat }) => net !== 0 || vat !== 0)
  return withSums.length > 0 ? withSums : rates
}

/**
 * The delivery's VAT rate. Orders from before it was kept have only its amount: for these it is a rate of the lines
 * that gives exactly this amount, otherwise the calculated rate, rounded to half a percent.
 */
function deliveryRate({ amount, vat, rate: kept }: PaidDelivery, lines: readonly OrderLineRow[]): VatRate {
  if (vat === 0) return 0
  const rates = [...(kept === undefined ? [] : [kept]), ...lines.map((line) => line.vat_rate)]
  const known = rates.find((rate) => vatPart(amount, rate) === vat)
  return known ?? Math.round((vat * 200) / (amount - vat)) * 50
}
