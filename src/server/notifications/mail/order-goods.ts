import type { OrderPage } from '../../../contracts/customer-pages/order-page.ts'
import { vatOf } from '../../../domain/cart/cart-amounts.ts'
import { deliveryName, placeRows } from '../../../i18n/delivery-texts.ts'
import { countryName } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import { translator, type TextKey, type Translate } from '../../../i18n/translator.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { OrderRow } from '../../ordering/orders/queries.ts'
import { fact, text, type Block, type Fact, type Sum } from './template/email-template.ts'
import type { MailTexts } from './texts/mail-texts.ts'

/** Builds an order's lines and totals, as stored when it was placed. */
export function goodsBlock(order: OrderPage, row: OrderRow, { t }: MailTexts): Block {
  const { language } = row
  const amount = (minor: number) => exactSum(minor, order.currency, language, order.isReverseCharged)
  return {
    kind: 'goods',
    sums: sumsOf(order, row, t),
    lines: order.lines.map(({ quantity, name, sku, unit, total }) => ({
      quantity,
      name,
      sku,
      total: total.inc === 0 ? t('checkout:free') : amount(total.inc),
      unit: quantity > 1 ? t('mail:order_confirmed.each', { amount: amount(unit.inc) }) : '',
    })),
  }
}

function sumsOf({ totals, currency, giftCard, isReverseCharged }: OrderPage, row: OrderRow, t: Translate): Sum[] {
  const amount = (minor: number) => exactSum(minor, currency, row.language, isReverseCharged)
  const sum = (isThere: boolean, name: TextKey, minor: number, weight?: Sum['weight']): Sum[] =>
    isThere ? [{ name: t(name), amount: amount(minor), weight }] : []
  return [
    ...sum(true, 'checkout:sum.items', totals.items.inc),
    ...sum(totals.discount.inc > 0, 'mail:order_confirmed.discount', -totals.discount.inc),
    {
      name: t('mail:order_confirmed.delivery'),
      amount: totals.delivery.inc === 0 ? t('checkout:free') : amount(totals.delivery.inc),
      weight: undefined,
    },
    ...sum(true, 'mail:order_confirmed.total', totals.total.inc, 'total'),
    ...sum(!isReverseCharged, 'mail:order_confirmed.vat', vatOf(totals.total), 'soft'),
    ...sum(
      row.customer_kind === 'organization' && !isReverseCharged,
      'mail:order_confirmed.ex_vat',
      totals.total.ex,
      'soft',
    ),
    ...sum(giftCard > 0, 'checkout:sum.gift_card', -giftCard),
    ...sum(giftCard > 0, 'checkout:sum.besides', totals.total.inc - giftCard),
  ]
}

/** Builds the notes on an order besides its amounts. */
export function orderNotes(
  { coupons, isReverseCharged, vatNumber }: OrderPage,
  { language, payment_method: method, customer_kind: kind }: OrderRow,
  settings: Shop['settings'],
  { t }: MailTexts,
): Block[] {
  const seller = settings.seller(language)
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
export function orderFacts({ address, delivery, paymentMethod }: OrderPage, row: OrderRow): Fact[] {
  const t = translator(row.language)
  const payment = paymentTexts[paymentMethod]
  return [
    ...fact(t('checkout:delivery'), deliveryName(delivery, t), ...(delivery.place ? placeRows(delivery.place) : [])),
    ...fact(
      t(delivery.kind === 'home' ? 'checkout:confirmation.to' : 'checkout:confirmation.address'),
      address.organization,
      address.name,
      address.line1,
      address.line2,
      `${address.postalCode} ${address.city}`,
      countryName(address.country, row.language),
    ),
    ...fact(t('checkout:payment'), payment ? t(payment) : ''),
    ...fact(t('checkout:field.order_reference'), row.order_reference),
    ...fact(t('checkout:field.cost_centre'), row.cost_centre),
    ...fact(t('checkout:field.invoice_address'), row.invoice_address),
    ...fact(t('checkout:field.peppol_id'), row.peppol_id),
    ...fact(t('checkout:field.message'), row.message),
  ]
}
