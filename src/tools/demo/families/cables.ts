import { part, shelfPrice, type Choice, type Part } from '../catalogue/part.ts'
import type { DrawingKind } from '../drawings/drawing.ts'
import { labelOf } from '../catalogue/value-labels.ts'
import { words, type Words } from '../words.ts'

type Line = {
  id: string
  category: string
  kind: DrawingKind
  name: Words
  lead: Words
  lengths: readonly number[]
  price: number
  perMetre: number
  tips: readonly Words[]
  ends: readonly [string, string]
  facts?: Part['facts']
  colours?: readonly string[]
}

const usbTips = [
  words(
    'A USB-C cable charges only as fast as both ends allow.',
    'En USB-C-kabel laddar bara så fort som båda ändarna tillåter.',
  ),
  words(
    'The plug is bent 15,000 times in testing before it is released for sale.',
    'Kontakten böjs 15 000 gånger vid provning innan den släpps till försäljning.',
  ),
  words('Metal shell and braided jacket for a life in the bag.', 'Metallhölje och flätad mantel för ett liv i väskan.'),
]
const displayTips = [
  words(
    'Set the refresh rate in the system after the change; it does not follow by itself.',
    'Ställ in uppdateringsfrekvensen i systemet efter bytet; den följer inte med automatiskt.',
  ),
  words(
    "Triple shielding keeps Wi-Fi and picture out of each other's way.",
    'Trippel skärmning gör att wifi och bild inte stör varandra.',
  ),
  words(
    'If the picture goes black now and then, a shorter or better cable is the first thing to try.',
    'Blir bilden svart då och då är en kortare eller bättre kabel det första att prova.',
  ),
]
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
const cordTips = [
  words(
    'Check the connector on the device: three round pins want C5, two want C7, a square one wants C13.',
    'Kontrollera uttaget på apparaten: tre runda stift kräver C5, två kräver C7 och ett kantigt kräver C13.',
  ),
  words('Earthed plug, approved for use in the whole of the EU.', 'Jordad stickpropp, godkänd i hela EU.'),
]

