import { chassisList, models, type Chassis, type Model } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Story, type Words } from '../words.ts'
import { originalNumber } from './batteries.ts'

const screenStory: Story = [
  [
    words(
      'eDP cable with {pins} pins between mainboard and screen of {fits}.',
      'eDP-kabel med {pins} stift mellan moderkort och skärm i {fits}.',
    ),
  ],
  [
    words(
      'Lines or flicker that change when the lid moves are the sign of a broken cable.',
      'Streck eller flimmer som ändras när locket rörs är tecken på kabelbrott.',
    ),
    words(
      'Runs through the left hinge: note how it lies before you pull it out.',
      'Går genom vänster gångjärn: se efter hur den ligger innan du drar ut den.',
    ),
  ],
  [words('{touchLine}', '{touchLine}')],
]

const flatStory: Story = [
  [
    words(
      'Flat flex cable for the {purpose} of {fits}: {pins} conductors, {pitch} mm pitch, {length} mm.',
      'Flatkabel till {purpose} i {fits}: {pins} ledare, {pitch} mm delning, {length} mm.',
    ),
  ],
  [
    words(
      'Lift the latch before you pull; the contacts face {way}.',
      'Fäll upp låset innan du drar; kontakterna ska vara vända {way}.',
    ),
    words('Do not fold it sharply: a radius of 2 mm is enough.', 'Vik den inte skarpt: en radie på 2 mm räcker.'),
  ],
]

const antennaStory: Story = [
  [
    words(
      'Pair of antennas, main and auxiliary, for {fits}; cables of {length} mm.',
      'Antenner i par, main och aux, till {fits}; kablar på {length} mm.',
    ),
  ],
  [
    words('Covers 2.4, 5 and 6 GHz and ends in MHF4 plugs.', 'Täcker 2,4, 5 och 6 GHz och slutar i MHF4-kontakter.'),
    words(
      'The plugs bear some thirty matings; press them straight down.',
      'Kontakterna tål ett trettiotal anslutningar; tryck dem rakt ned.',
    ),
  ],
]

const portStory: Story = [
  [
    words(
      'Charging port with microphone on flex cable for {fits}.',
      'Laddkontakt med mikrofon på flexkabel till {fits}.',
    ),
  ],
  [
    words(
      'Clean the old port with a wooden pick first: lint is a common reason for poor contact.',
      'Rengör först den gamla kontakten med en träpinne: ludd är en vanlig orsak till glapp.',
    ),
    words('The rubber gasket round the opening is included.', 'Gummitätningen runt öppningen ingår.'),
  ],
  [words('Fast charging works as before.', 'Snabbladdning fungerar som tidigare.')],
]

const sealStory: Story = [
  [
    words(
      'Cut adhesive for the back and the screen of {fits}.',
      'Färdigskurna häftremsor till baksida och skärm på {fits}.',
    ),
  ],
  [
    words(
      'Remove all old glue with isopropanol, then press for one minute.',
      'Ta bort allt gammalt lim med isopropanol och pressa sedan i en minut.',
    ),
  ],
  [
    words(
      'A repaired device should not be regarded as watertight.',
      'En lagad enhet ska inte betraktas som vattentät.',
    ),
  ],
]

const flatPurposes: readonly { id: string; words: Words; name: Words }[] = [
  {
    id: 'trackpad',
    words: words('trackpad', 'styrplattan'),
    name: words('Flat cable, trackpad, for {fits}', 'Flatkabel, styrplatta, till {fits}'),
  },
  {
    id: 'power button',
    words: words('power button', 'strömknappen'),
    name: words('Flat cable, power button, for {fits}', 'Flatkabel, strömknapp, till {fits}'),
  },
  {
    id: 'io',
    words: words('I/O board', 'portkortet'),
    name: words('Flat cable, I/O board, for {fits}', 'Flatkabel, portkort, till {fits}'),
  },
]

export const internalCables = (): Part[] => [
  ...chassisList.flatMap((body) => [
    screenCable(body, false),
    ...(body.touchable ? [screenCable(body, true)] : []),
    ...flatPurposes.slice(0, body.age === 1 ? 3 : 1).map((_, at) => flatCable(body, at)),
    ...(body.age === 1 ? [antenna(body)] : []),
  ]),
  ...models.flatMap((model) =>
    model.sort === 'phone' || model.sort === 'tablet' ? [chargingPort(model), seal(model)] : [],
  ),
]

