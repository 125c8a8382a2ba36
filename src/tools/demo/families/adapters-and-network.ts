import type { DrawingKind } from '../drawings/drawing.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { labelOf } from '../parts/value-labels.ts'
import { words, type Story } from '../words.ts'

const adapterStory: Story = [
  [
    words(
      'Joins {from} on the computer with {to} on the other side.',
      'Kopplar {from} på datorn till {to} på andra sidan.',
    ),
    words(
      'From {from} to {to}, without driver and without power supply of its own.',
      'Från {from} till {to}, utan drivrutin och utan eget nätaggregat.',
    ),
  ],
  [
    words(
      'Works in this direction only: the computer must be on the {from} side.',
      'Fungerar bara i den här riktningen: datorn ska sitta på {from}-sidan.',
    ),
    words('The short cable takes the strain off the port.', 'Den korta kabeln avlastar porten.'),
    words('Small enough for the pocket of the charger bag.', 'Liten nog för fickan i laddarväskan.'),
  ],
  [words('{extra}', '{extra}')],
]

const adapterEnds: readonly (readonly [from: string, to: string, price: number])[] = [
  ['usb_c', 'hdmi', 249],
  ['usb_c', 'displayport', 259],
  ['usb_c', 'vga', 229],
  ['usb_c', 'rj45', 279],
  ['usb_c', 'usb_a', 79],
  ['usb_c', 'audio_35', 99],
  ['usb_a', 'rj45', 199],
  ['usb_a', 'usb_c', 69],
  ['usb_a', 'sata', 189],
  ['displayport', 'hdmi', 149],
  ['displayport', 'vga', 159],
  ['displayport', 'dvi', 149],
  ['mini_displayport', 'hdmi', 159],
  ['mini_displayport', 'vga', 169],
  ['hdmi', 'vga', 179],
  ['hdmi', 'dvi', 89],
  ['usb_c', 'sata', 209],
  ['usb_a', 'audio_35', 109],
]

export const adaptersAndNetwork = (): Part[] => [
  ...adapterEnds.flatMap(([from, to, price]) => [
    adapter(from, to, price, 'short'),
    adapter(from, to, price * 0.8, 'compact'),
  ]),
  ...(['wifi_5', 'wifi_6', 'wifi_6e', 'wifi_7'] as const).flatMap((standard, at) =>
    (['m2_2230', 'pcie_1'] as const).map((form) => wifiCard(standard, form, at)),
  ),
  ...[1, 2.5, 5, 10].flatMap((rate) => [1, 2].map((ports) => networkCard(rate, ports))),
  ...(['mini', 'travel', 'desk', 'desk plus', 'studio', 'rack'] as const).map(dock),
]

const bestPicture: Record<string, string> = { hdmi: 'uhd_60', displayport: 'uhd_60', vga: 'fhd_60', dvi: 'fhd_60' }

const shapes = {
  short: {
    maker: 'kontakta',
    name: words('Adapter {from} to {to}, with cable', 'Adapter {from} till {to}, med kabel'),
    facts: { length: 0.15 },
    colour: 'black',
    weight: 32,
  },
  compact: {
    maker: 'ledara',
    name: words('Adapter {from} to {to}, compact', 'Adapter {from} till {to}, kompakt'),
    facts: {},
    colour: 'silver',
    weight: 14,
  },
} as const

function adapter(from: string, to: string, price: number, shape: 'short' | 'compact'): Part {
  const [fromWords, toWords] = [labelOf('end_a', from) ?? words(from), labelOf('end_b', to) ?? words(to)]
  const look = shapes[shape]
  const best = bestPicture[to]
  return part({
    key: `adapter ${from} ${to} ${shape}`,
    family: 'adapters',
    kind: 'adapter-dongle',
    categories: ['adapters'],
    maker: look.maker,
    story: adapterStory,
    name: look.name,
    values: {
      from: fromWords,
      to: toWords,
      extra: best
        ? words('Highest picture is stated in the table below.', 'Högsta bildupplösning står i tabellen nedan.')
        : words('Gets no warmer than the hand.', 'Blir inte varmare än handen.'),
    },
    facts: { end_a: from, end_b: to, ...(best ? { max_resolution: best } : {}), ...look.facts, colour: look.colour },
    price: shelfPrice(price),
    weight: look.weight,
  })
}

const cardStory: Story = [
  [
    words(
      '{standardWord} with Bluetooth {bluetooth}, up to {rate} Gbit/s.',
      '{standardWord} med Bluetooth {bluetooth}, upp till {rate} Gbit/s.',
    ),
  ],
  [
    words(
      'The antenna plugs are MHF4; press them straight down with a plastic tool.',
      'Antennkontakterna är MHF4; tryck dem rakt ned med ett plastverktyg.',
    ),
    words(
      'The network appears after the first restart; drivers are part of the system.',
      'Nätverket dyker upp efter första omstarten; drivrutiner ingår i systemet.',
    ),
  ],
  [words('{place}', '{place}')],
]