const usb = [0.5, 1, 2, 3]
const video = [1, 2, 3, 5]
const lines: readonly Line[] = [
  {
    id: 'c-c 240',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-C cable, 240 W, 40 Gbit/s', 'USB-C-kabel, 240 W, 40 Gbit/s'),
    lead: words(
      'Charges at up to 240 W, carries 40 Gbit/s and video.',
      'Laddar med upp till 240 W, klarar 40 Gbit/s och bild.',
    ),
    lengths: [0.5, 0.8, 1],
    price: 199,
    perMetre: 120,
    tips: usbTips,
    ends: ['usb_c', 'usb_c'],
    facts: { power: 240, data_rate: 40 },
  },
  {
    id: 'c-c 100',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-C cable, 100 W, 10 Gbit/s', 'USB-C-kabel, 100 W, 10 Gbit/s'),
    lead: words(
      'For laptop charging and fast discs, with 100 W and 10 Gbit/s.',
      'För laddning av datorer och snabba diskar, med 100 W och 10 Gbit/s.',
    ),
    lengths: usb,
    price: 119,
    perMetre: 40,
    tips: usbTips,
    ends: ['usb_c', 'usb_c'],
    facts: { power: 100, data_rate: 10 },
  },
  {
    id: 'c-c 60',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-C charging cable, 60 W', 'USB-C-laddkabel, 60 W'),
    lead: words(
      'Charging cable for phones, tablets and small laptops.',
      'Laddkabel för mobiler, surfplattor och små datorer.',
    ),
    lengths: [1, 2, 3],
    price: 69,
    perMetre: 25,
    tips: usbTips,
    ends: ['usb_c', 'usb_c'],
    facts: { power: 60, data_rate: 0.48 },
    colours: ['black', 'white', 'blue'],
  },
  {
    id: 'a-c',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-A to USB-C cable, 5 Gbit/s', 'USB-A till USB-C-kabel, 5 Gbit/s'),
    lead: words('From the old port to the new device.', 'Från den gamla porten till den nya enheten.'),
    lengths: usb,
    price: 79,
    perMetre: 28,
    tips: usbTips,
    ends: ['usb_a', 'usb_c'],
    facts: { data_rate: 5 },
    colours: ['black', 'white'],
  },
  {
    id: 'a-b',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-A to USB-B printer cable', 'USB-A till USB-B-kabel för skrivare'),
    lead: words('The cable between printer or dock and computer.', 'Kabeln mellan skrivare eller docka och dator.'),
    lengths: [1, 2, 3, 5],
    price: 59,
    perMetre: 15,
    tips: usbTips.slice(2),
    ends: ['usb_a', 'usb_b'],
    facts: { data_rate: 0.48 },
  },
  {
    id: 'a-micro',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-A to Micro USB cable', 'USB-A till Micro USB-kabel'),
    lead: words('For older phones, readers and headphones.', 'För äldre mobiler, läsplattor och hörlurar.'),
    lengths: [0.5, 1, 2],
    price: 49,
    perMetre: 18,
    tips: usbTips.slice(1),
    ends: ['usb_a', 'micro_usb'],
    facts: { data_rate: 0.48 },
  },
  {
    id: 'a-a',
    category: 'usb-cables',
    kind: 'usb-cable',
    name: words('USB-A extension cable, 5 Gbit/s', 'USB-A-förlängningskabel, 5 Gbit/s'),
    lead: words(
      'Brings a port from the back of the desk to the front.',
      'Flyttar en port från skrivbordets baksida till framsidan.',
    ),
    lengths: [1, 2, 3],
    price: 79,
    perMetre: 22,
    tips: usbTips.slice(2),
    ends: ['usb_a', 'usb_a'],
    facts: { data_rate: 5 },
  },
  {
    id: 'hdmi 2.1',
    category: 'hdmi-cables',
    kind: 'video-cable',
    name: words('HDMI 2.1 cable, 48 Gbit/s', 'HDMI 2.1-kabel, 48 Gbit/s'),
    lead: words('4K at 120 Hz with sound return and HDR.', '4K i 120 Hz med ljudretur och HDR.'),
    lengths: [1, 2, 3],
    price: 149,
    perMetre: 48,
    tips: displayTips,
    ends: ['hdmi', 'hdmi'],
    facts: { max_resolution: 'uhd_120', data_rate: 48 },
  },
  {
    id: 'hdmi 2.0',
    category: 'hdmi-cables',
    kind: 'video-cable',
    name: words('HDMI cable, 18 Gbit/s', 'HDMI-kabel, 18 Gbit/s'),
    lead: words('4K at 60 Hz for screens and televisions.', '4K i 60 Hz för skärmar och tv.'),
    lengths: [1, 2, 3, 5, 10],
    price: 79,
    perMetre: 26,
    tips: displayTips,
    ends: ['hdmi', 'hdmi'],
    facts: { max_resolution: 'uhd_60', data_rate: 18 },
    colours: ['black', 'white'],
  },
  {
    id: 'hdmi-dvi',
    category: 'hdmi-cables',
    kind: 'video-cable',
    name: words('HDMI to DVI-D cable', 'HDMI till DVI-D-kabel'),
    lead: words('Joins a new laptop to an older screen.', 'Kopplar en ny dator till en äldre skärm.'),
    lengths: [2, 3],
    price: 109,
    perMetre: 20,
    tips: displayTips.slice(1),
    ends: ['hdmi', 'dvi'],
    facts: { max_resolution: 'fhd_60' },
  },
  {
    id: 'dp 1.4',
    category: 'displayport-cables',
    kind: 'video-cable',
    name: words('DisplayPort 1.4 cable, 32 Gbit/s', 'DisplayPort 1.4-kabel, 32 Gbit/s'),
    lead: words('4K at 120 Hz, with a latch at both ends.', '4K i 120 Hz, med lås i båda ändar.'),
    lengths: video,
    price: 119,
    perMetre: 38,
    tips: displayTips,
    ends: ['displayport', 'displayport'],
    facts: { max_resolution: 'uhd_120', data_rate: 32 },
  },
  {
    id: 'mini dp',
    category: 'displayport-cables',
    kind: 'video-cable',
    name: words('Mini DisplayPort to DisplayPort cable', 'Mini DisplayPort till DisplayPort-kabel'),
    lead: words('For workstations with the small connector.', 'För arbetsstationer med den lilla kontakten.'),
    lengths: [1, 2],
    price: 119,
    perMetre: 30,
    tips: displayTips,
    ends: ['mini_displayport', 'displayport'],
    facts: { max_resolution: 'uhd_60' },
  },
  {
    id: 'c-dp',
    category: 'displayport-cables',
    kind: 'video-cable',
    name: words('USB-C to DisplayPort cable, 4K', 'USB-C till DisplayPort-kabel, 4K'),
    lead: words(
      'One cable from the laptop to the screen, 4K at 60 Hz.',
      'En kabel från datorn till skärmen, 4K i 60 Hz.',
    ),
    lengths: [1, 2, 3],
    price: 199,
    perMetre: 40,
    tips: displayTips,
    ends: ['usb_c', 'displayport'],
    facts: { max_resolution: 'uhd_60' },
  },
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

/** Every line in every colour is a product whose choices are its lengths. */
export const cables = (): Part[] =>
  lines.flatMap((line) => (line.colours ?? ['black']).map((colour) => cable(line, colour)))

function cable(line: Line, colour: string): Part {
  const shade = labelOf('colour', colour) ?? words(colour)
  const several = (line.colours?.length ?? 1) > 1
  const base = {
    ...line.facts,
    ...(line.category === 'power-cords' ? {} : { end_a: line.ends[0], end_b: line.ends[1] }),
    colour,
  }
  const choices: Choice[] = line.lengths.map((length) => ({
    code: `${length}M`.replace('.', ''),
    label: words(`${length} m`, `${length} m`.replace('.', ',')),
    price: shelfPrice(line.price + line.perMetre * length),
    facts: { length },
  }))
  return part({
    key: `cable ${line.id} ${colour}`,
    family: 'cables',
    type: 2,
    kind: line.kind,
    categories: [line.category],
    maker: line.category === 'power-cords' ? 'kontakta' : 'ledara',
    name: several
      ? words(`${line.name.en}, ${shade.en.toLowerCase()}`, `${line.name.sv}, ${shade.sv.toLowerCase()}`)
      : line.name,
    story: [
      [line.lead],
      line.tips,
      [
        words(
          "Choose the length above; leave a hand's breadth of slack.",
          'Välj längd ovan, och räkna med en handsbredd extra.',
        ),
        words('The length is counted from plug to plug.', 'Längden räknas från kontakt till kontakt.'),
        words('A reusable tie is included.', 'Ett återanvändbart buntband följer med.'),
      ],
    ],
    facts: base,
    price: shelfPrice(line.price + line.perMetre * (line.lengths[0] ?? 1)),
    weight: 70,
    choices,
  })
}
