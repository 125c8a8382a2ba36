import { words } from '../words.ts'
import type { CableLine } from './cable-line.ts'

const networkTips = [
  words(
    'The latch is covered and does not break when the cable is pulled through a duct.',
    'Låsfliken är skyddad och bryts inte när kabeln dras genom en kanal.',
  ),
  words(
    'Copper throughout, no copper-clad aluminium, so it carries Power over Ethernet.',
    'Helkoppar, inte kopparklädd aluminium, och klarar därför Power over Ethernet.',
  ),
]

export const networkCables: readonly CableLine[] = [
  {
    id: 'cat6',
    category: 'network-cables',
    kind: 'network-cable',
    name: words('Network cable Cat 6, unshielded', 'Nätverkskabel Cat 6, oskärmad'),
    lead: words(
      'Patch cable for 1 Gbit/s, and 10 Gbit/s over short runs.',
      'Patchkabel för 1 Gbit/s och 10 Gbit/s på korta sträckor.',
    ),
    lengths: [0.5, 1, 2, 3, 5, 10],
    price: 39,
    perMetre: 12,
    tips: networkTips,
    ends: ['rj45', 'rj45'],
    facts: { cable_class: 'cat6', data_rate: 1 },
    colours: ['grey', 'blue', 'red', 'yellow', 'green', 'black'],
  },
  {
    id: 'cat6a',
    category: 'network-cables',
    kind: 'network-cable',
    name: words('Network cable Cat 6A, shielded', 'Nätverkskabel Cat 6A, skärmad'),
    lead: words(
      '10 Gbit/s over the full 100 metres, every pair shielded.',
      '10 Gbit/s på hela 100 meter, varje par skärmat.',
    ),
    lengths: [0.5, 1, 2, 3, 5, 10],
    price: 59,
    perMetre: 17,
    tips: networkTips,
    ends: ['rj45', 'rj45'],
    facts: { cable_class: 'cat6a', data_rate: 10 },
    colours: ['grey', 'blue', 'black', 'white'],
  },
  {
    id: 'cat8',
    category: 'network-cables',
    kind: 'network-cable',
    name: words('Network cable Cat 8, 40 Gbit/s', 'Nätverkskabel Cat 8, 40 Gbit/s'),
    lead: words('Between switch and server in the same rack.', 'Mellan switch och server i samma rack.'),
    lengths: [0.5, 1, 2],
    price: 119,
    perMetre: 45,
    tips: networkTips,
    ends: ['rj45', 'rj45'],
    facts: { cable_class: 'cat8', data_rate: 40 },
  },
]
