import type { Json } from '../../src/server/platform/settings/setting-names.ts'

const bands = (light: string, heavy: string) => [
  { upToGrams: 5_000, price: light },
  { upToGrams: 10_000_000, price: heavy },
]

/**
 * Delivery of the fixture shop: light and heavy parcels home, service points and pick-up in Sweden, and a limit in
 * Iceland.
 */
export const fixtureDelivery: { [name: string]: Json } = {
  zones: [
    { id: 'se', countries: ['SE'] },
    { id: 'no', countries: ['NO'] },
    { id: 'dk', countries: ['DK'] },
    { id: 'fi', countries: ['FI'] },
    { id: 'is', countries: ['IS'] },
    { id: 'eu', countries: ['DE', 'FR', 'NL'] },
    { id: 'world', countries: ['*'] },
  ],
  methods: [
    { id: 'home-se', kind: 'home', zones: ['se'], days: [1, 2], freeFrom: '500', bands: bands('49', '147') },
    {
      id: 'point-se',
      kind: 'service_point',
      zones: ['se'],
      days: [1, 3],
      freeFrom: '500',
      bands: [
        { upToGrams: 1_000, price: '29' },
        { upToGrams: 5_000, price: '39' },
      ],
    },
    {
      id: 'pick-up-se',
      kind: 'pick_up',
      zones: ['se', 'no'],
      days: [1, 1],
      bands: [{ upToGrams: 20_000, price: '0' }],
    },
    {
      id: 'pallet-se',
      kind: 'home',
      zones: ['se'],
      days: [2, 4],
      aboveGrams: 30_000,
      bands: [{ upToGrams: 10_000_000, price: '990' }],
      name: { en: 'Pallet', sv: 'På pall' },
    },
    {
      id: 'home-nordic',
      kind: 'home',
      zones: ['no', 'dk', 'fi'],
      days: [2, 4],
      freeFrom: '1000',
      bands: bands('99', '297'),
    },
    {
      id: 'point-fi',
      kind: 'service_point',
      zones: ['fi'],
      days: [2, 5],
      bands: [{ upToGrams: 20_000, price: '79' }],
    },
    { id: 'home-is', kind: 'home', zones: ['is'], days: [3, 6], bands: [{ upToGrams: 1_000, price: '199' }] },
    { id: 'home-eu', kind: 'home', zones: ['eu'], days: [3, 6], freeFrom: '1500', bands: bands('129', '387') },
    { id: 'home-world', kind: 'home', zones: ['world'], days: [5, 12], bands: bands('299', '897') },
  ],
}
