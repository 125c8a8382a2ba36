import { words } from '../words.ts'
import type { CableLine } from './cable-line.ts'

const cordTips = [
  words(
    'Check the connector on the device: three round pins want C5, two want C7, a square one wants C13.',
    'Kontrollera uttaget på apparaten: tre runda stift kräver C5, två kräver C7 och ett kantigt kräver C13.',
  ),
  words('Earthed plug, approved for use in the whole of the EU.', 'Jordad stickpropp, godkänd i hela EU.'),
]

export const powerCords: readonly CableLine[] = [
  {
    id: 'c5',
    category: 'power-cords',
    kind: 'power-cord',
    name: words('Power cord C5, for laptop chargers', 'Nätsladd C5, till laptopladdare'),
    lead: words('Three-pole cord with the clover-shaped connector.', 'Trepolig sladd med klöverformad kontakt.'),
    lengths: [1, 1.8, 3],
    price: 79,
    perMetre: 20,
    tips: cordTips,
    ends: ['open', 'open'],
    facts: { socket_type: 'eu' },
  },
  {
    id: 'c7',
    category: 'power-cords',
    kind: 'power-cord',
    name: words('Power cord C7, two-pole', 'Nätsladd C7, tvåpolig'),
    lead: words(
      'Flat two-pole cord for printers and small chargers.',
      'Platt tvåpolig sladd till skrivare och små laddare.',
    ),
    lengths: [1, 1.8, 3],
    price: 59,
    perMetre: 16,
    tips: cordTips.slice(0, 1),
    ends: ['open', 'open'],
    facts: { socket_type: 'eu' },
  },
  {
    id: 'c13',
    category: 'power-cords',
    kind: 'power-cord',
    name: words('Power cord C13, for computers and screens', 'Nätsladd C13, till datorer och skärmar'),
    lead: words(
      '10 A cord for desktop computers, screens and servers.',
      '10 A-sladd till stationära datorer, skärmar och servrar.',
    ),
    lengths: [1, 1.8, 3, 5],
    price: 79,
    perMetre: 18,
    tips: cordTips,
    ends: ['open', 'open'],
    facts: { socket_type: 'eu' },
  },
  {
    id: 'c13 uk',
    category: 'power-cords',
    kind: 'power-cord',
    name: words('Power cord C13, UK plug', 'Nätsladd C13, brittisk stickpropp'),
    lead: words('10 A cord with fused UK plug.', '10 A-sladd med brittisk, avsäkrad stickpropp.'),
    lengths: [1.8, 3],
    price: 99,
    perMetre: 20,
    tips: cordTips.slice(0, 1),
    ends: ['open', 'open'],
    facts: { socket_type: 'uk' },
  },
]
