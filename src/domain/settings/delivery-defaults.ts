/** What a new shop begins with: one delivery home and one abroad, whose prices `init` asks for. */
export const defaultZones = [
  { id: 'home-country', countries: ['SE'] },
  { id: 'abroad', countries: ['*'] },
]

export const defaultMethods = [
  {
    id: 'home',
    kind: 'home' as const,
    zones: ['home-country'],
    days: [1, 3],
    bands: [{ upToGrams: 30_000, price: '49' }],
  },
  {
    id: 'abroad',
    kind: 'home' as const,
    zones: ['abroad'],
    days: [3, 10],
    bands: [{ upToGrams: 30_000, price: '199' }],
  },
]

const areas: readonly (readonly [country: string, from: string, to: string, extraDays: number])[] = [
  ['DK', '3700', '3799', 1],
  ['ES', '07000', '07999', 1],
  ['ES', '35000', '35999', 3],
  ['ES', '38000', '38999', 3],
  ['FI', '22000', '22999', 2],
  ['FI', '96000', '99999', 1],
  ['FR', '20000', '20999', 1],
  ['IT', '07000', '09999', 1],
  ['IT', '90000', '98999', 1],
  ['NO', '8000', '8999', 1],
  ['NO', '9000', '9999', 2],
  ['PT', '9000000', '9999999', 3],
  ['SE', '62100', '62499', 1],
  ['SE', '93000', '96199', 1],
  ['SE', '96200', '98499', 2],
]

/** Islands and the far north. */
export const defaultAreas = areas.map(([country, from, to, extraDays]) => ({ country, from, to, extraDays }))
