import type { OrderDelivery } from '../../../domain/cart/delivery-points.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { vatPercent, type VatRate } from '../../../domain/money/vat.ts'
import { countryByCode } from '../../../domain/places/countries.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { deliveryName, placeRows } from '../../../i18n/delivery-texts.ts'
import { countryName, formatDate, formatPercent } from '../../../i18n/formats.ts'
import { documentAmount } from '../../../i18n/money.ts'
import { translator, type TextKey, type Translate } from '../../../i18n/translator.ts'
import type { DocumentContent } from './document-content.ts'

type Fact = readonly [name: string, value: string]

const titles = {
  invoice: 'orders:document.invoice',
  receipt: 'orders:document.receipt',
  credit_note: 'orders:document.credit_note',
} as const satisfies Record<string, TextKey>

/** Returns the texts of a document in a language, and formatters for its amounts. */
export function documentTexts(content: DocumentContent, language: Language) {
  const t = translator(language)
  const amount = (minor: Minor) => documentAmount(minor, content.currency, language)
  const rate = (basisPoints: VatRate) => formatPercent(vatPercent(basisPoints), language)
  return {
    title: t(titles[content.kind]),
    buyer: buyerOf(content, language),
    facts: factsOf(content, language),
    notes: notesOf(content, language),
    heads: {
      sku: t('orders:document.sku'),
      name: t('orders:document.part'),
      quantity: t('orders:document.quantity'),
      unit: t(content.vatBesides ? 'orders:document.unit_ex_vat' : 'orders:document.unit'),
      rate: t('orders:document.vat'),
      amount: t('orders:document.amount'),
    },
    delivery: t('orders:document.delivery'),
    giftCard: t('checkout:sum.gift_card'),
    recalculated: t('orders:document.recalculated'),
    allowance: t((content.allowance ?? 0) > 0 ? 'orders:document.allowance' : 'orders:document.allowance_back'),
    discount: t('orders:document.discount'),
    exVat: t('orders:document.ex_vat'),
    total: t(
      content.kind === 'credit_note'
        ? 'orders:document.credited'
        : content.dueAt
          ? 'orders:document.to_pay'
          : 'orders:document.paid',
    ),
    amount,
    rate,
    vatOf: (basisPoints: VatRate, net: Minor) =>
      t(content.vatBesides ? 'orders:document.vat_on' : 'orders:document.vat_of', {
        rate: rate(basisPoints),
        net: amount(net),
      }),
    legal: [
      t('orders:document.organization_number', { number: content.seller.organizationNumber }),
      t('orders:document.vat_number', { number: content.seller.vatNumber }),
      ...(content.seller.country === 'SE' ? [t('orders:document.f_tax')] : []),
    ],
    page: (page: number, pages: number) => t('orders:document.page', { page, pages }),
  }
}

/**
 * Formats the final amount: the negative total of a credit note, or what gift cards have not paid of any other
 * document.
 */
export function carriedAmount(
  { kind, total, giftCard = 0 }: DocumentContent,
  { amount }: Pick<ReturnType<typeof documentTexts>, 'amount'>,
): string {
  return amount(kind === 'credit_note' ? 0 - total : total - giftCard)
}

function buyerOf({ buyer }: DocumentContent, language: Language): string[] {
  const t = translator(language)
  const rows = [
    buyer.organization,
    buyer.organizationNumber ?? '',
    buyer.vatNumber ? t('orders:document.vat_number', { number: buyer.vatNumber }) : '',
    buyer.name,
    ...(buyer.invoiceAddress
      ? buyer.invoiceAddress.split(/[,\n]/)
      : [...addressOf(buyer), countryName(buyer.country, language)]),
    buyer.email,
  ]
  return rows.map((row) => row.trim()).filter((row) => row !== '')
}

function addressOf({ line1, line2, postalCode, city }: DocumentContent['buyer']): string[] {
  return [line1, line2, `${postalCode.replaceAll(' ', '\u00a0')} ${city}`].filter((row) => row.trim() !== '')
}

function factsOf(content: DocumentContent, language: Language): Fact[] {
  const t = translator(language)
  const facts: (Fact | undefined)[] = [
    [t('orders:document.date'), formatDate(content.issuedAt, { language, home: content.seller })],
    content.dueAt
      ? [t('orders:document.due'), formatDate(content.dueAt, { language, home: content.seller })]
      : undefined,
    [t('orders:document.order'), content.orderNumber],
    [t('orders:document.ordered'), formatDate(content.orderedAt, { language, home: content.seller })],
    content.comes ? [t('checkout:delivery'), deliveryText(content.comes, t)] : undefined,
    content.creditOf ? [t('orders:document.credit_of'), content.creditOf] : undefined,
    content.buyer.orderReference ? [t('checkout:field.order_reference'), content.buyer.orderReference] : undefined,
    content.buyer.costCentre ? [t('checkout:field.cost_centre'), content.buyer.costCentre] : undefined,
    content.buyer.peppolId ? [t('checkout:field.peppol_id'), content.buyer.peppolId] : undefined,
    content.buyer.invoiceAddress ? [t('orders:order.to'), addressOf(content.buyer).join(', ')] : undefined,
  ]
  return facts.filter((fact) => fact !== undefined)
}

function deliveryText({ place, ...comes }: OrderDelivery, t: Translate): string {
  return [deliveryName(comes, t), ...(place ? placeRows(place) : [])].join(', ')
}

function notesOf(content: DocumentContent, language: Language): string[] {
  const t = translator(language)
  return [...untaxedNotes(content, t), ...paymentNotes(content, language, t)]
}

/** Why no VAT is charged, which an invoice has to say (article 226 of Directive 2006/112/EC). */
function untaxedNotes({ isReverseCharged, isExported, seller }: DocumentContent, t: Translate): string[] {
  if (isReverseCharged) return [t('checkout:vat.reverse_charge')]
  if (!isExported) return []
  return [t(countryByCode(seller.country)?.eu ? 'orders:document.exported_from_eu' : 'orders:document.exported')]
}

function paymentNotes(content: DocumentContent, language: Language, t: Translate): string[] {
  const { kind, dueAt, number, seller } = content
  if (kind === 'credit_note') return creditNotes(content, language, t)
  if (!dueAt) return [t('orders:document.is_paid')]
  return [
    t(seller.bankgiro === '' ? 'orders:document.pay_to_iban' : 'orders:document.pay_to', {
      bankgiro: seller.bankgiro,
      iban: seller.iban,
      bic: seller.bic,
    }),
    t('orders:document.pay_reference', { number }),
  ]
}

/** Where the money of a credit note goes: back to the buyer, to another order, or nowhere. */
function creditNotes(content: DocumentContent, language: Language, t: Translate): string[] {
  const { total, setOff = 0, moved, currency, paymentMethod } = content
  if (total === 0) return []
  if (setOff === 0 && !moved)
    return [t(paymentMethod === 'invoice' ? 'orders:document.credit_note_on_bill' : 'orders:document.credit_note_paid')]
  if (setOff === total) return [t('orders:document.credit_note_set_off')]
  const sum = (amount: Minor) => documentAmount(amount, currency, language)
  const back = total - setOff - (moved?.amount ?? 0)
  return [
    ...(moved ? [t('orders:document.credit_note_moved', { amount: sum(moved.amount), number: moved.order })] : []),
    ...(back > 0 ? [t('orders:document.credit_note_paid_part', { amount: sum(back) })] : []),
    ...(setOff > 0 ? [t('orders:document.credit_note_set_off_part', { amount: sum(setOff) })] : []),
  ]
}
