import { addressJson, type OrderAddress } from '../../platform/db/json-columns.ts'
import type { CurrencyCode } from '../../../domain/currencies.ts'
import type { OrderDelivery } from '../../../domain/delivery-points.ts'
import type { Language } from '../../../domain/locales.ts'
import type { Minor } from '../../../domain/money.ts'
import { paidForUnits, sumOfPaid, type Paid } from '../../../domain/paid-units.ts'
import { sellers, type Seller } from '../../../domain/seller.ts'
import { vatPart, type VatRate } from '../../../domain/vat.ts'
import type { DocumentKind } from '../../platform/db/tables/fulfilment-tables.ts'
import type { OrderLineRow, Pieces } from '../orders/fulfilment-queries.ts'
import { orderDelivery } from '../orders/order-page.ts'
import type { OrderRow } from '../orders/queries.ts'

/** Everything a document says, frozen when it is issued; drawing it again gives the same paper. Amounts include VAT. */
export type DocumentContent = {
  kind: DocumentKind
  number: string
  issuedAt: string
  /** When an invoice is to be paid; null where it has been. */
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
  }
  lines: DocumentLine[]
  delivery: Minor
  /** What the terms of discounts add to a charge, or take off a credit, because of pieces that were given up. */
  recalculated?: Minor
  /** How the order comes; absent on documents from before that was chosen, and on credit notes. */
  comes?: OrderDelivery
  total: Minor
  /** What gift cards paid of it. */
  giftCard?: Minor
  vat: Minor
  /** The buyer accounts for the VAT; absent on documents from before that could be. */
  isReverseCharged?: boolean
  /** What was paid per VAT rate (basis points), VAT apart. */
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
}
type Charged = Paid & { rate: VatRate }
/** What a document charges or credits besides pieces. */
export type Besides = { delivery: Paid; recalculated: Paid }
type Given = Pick<DocumentContent, 'kind' | 'number' | 'issuedAt' | 'dueAt' | 'creditOf' | 'giftCard'>

/** What a document says of pieces of an order's lines, each paid after `before` others, and of its delivery. */
export function documentContent(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  pieces: readonly (Pieces & { before: number })[],
  { delivery, recalculated }: Besides,
  given: Given,
): DocumentContent {
  const charged = pieces.flatMap(({ position, quantity, before }) => {
    const line = lines.find((each) => each.position === position)
    return line ? [{ line, quantity, rate: line.vat_rate, ...paidForUnits(line, before, quantity) }] : []
  })
  const goods = [...charged, ...recalculatedAt(recalculated, charged, lines)]
  const all: Charged[] = delivery.amount > 0 ? [...goods, { ...delivery, rate: deliveryRate(delivery, lines) }] : goods
  const { amount: total, vat } = sumOfPaid(all)
  return {
    ...given,
    orderNumber: order.number,
    orderedAt: order.placed_at,
    language: order.language,
    currency: order.currency,
    paymentMethod: order.payment_method,
    seller: sellers[order.language],
    buyer: {
      ...addressJson.read(order.address),
      email: order.email,
      organizationNumber: order.organization_number,
      vatNumber: order.vat_number,
      orderReference: order.order_reference,
      costCentre: order.cost_centre,
    },
    lines: charged.map(({ line, quantity, rate, amount }) => ({
      sku: line.sku,
      name: line.name,
      quantity,
      unit: line.unit_price,
      discount: line.unit_price * quantity - amount,
      rate,
      amount,
    })),
    delivery: delivery.amount,
    ...(recalculated.amount === 0 ? {} : { recalculated: recalculated.amount }),
    ...(given.kind === 'credit_note' ? {} : { comes: orderDelivery(order) }),
    total,
    vat,
    isReverseCharged: order.reverse_charge === 1,
    rates: ratesOf(all),
  }
}

/** Split by VAT rate as the pieces are that it belongs to; the last rate has what rounding leaves. */
function recalculatedAt({ amount, vat }: Paid, charged: readonly Charged[], lines: readonly OrderLineRow[]): Charged[] {
  if (amount === 0) return []
  const byRate = [
    ...Map.groupBy(
      charged.filter((each) => each.amount > 0),
      ({ rate }) => rate,
    ),
  ].map(([rate, parts]) => ({ rate, weight: sumOfPaid(parts).amount }))
  const rates = byRate.length > 0 ? byRate : [{ rate: lines[0]?.vat_rate ?? 0, weight: 1 }]
  const whole = rates.reduce((sum, { weight }) => sum + weight, 0)
  const parts = rates.slice(0, -1).map(({ rate, weight }) => {
    const part = Math.trunc((amount * weight) / whole)
    return { rate, amount: part, vat: Math.sign(part) * vatPart(Math.abs(part), rate) }
  })
  const split = sumOfPaid(parts)
  return [
    ...parts,
    ...rates.slice(-1).map(({ rate }) => ({ rate, amount: amount - split.amount, vat: vat - split.vat })),
  ]
}

/** Highest first; a rate at which nothing is charged, as of a part that is given away, is left out beside others. */
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

/** The order keeps the delivery's VAT in money; its rate is the standard one, which gives exactly that. */
function deliveryRate({ amount, vat }: Paid, lines: readonly OrderLineRow[]): VatRate {
  if (vat === 0) return 0
  const known = lines.map((line) => line.vat_rate).find((rate) => vatPart(amount, rate) === vat)
  return known ?? Math.round((vat * 200) / (amount - vat)) * 50
}
