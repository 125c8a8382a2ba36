import type { AnyOrder } from './any-order.ts'
import type { Step } from './any-step.ts'

const order: AnyOrder = {
  place: { country: 'SE', currency: 'SEK', postalCode: '111 22' },
  goods: [],
  coupons: [],
  cards: [],
  method: 'sandbox',
  progress: 'paid',
}
const step = (kind: string, line = 0, count = 0): Step => ({ kind, line, count, sku: 'FAN', times: 'once' })
const many: AnyOrder['goods'] = [
  ['FAN', 3],
  ['MANUAL', 3],
  ['RAM', 2],
  ['ODD-PRICE', 7],
]

/** Orders whose money was wrong once, which every run tries first. */
export const foundBefore: [AnyOrder, Step[]][] = [
  // A gift card that was bought gave back less after a credit of the goods beside it.
  [
    {
      ...order,
      goods: [
        ['MANUAL', 3],
        ['GIFT', 2],
      ],
    },
    [step('credit'), step('cancel')],
  ],
  // A discount that was lost with returned units was at the wrong VAT rates, and so was what was left.
  [{ ...order, goods: many, coupons: ['MIN1000'] }, [step('withdraw', 1, 2), step('ship', 0, 1)]],
  [{ ...order, goods: many, coupons: ['MIN1000'], method: 'invoice' }, [step('withdraw', 1, 2), step('ship all')]],
  // When all was back, some öre of amounts that were rounded when they were split were left at the rates.
  [
    {
      ...order,
      goods: [
        ['MANUAL', 5],
        ['RAM', 3],
        ['ODD-PRICE', 7],
        ['GIFT', 1],
      ],
      coupons: ['MIN1000'],
      progress: 'partly sent',
    },
    [step('withdraw', 0, 3), step('withdraw')],
  ],
  // A return that was paid back to two payments was booked as paid back to gift cards.
  [{ ...order, goods: [['FAN', 1]], progress: 'added to' }, [step('return', 1, 2), step('receive', 0, 2)]],
  // A cancelled order asked for what a change had made it dearer.
  [{ ...order, goods: [['FAN', 1]] }, [step('add'), step('cancel')]],
]
