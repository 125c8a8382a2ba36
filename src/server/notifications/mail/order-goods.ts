import type { OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import { vatOf, type Amount } from '../../../domain/cart/cart-amounts.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { arrivalText, deliveryName, placeRows } from '../../../i18n/delivery-texts.ts'
import { countryName } from '../../../i18n/formats.ts'
import { exactSum, shownExVat } from '../../../i18n/money.ts'
import { translator, type TextKey, type Translate } from '../../../i18n/translator.ts'
import { exportText } from '../../../i18n/vat-texts.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { fact, text, type Block, type Fact, type Sum } from './template/email-template.ts'
import type { MailTexts } from './texts/mail-texts.ts'

/**
 * Builds an order's lines and totals, as stored when it was placed. Organizations read them without VAT, which is added
 * at the end (spec section 6).
 */
export function goodsBlock(order: OrderPage, row: OrderRow, { t }: MailTexts): Block {
  const shown = shownAmounts(order, row)
  return {
    kind: 'goods',
    sums: sumsOf(order, row, t),
    lines: order.lines.map(({ quantity, name, sku, unit, total, everyDays }) => ({
      quantity,
      name: everyDays > 0 ? `${name}, ${t('account:subscription.every', { count: everyDays })}` : name,
      sku,
      total: total.inc === 0 ? t('checkout:free') : shown(total),
      unit: quantity > 1 ? t('mail:order_confirmed.each', { amount: shown(unit) }) : '',
    })),
  }
}

/** Whether amounts are written without the VAT that is charged. */
function isWithoutVat({ isReverseCharged }: OrderPage, { customer_kind: kind }: OrderRow): boolean {
  return kind === 'organization' && !isReverseCharged
}

/** Returns what writes an amount of an order; `sign` -1 is for what is deducted. */
function shownAmounts(order: OrderPage, row: OrderRow): (amount: Amount, sign?: 1 | -1) => string {
  const { currency, isReverseCharged } = order
  if (isWithoutVat(order, row)) return ({ ex }, sign = 1) => shownExVat(sign * ex, currency, row.language)
  return ({ inc }, sign = 1) => exactSum(sign * inc, currency, row.language, isReverseCharged)
}

function sumsOf(order: OrderPage, row: OrderRow, t: Translate): Sum[] {
  const { totals, giftCard } = order
  const shown = shownAmounts(order, row)
  return [
    { name: t('checkout:sum.items'), amount: shown(totals.items) },
    ...(totals.discount.inc > 0
      ? [{ name: t('mail:order_confirmed.discount'), amount: shown(totals.discount, -1) }]
      : []),
    {
      name: t('mail:order_confirmed.delivery'),
      amount: totals.delivery.inc === 0 ? t('checkout:free') : shown(totals.delivery),
    },
    ...totalOf(order, row, t),
    ...(giftCard > 0
      ? [
          { name: t('checkout:sum.gift_card'), amount: exactly(-giftCard, order, row) },
          { name: t('checkout:sum.besides'), amount: exactly(totals.total.inc - giftCard, order, row) },
        ]
      : []),
  ]
}

/** The total and the VAT in it, or the VAT that is added to it. */
function totalOf(order: OrderPage, row: OrderRow, t: Translate): Sum[] {
  const { total } = order.totals
  const vat = exactly(vatOf(total), order, row)
  const whole: Sum = {
    name: t('mail:order_confirmed.total'),
    amount: exactly(total.inc, order, row),
    weight: 'total',
  }
  if (isWithoutVat(order, row))
    return [
      { name: t('mail:order_confirmed.ex_vat'), amount: shownExVat(total.ex, order.currency, row.language) },
      { name: t('checkout:sum.vat_row'), amount: vat },
      whole,
    ]
  return [
    whole,
    ...(order.isReverseCharged ? [] : [{ name: t('mail:order_confirmed.vat'), amount: vat, weight: 'soft' as const }]),
  ]
}

function exactly(amount: number, { currency, isReverseCharged }: OrderPage, { language }: OrderRow): string {
  return exactSum(amount, currency, language, isReverseCharged)
}

/** Builds the notes on an order besides its amounts. */
export function orderNotes(
  order: OrderPage,
  { language, payment_method: method, customer_kind: kind }: OrderRow,
  settings: Shop['settings'],
  { t }: MailTexts,
): Block[] {
  const { coupons, isReverseCharged, vatNumber } = order
  const seller = settings.seller(language)
  const exported = exportText(order, { home: settings.all.home, language }, t)
  const days = settings.all.payment.invoiceDays[kind]
  return [
    ...(isReverseCharged
      ? [
          text(
            `${t('checkout:vat.reverse_charge')} ` +
              `${t('checkout:vat.numbers', { buyer: vatNumber ?? '', seller: seller.vatNumber })}`,
          ),
        ]
      : []),
    ...(exported === '' ? [] : [text(exported)]),
    ...(coupons.length > 0 ? [text(t('checkout:sum.coupons', { codes: coupons.join(', ') }))] : []),
    ...(method === 'invoice' ? [text(t('mail:order_confirmed.bill_comes', { days }))] : []),
  ]
}

const paymentTexts: Readonly<Record<string, TextKey>> = {
  invoice: 'checkout:payment_method.invoice',
  stripe: 'checkout:payment_method.stripe',
  gift_card: 'checkout:payment_method.gift_card',
  sandbox: 'checkout:payment_method.sandbox',
}

/** Builds an order's address, delivery method and payment method. */
export function orderFacts(shop: Shop, order: OrderPage, row: OrderRow): Fact[] {
  const { address, delivery, paymentMethod } = order
  const { language } = row
  const t = translator(language)
  const payment = paymentTexts[paymentMethod]
  return [
    ...fact(
      t('checkout:delivery'),
      deliveryName(delivery, t),
      ...(delivery.place ? placeRows(delivery.place) : []),
      arrivalText(order, { language, today: dayOf(shop.now(), shop.settings.all.home) }, t),
    ),
    ...fact(
      t(delivery.kind === 'home' ? 'checkout:confirmation.to' : 'checkout:confirmation.address'),
      address.organization,
      address.name,
      address.line1,
      address.line2,
      `${address.postalCode} ${address.city}`,
      countryName(address.country, language),
    ),
    ...fact(t('checkout:payment'), payment ? t(payment) : ''),
    ...fact(t('checkout:field.order_reference'), row.order_reference),
    ...fact(t('checkout:field.cost_centre'), row.cost_centre),
    ...fact(t('checkout:field.invoice_address'), row.invoice_address),
    ...fact(t('checkout:field.peppol_id'), row.peppol_id),
    ...fact(t('checkout:field.message'), row.message),
  ]
}
