import type { DeliverySetUp } from '../../src/server/platform/db/reference/delivery-data.ts'

/**
 * Delivery methods of the fixture shop: light and heavy parcels home, service points and pick-up in Sweden, and a limit
 * in Iceland.
 */
const bands = (light: number) =>
  [
    [5, light],
    [100_000, light * 3],
  ] as const

export const fixtureDelivery: readonly DeliverySetUp[] = [
  { id: 'home-se', kind: 'home', countries: ['SE'], days: [1, 2], freeFrom: 50_000, bands: bands(4_900) },
  {
    id: 'point-se',
    kind: 'service_point',
    countries: ['SE'],
    days: [1, 3],
    freeFrom: 50_000,
    bands: [
      [1, 2_900],
      [5, 3_900],
    ],
  },
  { id: 'pick-up-se', kind: 'pick_up', countries: ['SE', 'NO'], days: [1, 1], bands: [[20, 0]] },
  {
    id: 'pallet-se',
    kind: 'home',
    countries: ['SE'],
    days: [2, 4],
    aboveKilos: 30,
    bands: [[100_000, 99_000]],
    names: { en: 'Pallet', sv: 'På pall' },
  },
  {
    id: 'home-nordic',
    kind: 'home',
    countries: ['NO', 'DK', 'FI'],
    days: [2, 4],
    freeFrom: 100_000,
    bands: bands(9_900),
  },
  { id: 'point-fi', kind: 'service_point', countries: ['FI'], days: [2, 5], bands: [[20, 7_900]] },
  { id: 'home-is', kind: 'home', countries: ['IS'], days: [3, 6], bands: [[1, 19_900]] },
  { id: 'home-eu', kind: 'home', countries: ['DE', 'FR', 'NL'], days: [3, 6], freeFrom: 150_000, bands: bands(12_900) },
  { id: 'home-world', kind: 'home', countries: ['US', 'GB', 'CH'], days: [5, 12], bands: bands(29_900) },
]