function wifiCard(standard: 'wifi_5' | 'wifi_6' | 'wifi_6e' | 'wifi_7', form: 'm2_2230' | 'pcie_1', at: number): Part {
  const laptop = form === 'm2_2230'
  return part({
    key: `wifi ${standard} ${form}`,
    family: 'network',
    kind: laptop ? 'wifi-card' : 'network-card',
    categories: ['wifi-cards'],
    maker: 'signalund',
    story: cardStory,
    name: laptop
      ? words('{standardWord} card M.2 2230', '{standardWord}-kort M.2 2230')
      : words('{standardWord} card PCIe, with antennas', '{standardWord}-kort PCIe, med antenner'),
    values: {
      standardWord: labelOf('wifi', standard) ?? words(standard),
      rate: [0.9, 2.4, 2.4, 5.8][at] ?? 1,
      bluetooth: ['4.2', '5.2', '5.3', '5.4'][at] ?? '5.0',
      place: laptop
        ? words(
            'Some laptops accept only cards that their firmware knows.',
            'Vissa datorer godtar bara kort som deras firmware känner igen.',
          )
        : words('Two antennas on a magnetic foot are included.', 'Två antenner på magnetfot medföljer.'),
    },
    facts: {
      wifi: standard,
      bluetooth: ['4.2', '5.2', '5.3', '5.4'][at] ?? '5.0',
      ...(laptop ? { form_factor: 'm2_2230' } : { interface: 'pcie_1' }),
      data_rate: [0.9, 2.4, 2.4, 5.8][at] ?? 1,
    },
    price: shelfPrice(189 + at * 90 + (laptop ? 0 : 120)),
    weight: laptop ? 4 : 120,
  })
}

const nicStory: Story = [
  [
    words(
      'Network card with {portWord} for {rate} Gbit/s over copper.',
      'Nätverkskort med {portWord} för {rate} Gbit/s över koppar.',
    ),
  ],
  [
    words('Brackets of full and low height are included.', 'Fästen i full och låg höjd medföljer.'),
    words(
      'Wakes the computer over the network and bears large packets.',
      'Väcker datorn över nätverket och klarar stora paket.',
    ),
  ],
  [words('Falls back to lower rates by itself.', 'Går själv ned till lägre hastigheter.')],
]

function networkCard(rate: number, ports: number): Part {
  return part({
    key: `nic ${rate} ${ports}`,
    family: 'network',
    kind: 'network-card',
    categories: ['network-cards'],
    maker: 'signalund',
    story: nicStory,
    name: words('Network card {rate} Gbit/s, {portWord}, PCIe', 'Nätverkskort {rate} Gbit/s, {portWord}, PCIe'),
    values: { rate, portWord: ports === 1 ? words('one port', 'en port') : words('two ports', 'två portar') },
    facts: { data_rate: rate, ports, interface: 'pcie_1' },
    price: shelfPrice(129 + rate * 95 + ports * 80),
    weight: 90,
  })
}

const docks = {
  mini: { kind: 'docking-station', ports: 5, watts: 60, screens: 1, price: 449 },
  travel: { kind: 'docking-station', ports: 7, watts: 100, screens: 1, price: 649 },
  desk: { kind: 'docking-station', ports: 10, watts: 65, screens: 2, price: 1495 },
  'desk plus': { kind: 'docking-station', ports: 12, watts: 96, screens: 2, price: 1995 },
  studio: { kind: 'docking-station', ports: 14, watts: 96, screens: 3, price: 2995 },
  rack: { kind: 'docking-station', ports: 8, watts: 100, screens: 4, price: 3495 },
} as const satisfies Record<string, { kind: DrawingKind; ports: number; watts: number; screens: number; price: number }>

const dockStory: Story = [
  [
    words(
      '{ports} ports, of which {screens} for screens, over one USB-C cable.',
      '{ports} portar, varav {screens} för skärmar, via en USB-C-kabel.',
    ),
  ],
  [words('Gives the laptop up to {watts} W while it works.', 'Ger datorn upp till {watts} W under arbetet.')],
  [
    words(
      'The laptop needs a USB-C port with picture and charging (DisplayPort Alt Mode and Power Delivery).',
      'Datorn behöver en USB-C-port med bild och laddning (DisplayPort Alt Mode och Power Delivery).',
    ),
  ],
]

function dock(size: keyof typeof docks): Part {
  const { kind, ports, watts, screens, price } = docks[size]
  return part({
    key: `dock ${size}`,
    family: 'docking-stations',
    kind,
    categories: ['docking-stations'],
    maker: 'kontakta',
    story: dockStory,
    name: words('USB-C docking station, {ports} ports, {watts} W', 'USB-C-dockningsstation, {ports} portar, {watts} W'),
    values: { ports, watts, screens },
    facts: { ports, power: watts, end_a: 'usb_c', max_resolution: 'uhd_60' },
    price,
    weight: 90 + ports * 25,
  })
}
