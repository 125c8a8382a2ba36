import type { Json } from '../../../server/platform/settings/setting-names.ts'

const bands = (...prices: readonly (readonly [kilos: number, price: string])[]) =>
  prices.map(([kilos, price]) => ({ upToGrams: kilos * 1000, price }))

/** The demo's delivery, in the checkout's order. */
export const demoDelivery: { [name: string]: Json } = {
  zones: [
    { id: 'sweden', countries: ['SE'] },
    { id: 'nordic', countries: ['NO', 'DK', 'FI'] },
    { id: 'iceland', countries: ['IS'] },
    { id: 'germany', countries: ['DE'] },
    { id: 'eu', countries: 'AT BE BG CY CZ EE ES FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SI SK'.split(' ') },
    { id: 'world', countries: ['*'] },
  ],
  methods: [
    {
      id: 'home-se',
      kind: 'home',
      zones: ['sweden'],
      days: [1, 2],
      freeFrom: '500',
      bands: bands([2, '49'], [10, '79'], [20, '129'], [35, '199']),
    },
    {
      id: 'point-se',
      kind: 'service_point',
      zones: ['sweden'],
      days: [1, 3],
      freeFrom: '500',
      bands: bands([2, '39'], [10, '59'], [20, '99']),
    },
    { id: 'pick-up-se', kind: 'pick_up', zones: ['sweden'], days: [1, 1], bands: bands([100, '0']) },
    {
      id: 'pallet-se',
      kind: 'home',
      zones: ['sweden'],
      days: [2, 4],
      aboveGrams: 35_000,
      bands: bands([150, '590'], [700, '890']),
      name: { en: 'Pallet to your door', sv: 'På pall till dörren' },
    },
    {
      id: 'home-nordic',
      kind: 'home',
      zones: ['nordic', 'iceland'],
      days: [2, 4],
      freeFrom: '1000',
      bands: bands([2, '99'], [10, '149'], [30, '249']),
    },
    {
      id: 'point-nordic',
      kind: 'service_point',
      zones: ['nordic'],
      days: [2, 5],
      freeFrom: '1000',
      bands: bands([2, '79'], [10, '119'], [20, '189']),
    },
    {
      id: 'home-eu',
      kind: 'home',
      zones: ['germany', 'eu'],
      days: [3, 6],
      freeFrom: '1500',
      bands: bands([2, '129'], [10, '199'], [30, '349']),
    },
    {
      id: 'point-de',
      kind: 'service_point',
      zones: ['germany'],
      days: [3, 7],
      freeFrom: '1500',
      bands: bands([2, '99'], [10, '149'], [20, '249']),
    },
    {
      id: 'home-world',
      kind: 'home',
      zones: ['world'],
      days: [5, 12],
      bands: bands([2, '299'], [10, '599'], [20, '999']),
    },
  ],
}