function screenCable(body: Chassis, touch: boolean): Part {
  const pins = touch || body.fans === 2 ? 40 : 30
  return part({
    key: `screen cable ${body.key} ${touch}`,
    family: 'internal-cables',
    kind: 'screen-cable',
    categories: ['screen-cables'],
    maker: 'ledara',
    story: screenStory,
    name: touch
      ? words('Screen cable, touch, {pins} pins, for {fits}', 'Skärmkabel, pekskärm, {pins} stift, till {fits}')
      : words('Screen cable, {pins} pins, for {fits}', 'Skärmkabel, {pins} stift, till {fits}'),
    values: {
      fits: body.fits,
      pins,
      touchLine: touch
        ? words(
            'For laptops with a touch screen; the version without touch has 30 pins.',
            'För datorer med pekskärm; utförandet utan pekfunktion har 30 stift.',
          )
        : words('Cable clips and tape are in place.', 'Kabelfästen och tejp sitter på plats.'),
    },
    facts: { pins, touch: touch ? 'yes' : 'no', pitch: 0.4 },
    price: shelfPrice(touch ? 289 : 219),
    weight: 12,
    devices: body.deviceIds,
    replaces: [originalNumber(body, `edp ${pins}`)],
  })
}

function flatCable(body: Chassis, at: number): Part {
  const purpose = flatPurposes[at] ?? { id: 'trackpad', words: words(''), name: words('') }
  const draws = drawsFor(`flat ${body.key} ${purpose.id}`)
  const [pins, pitch, length] = [draws.pick([6, 8, 10, 12, 16, 20]), draws.pick([0.5, 1]), draws.whole(5, 18) * 10]
  return part({
    key: `flat ${body.key} ${purpose.id}`,
    family: 'internal-cables',
    kind: 'flat-flex-cable',
    categories: ['flat-cables'],
    maker: 'ledara',
    story: flatStory,
    name: purpose.name,
    values: {
      fits: body.fits,
      purpose: purpose.words,
      pins,
      pitch,
      length,
      way: draws.pick([words('up', 'uppåt'), words('down', 'nedåt')]),
    },
    facts: { pins, pitch, length_mm: length },
    price: shelfPrice(draws.whole(70, 130)),
    weight: 3,
    devices: body.deviceIds,
  })
}

function antenna(body: Chassis): Part {
  const length = drawsFor(`antenna ${body.key}`).whole(30, 62) * 10
  return part({
    key: `antenna ${body.key}`,
    family: 'internal-cables',
    kind: 'antenna',
    categories: ['antennas'],
    maker: 'signalund',
    story: antennaStory,
    name: words('Wi-Fi antennas for {fits}', 'Wifi-antenner till {fits}'),
    values: { fits: body.fits, length },
    facts: { length_mm: length },
    price: shelfPrice(159),
    weight: 9,
    devices: body.deviceIds,
  })
}

function chargingPort(model: Model): Part {
  return part({
    key: `port ${model.key}`,
    family: model.sort === 'phone' ? 'phone-parts' : 'tablet-parts',
    kind: 'charging-port',
    categories: ['charging-ports'],
    maker: 'ficka',
    story: portStory,
    name: words('Charging port for {fits}', 'Laddkontakt till {fits}'),
    values: { fits: model.fits },
    facts: { plug: 'usb_c' },
    price: shelfPrice(140 + model.at * 12),
    weight: 5,
    devices: [model.deviceId],
  })
}

function seal(model: Model): Part {
  return part({
    key: `seal ${model.key}`,
    family: 'phone-parts',
    kind: 'adhesive-strips',
    categories: ['phone-adhesives'],
    maker: 'ficka',
    story: sealStory,
    name: words('Adhesive and seal for {fits}', 'Häftremsor och tätning till {fits}'),
    values: { fits: model.fits },
    facts: { pieces: 2 },
    price: shelfPrice(59),
    weight: 4,
    devices: [model.deviceId],
  })
}
