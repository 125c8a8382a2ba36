import { withBundle, type RefundCase, type Turn } from './any-refunds.ts'

const plain: RefundCase = {
  buyer: 'sweden',
  isCustomer: false,
  wanted: [],
  codes: [],
  card: 0,
  isSent: true,
  turns: [],
}
const wanted = (...lines: [sku: string, quantity: number][]) => lines.map(([sku, quantity]) => ({ sku, quantity }))
const back = (...units: number[]): Turn => ({ units, isFault: false })

/** One of each kind, which every run tries before random ones. */
export const kindsOfRefunds: Readonly<Record<string, RefundCase>> = {
  'a fixed amount': {
    ...plain,
    wanted: wanted(['FAN', 3], ['MANUAL', 2]),
    codes: ['FIXED50'],
    turns: [back(1), back(1)],
  },
  'a fixed amount whose minimum is lost': {
    ...plain,
    wanted: wanted(['BAT', 1], ['MANUAL', 3]),
    codes: ['MINFIX'],
    turns: [back(0, 1), back(0, 1)],
  },
  'a percentage whose minimum is lost': {
    ...plain,
    wanted: wanted(['RAM', 4], ['MANUAL', 3]),
    codes: ['MIN1000'],
    turns: [back(1), back(1, 1), back(0, 1)],
  },
  'a gift that is kept': { ...plain, wanted: wanted(['BAT', 1]), codes: ['GIFT'], isSent: false, turns: [back(1)] },
  'a gift that is returned': {
    ...plain,
    wanted: wanted(['RAM', 2], ['FAN', 1]),
    codes: ['GIFT', 'TEN'],
    turns: [back(0, 0, 1), back(1)],
  },
  'campaigns that overlap': {
    ...plain,
    wanted: wanted(['TWICE-REDUCED', 4], ['BULK-SALE', 10], ['TIERED-SALE', 10]),
    codes: ['TEN'],
    turns: [back(1, 1), back(1, 0, 1)],
  },
  'a gift that is bought, and with it what others ask for': {
    ...plain,
    wanted: wanted(['BAT', 2], ['FAN', 3]),
    codes: ['BIGGIFT', 'MIN1000'],
    turns: [back(0, 3)],
  },
  'an agreed price that counts again, beside a code that is better': {
    ...plain,
    isCustomer: true,
    wanted: wanted(['BAT', 8]),
    codes: ['POWER25'],
    turns: [back(2), back(2)],
  },
  'a code whose minimum is lost, beside an agreed price': {
    ...plain,
    isCustomer: true,
    wanted: wanted(['FAN', 6], ['MANUAL', 5]),
    codes: ['MIN1000'],
    turns: [back(0, 3), back(1)],
  },
  sets: { ...plain, wanted: wanted(['KIT', 3]), codes: ['FIXED50'], turns: [back(1), back(1)] },
  'a gift card and free freight': {
    ...plain,
    wanted: wanted(['BAT', 6]),
    card: 40_001,
    isSent: false,
    turns: [back(2)],
  },
  'several rates of VAT': {
    ...plain,
    wanted: wanted(['MANUAL', 5], ['FAN', 2]),
    codes: ['FIXED50', 'TEN'],
    turns: [back(2, 1), back(1)],
  },
  'another currency': {
    ...plain,
    buyer: 'euros',
    wanted: wanted(['OWN-EURO', 3], ['BAT', 5]),
    codes: ['FIXED50'],
    turns: [back(1, 1)],
  },
  'agreed prices': {
    ...plain,
    isCustomer: true,
    wanted: wanted(['BAT', 10], ['FAN', 3]),
    turns: [back(7, 1), back(0, 1)],
  },
  'a bundle whose price an agreed one beats in fewer units': {
    ...plain,
    isCustomer: true,
    wanted: withBundle(wanted(['BAT', 8]), 6),
    turns: [back(0, 3), back(7), back(0, 1)],
  },
  'a bundle at an agreed price of many, of which fewer have that of the offer': {
    ...plain,
    isCustomer: true,
    wanted: withBundle(wanted(['BAT', 8]), 7),
    turns: [back(0, 2), back(0, 3)],
  },
  'parts of a bundle that are more than what they belong to, at a price of many': {
    ...plain,
    wanted: withBundle(wanted(['BAT', 7]), 7),
    turns: [back(4), back(2), back(0, 3)],
  },
  'parts of a bundle of which some reach a price of many, and others cost less in the bundle': {
    ...plain,
    wanted: withBundle(wanted(['BAT', 6]), 6),
    turns: [back(4), back(1), back(0, 1)],
  },
  'two gifts, of which one is given to who buys the other': {
    ...plain,
    wanted: wanted(['BAT', 4], ['RAM', 1]),
    codes: ['BIGGIFT', 'GIFT'],
    turns: [back(4)],
  },
  'two gifts that are both bought': {
    ...plain,
    wanted: wanted(['BAT', 4], ['FAN', 1]),
    codes: ['BIGGIFT', 'GIFT'],
    isSent: false,
    turns: [back(3), back(1)],
  },
  'the same at agreed prices': {
    ...plain,
    isCustomer: true,
    wanted: withBundle(wanted(['BAT', 8]), 7),
    turns: [back(5), back(0, 1), back(3)],
  },
  'a company without VAT': {
    ...plain,
    buyer: 'firm',
    wanted: wanted(['BAT', 5], ['ODD-PRICE', 7]),
    codes: ['FIXED50', 'NOTBAT15'],
    turns: [back(1, 3), back(2, 1)],
  },
}
