import type { UnitsView } from '../../../contracts/customer-pages/order-page.ts'
import { dayMs } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { exactSum } from '../../../i18n/money.ts'
import type { Shop } from '../../ordering/shop.ts'
import { fact, text, type Block, type Fact } from '../mail/template/email-template.ts'
import type { MailTexts } from '../mail/texts/mail-texts.ts'

/** What sample mails are about: an order of two parts that nobody has placed. */
export type SampleData = {
  readonly number: string
  readonly other: string
  readonly name: string
  readonly email: string
  readonly organization: string
  readonly part: { readonly name: string; readonly sku: string }
  readonly message: string
  readonly country: string
  /** An address that leads nowhere. */
  readonly link: string
  readonly day: string
  readonly time: string
  readonly amount: string
  readonly rest: string
  readonly units: readonly UnitsView[]
  readonly fewer: readonly UnitsView[]
  readonly goods: Block
  readonly notes: readonly Block[]
  readonly facts: readonly Fact[]
  readonly seller: readonly string[]
}

const words: Readonly<Record<Language, { parts: readonly [string, string]; message: string; country: string }>> = {
  en: {
    parts: ['Battery for a laptop', 'Fan for the processor'],
    message: 'Please leave the parcel at the reception.',
    country: 'Sweden',
  },
  sv: {
    parts: ['Batteri till bärbar dator', 'Fläkt till processorn'],
    message: 'Lämna gärna paketet i receptionen.',
    country: 'Sverige',
  },
}

const prices = { first: 49_900, second: 24_900, delivery: 4_900, discount: 5_000 }
const [fourteenDaysMs, invoiceDays] = [14 * dayMs, 30]

/** Makes the sample data of a language, with the texts that its goods and facts have. */
export function sampleData(shop: Shop, { language, t }: MailTexts): SampleData {
  const { parts, message, country } = words[language]
  const { home } = shop.settings.all
  const sum = (minor: number) => exactSum(minor, home.currency, language)
  const reader = { language, home }
  const { name: seller, address } = shop.settings.seller(language)
  const skus = ['BAT-1001', 'FAN-2002'] as const
  const units = [
    { quantity: 2, name: parts[0], sku: skus[0] },
    { quantity: 1, name: parts[1], sku: skus[1] },
  ]
  const name = 'Anna Andersson'
  return {
    number: '10023',
    other: '10057',
    name,
    email: 'anna@example.com',
    organization: 'Verkstan AB',
    part: { name: parts[0], sku: skus[0] },
    message,
    country,
    link: '#',
    day: formatDate(new Date(shop.now().getTime() + fourteenDaysMs).toISOString(), reader),
    time: formatDate(shop.now().toISOString(), reader, 'time'),
    amount: sum(prices.first),
    rest: sum(prices.second),
    units,
    fewer: units.slice(0, 1),
    goods: sampleGoods(units, sum, t),
    notes: [text(t('mail:order_confirmed.bill_comes', { days: invoiceDays }))],
    facts: fact(t('checkout:confirmation.address'), name, 'Storgatan 1', '111 22 Stockholm', country),
    seller: [seller, ...address],
  }
}

function sampleGoods(units: readonly UnitsView[], sum: (minor: number) => string, t: MailTexts['t']): Block {
  const { first, second, delivery, discount } = prices
  const items = 2 * first + second
  const total = items + delivery - discount
  const vat = Math.round(total / 5)
  return {
    kind: 'goods',
    lines: units.map(({ quantity, name, sku }, at) => {
      const price = at === 0 ? first : second
      const unit = quantity > 1 ? t('mail:order_confirmed.each', { amount: sum(price) }) : ''
      return { quantity, name, sku, unit, total: sum(quantity * price) }
    }),
    sums: [
      { name: t('checkout:sum.items'), amount: sum(items) },
      { name: t('mail:order_confirmed.discount'), amount: sum(-discount) },
      { name: t('mail:order_confirmed.delivery'), amount: sum(delivery) },
      { name: t('mail:order_confirmed.total'), amount: sum(total), weight: 'total' },
      { name: t('mail:order_confirmed.vat'), amount: sum(vat), weight: 'soft' },
      { name: t('mail:order_confirmed.ex_vat'), amount: sum(total - vat), weight: 'soft' },
    ],
  }
}
