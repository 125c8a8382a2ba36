import { models, type Model } from '../devices/devices.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { labelOf } from '../parts/value-labels.ts'
import { words, type Story } from '../words.ts'

const rollerStory: Story = [
  [
    words('{roleUpper} for {fits}, with fresh rubber.', '{roleUpper} till {fits}, med nytt gummi.'),
    words(
      'Replaces the {role} of {fits} when paper slips or two sheets come at once.',
      'Ersätter {role} i {fits} när papperet slirar eller två ark matas på en gång.',
    ),
  ],
  [
    words(
      'Lasts for about {pages} pages; the change takes five minutes and needs no tools.',
      'Håller i ungefär {pages} sidor; bytet tar fem minuter och kräver inga verktyg.',
    ),
  ],
  [
    words(
      'Do not touch the rubber: skin grease makes it slip.',
      'Rör inte gummit: fett från huden gör att det slirar.',
    ),
    words(
      'Change roller and pad together: they wear at the same rate.',
      'Byt rulle och platta samtidigt: de slits lika fort.',
    ),
  ],
]
const tonerStory: Story = [
  [
    words(
      '{shadeUpper} {inkWord} for {fits}, about {pages} pages at 5 % coverage.',
      '{shadeUpper} {inkWord} till {fits}, ungefär {pages} sidor vid 5 % täckning.',
    ),
  ],
  [
    words('Filled in the EU; the chip shows the level as usual.', 'Fylld inom EU; chipet visar nivån som vanligt.'),
    words(
      'Take it as a subscription and it comes before the old one is empty.',
      'Ta den som prenumeration så kommer den innan den gamla är tom.',
    ),
  ],
  [words('Send empty cartridges back free of charge.', 'Skicka tillbaka tomma kassetter utan kostnad.')],
]
const fuserStory: Story = [
  [words('{what} for {fits}, 230 V.', '{what} till {fits}, 230 V.')],
  [
    words(
      'Let the printer cool for half an hour, then pull the blue levers.',
      'Låt skrivaren svalna en halvtimme och fäll sedan de blå spärrarna.',
    ),
  ],
  [
    words(
      'Reset the counter in the service menu afterwards; the steps are on the leaflet.',
      'Nollställ räknaren i servicemenyn efteråt; stegen står i bladet som följer med.',
    ),
  ],
]

const roles = [
  {
    id: 'pickup',
    role: words('pickup roller', 'upptagningsrullen'),
    name: words('Pickup roller', 'Upptagningsrulle'),
    price: 129,
  },
  {
    id: 'separation',
    role: words('separation pad', 'friktionsplattan'),
    name: words('Separation pad', 'Friktionsplatta'),
    price: 79,
  },
  {
    id: 'transfer',
    role: words('transfer roller', 'överföringsrullen'),
    name: words('Transfer roller', 'Överföringsrulle'),
    price: 349,
  },
] as const

export const printers = (): Part[] => models.flatMap((model) => (model.sort === 'printer' ? partsOf(model) : []))

const partsOf = (model: Model): Part[] => [
  ...roles.slice(0, model.name === 'Hem' ? 2 : 3).map(({ id, role, name, price }) =>
    part({
      key: `roller ${id} ${model.key}`,
      family: 'printer-parts',
      kind: 'printer-roller',
      looks: { role: id },
      categories: ['printer-rollers'],
      maker: 'valsa',
      story: rollerStory,
      name: words(`${name.en} for {fits}`, `${name.sv} till {fits}`),
      values: {
        fits: model.fits,
        role,
        roleUpper: name,
        pages: id === 'transfer' ? words('100,000', '100 000') : words('50,000', '50 000'),
      },
      facts: { material: 'rubber', length_mm: id === 'transfer' ? 226 : 46 },
      price: shelfPrice(price + model.at * 8),
      weight: 40,
      devices: [model.deviceId],
    }),
  ),
  ...(isColour(model) ? (['black', 'cyan', 'magenta', 'yellow'] as const) : (['black'] as const)).map((shade) =>
    toner(model, shade),
  ),
  ...(model.name === 'Hem' ? [] : [fuser(model)]),
]

function isColour(model: Model): boolean {
  return model.name === 'LP 400' || model.name === 'Hem'
}

function toner(model: Model, shade: 'black' | 'cyan' | 'magenta' | 'yellow'): Part {
  const ink = model.name === 'Hem'
  const pages = ink ? (shade === 'black' ? 480 : 320) : shade === 'black' ? 2600 + model.at * 200 : 1800
  const shadeUpper = labelOf('ink_colour', shade) ?? words(shade)
  return part({
    key: `toner ${model.key} ${shade}`,
    family: 'printer-parts',
    kind: ink ? 'ink-cartridge' : 'toner-cartridge',
    categories: ['toner-and-ink'],
    maker: 'valsa',
    story: tonerStory,
    name: words(
      `${ink ? 'Ink cartridge' : 'Toner'} for {fits}, {shade}, {pages} pages`,
      `${ink ? 'Bläckpatron' : 'Toner'} till {fits}, {shade}, {pages} sidor`,
    ),
    values: {
      fits: model.fits,
      shade: words(shadeUpper.en.toLowerCase(), shadeUpper.sv.toLowerCase()),
      shadeUpper,
      pages,
      inkWord: ink ? words('ink', 'bläck') : words('toner', 'toner'),
    },
    facts: { ink_colour: shade, page_yield: pages },
    price: shelfPrice(ink ? 189 + model.at * 10 : 429 + pages / 12),
    weight: ink ? 40 : 900,
    devices: [model.deviceId],
    intervals: [30, 60, 90],
  })
}

function fuser(model: Model): Part {
  return part({
    key: `fuser ${model.key}`,
    family: 'printer-parts',
    kind: 'fuser',
    categories: ['printer-maintenance'],
    maker: model.brand,
    origin: 'original',
    story: fuserStory,
    name: words('Fuser unit for {fits}', 'Fixerenhet till {fits}'),
    values: { fits: model.fits, what: words('Fuser unit', 'Fixerenhet') },
    facts: { voltage: 230, page_yield: 150_000 },
    price: shelfPrice(1290 + model.at * 140),
    weight: 1600,
    devices: [model.deviceId],
  })
}
