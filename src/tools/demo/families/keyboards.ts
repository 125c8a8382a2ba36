import { chassisList, type Chassis } from '../devices/devices.ts'
import { part, shelfPrice, type Choice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Story, type Words } from '../words.ts'
import { originalNumber } from './batteries.ts'

const layouts: readonly { code: string; label: Words; extra: number }[] = [
  { code: 'nordic', label: words('Nordic (SE/FI/DK/NO)', 'Nordisk (SE/FI/DK/NO)'), extra: 0 },
  { code: 'german', label: words('German (DE)', 'Tysk (DE)'), extra: 0 },
  { code: 'british', label: words('British (UK)', 'Brittisk (UK)'), extra: 20 },
  { code: 'us', label: words('American (US)', 'Amerikansk (US)'), extra: -30 },
  { code: 'french', label: words('French (FR)', 'Fransk (FR)'), extra: 10 },
  { code: 'swiss', label: words('Swiss (CH)', 'Schweizisk (CH)'), extra: 60 },
]

const story: Story = [
  [
    words(
      '{lightWord} keyboard for {fits}, in the layout you choose.',
      '{lightWord} tangentbord till {fits}, i den layout du väljer.',
    ),
    words(
      'Replaces worn, sticky or drenched keys in {fits}. Choose your layout above.',
      'Ersätter slitna, tröga eller blöta tangenter i {fits}. Välj layout ovan.',
    ),
  ],
  [
    words(
      'Ribbon cable and frame are in place; {screwCount} screws from below hold it.',
      'Flatkabel och ram är på plats; {screwCount} skruvar underifrån håller det.',
    ),
    words(
      'It is changed from {side} and held by {screwCount} screws; plan for {minutes} minutes.',
      'Det byts från {side} och hålls av {screwCount} skruvar; räkna med {minutes} minuter.',
    ),
  ],
  [
    words(
      'The key travel is {travel} mm, the same as in the original.',
      'Tangentvägen är {travel} mm, samma som i originalet.',
    ),
    words('The letters are laser-cut and do not wear off.', 'Tecknen är lasergraverade och nöts inte bort.'),
    words('Multimedia keys follow the F row of the original.', 'Multimedietangenterna följer originalets F-rad.'),
  ],
]

const trackpadStory: Story = [
  [words('Trackpad with {buttons} for {fits}.', 'Styrplatta med {buttons} till {fits}.')],
  [
    words(
      'Surface of {surfaceWord}, with the tension screw that sets the click.',
      'Yta av {surfaceWord}, med ställskruven som justerar klicket.',
    ),
    words(
      'A swollen battery often lifts the trackpad: look at it before you order.',
      'Ett svullet batteri trycker ofta upp styrplattan: titta på det innan du beställer.',
    ),
  ],
  [
    words('The ribbon cable is sold separately.', 'Flatkabeln säljs separat.'),
    words(
      'Multi-touch gestures work with the drivers of the laptop.',
      'Gester med flera fingrar fungerar med datorns egna drivrutiner.',
    ),
  ],
]

export const keyboards = (): Part[] => [
  ...chassisList.map((body) => keyboard(body, body.backlit)),
  ...chassisList.filter((body) => body.backlit && body.age === 1).map((body) => keyboard(body, false)),
  ...chassisList.map(trackpad),
]

const lights = {
  lit: {
    word: words('Backlit', 'Bakgrundsbelyst'),
    name: words('Backlit keyboard for {fits}', 'Bakgrundsbelyst tangentbord till {fits}'),
    fact: 'yes',
    extra: 160,
  },
  unlit: {
    word: words('Unlit', 'Obelyst'),
    name: words('Keyboard for {fits}', 'Tangentbord till {fits}'),
    fact: 'no',
    extra: 0,
  },
} as const

function keyboard(body: Chassis, lit: boolean): Part {
  const key = `keyboard ${body.key} ${lit ? 'lit' : 'unlit'}`
  const draws = drawsFor(key)
  const original = draws.chance(0.4)
  const light = lit ? lights.lit : lights.unlit
  const base = (original ? 690 : 480) + light.extra
  return part({
    key,
    family: 'laptop-keyboards',
    type: 2,
    kind: 'laptop-keyboard',
    categories: [`laptop-keyboards-${body.brand}`],
    ...(original ? { maker: body.brand, origin: 'original' } : { maker: 'tastica', origin: 'compatible' }),
    name: light.name,
    story,
    values: {
      fits: body.fits,
      lightWord: light.word,
      screwCount: draws.whole(3, 14),
      minutes: draws.pick([20, 30, 40]),
      side:
        body.age === 0
          ? words('above', 'ovansidan')
          : words('below, with the board removed', 'undersidan, när moderkortet är urtaget'),
      travel: draws.pick([1.3, 1.5, 1.8]),
    },
    facts: { backlight: light.fact, colour: body.colour === 'silver' ? 'silver' : 'black' },
    price: shelfPrice(base),
    weight: 210,
    devices: body.deviceIds,
    choices: choicesOf(body, lit, base),
    replaces: original ? [] : [originalNumber(body, `keyboard ${light.fact}`)],
  })
}

function choicesOf(body: Chassis, lit: boolean, base: number): Choice[] {
  const count = drawsFor(`layouts ${body.key} ${lit}`).whole(4, 6)
  return layouts
    .slice(0, count)
    .map(({ code, label, extra }) => ({ code, label, price: shelfPrice(base + extra), facts: { layout: code } }))
}

function trackpad(body: Chassis): Part {
  const draws = drawsFor(`trackpad ${body.key}`)
  return part({
    key: `trackpad ${body.key}`,
    family: 'trackpads',
    kind: 'trackpad',
    categories: ['trackpads'],
    maker: 'tastica',
    story: trackpadStory,
    name: words('Trackpad for {fits}', 'Styrplatta till {fits}'),
    values: {
      fits: body.fits,
      buttons: body.age === 0 ? words('two buttons', 'två knappar') : words('a click surface', 'klickbar yta'),
      surfaceWord: body.watts > 60 ? words('glass', 'glas') : words('mylar', 'mylar'),
    },
    facts: { width_mm: draws.pick([98, 105, 115]), pins: draws.pick([6, 8, 12]), colour: body.colour },
    price: shelfPrice(draws.whole(280, 560)),
    weight: 60,
    devices: body.deviceIds,
  })
}
