import { chassisList, models, type Chassis, type Model } from '../devices/devices.ts'
import type { LaptopSeries } from '../devices/series.ts'
import type { MakerId } from '../makers.ts'
import { numberOf, part, shelfPrice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Story } from '../words.ts'
import { originalNumber } from './batteries.ts'

type Panel = {
  at: number
  maker: MakerId
  panel: 'ips' | 'tn' | 'oled'
  surface: 'matte' | 'glossy'
  touch: boolean
  resolution: LaptopSeries['resolution']
  hertz: number
  brightness: number
  price: number
}

const story: Story = [
  [
    words(
      '{inches}-inch {panelName} panel with {pixels} pixels for {fits}.',
      '{panelName}-panel på {inches} tum med {pixels} bildpunkter till {fits}.',
    ),
    words(
      'Replaces a broken or spotted screen in {fits}: {inches} inches, {pixels}, {surfaceWord}.',
      'Ersätter en sprucken eller fläckig skärm i {fits}: {inches} tum, {pixels}, {surfaceWord}.',
    ),
  ],
  [
    words(
      'The plug has {pins} pins and sits at the lower {corner}; {brightness} cd/m² and {hertz} Hz.',
      'Kontakten har {pins} stift och sitter nere till {corner}; {brightness} cd/m² och {hertz} Hz.',
    ),
    words(
      'Connects with {pins} pins (eDP) and reaches {brightness} cd/m² at {hertz} Hz.',
      'Ansluts med {pins} stift (eDP) och når {brightness} cd/m² vid {hertz} Hz.',
    ),
  ],
  [
    words(
      'Count the pins of your old panel before you order: 30 and 40 pins do not mix.',
      'Räkna stiften på den gamla panelen innan du beställer: 30 och 40 stift går inte att blanda.',
    ),
    words(
      'Free from dead pixels when it leaves us; every panel is lit and looked at.',
      'Fri från döda pixlar när den lämnar oss; varje panel tänds och synas.',
    ),
    words(
      'Disconnect the battery first, and lay the panel on a soft cloth.',
      'Koppla ur batteriet först och lägg panelen på ett mjukt underlag.',
    ),
  ],
  [words('{touchLine}', '{touchLine}')],
]

const glassStory: Story = [
  [words('Touch glass for {fits}, without panel.', 'Pekglas till {fits}, utan panel.')],
  [
    words(
      'It is bonded to the panel at the edge; warm it evenly to about 70 °C before you lift the old one.',
      'Glaset är limmat mot panelens kant; värm jämnt till cirka 70 °C innan du lyfter det gamla.',
    ),
  ],
  [
    words('Choose the complete screen if the picture itself is damaged.', 'Välj hel skärm om själva bilden är skadad.'),
    words('Adhesive for the edge is included.', 'Häftremsor till kanten följer med.'),
  ],
]

const mobileStory: Story = [
  [
    words(
      'Complete {inches}-inch screen with glass and frame for {fits}.',
      'Komplett skärm på {inches} tum med glas och ram till {fits}.',
    ),
  ],
  [
    words(
      'The frame spares you the gluing: move battery, camera and port over, and close.',
      'Ramen gör att du slipper limma: flytta över batteri, kamera och laddkontakt och stäng.',
    ),
    words(
      'Front camera and ear speaker are moved over from the old screen.',
      'Frontkamera och samtalshögtalare flyttas över från den gamla skärmen.',
    ),
  ],
  [
    words(
      'Try picture and touch before you seal the device.',
      'Prova bild och pekfunktion innan du förseglar enheten.',
    ),
    words(
      'Replace the seal as well if the device was protected against water.',
      'Byt även tätningen om enheten var vattenskyddad.',
    ),
  ],
]

export const screens = (): Part[] => [
  ...chassisList.flatMap((body) => panelsOf(body).map((panel) => screen(body, panel))),
  ...chassisList.filter((body) => body.touchable).map(glass),
  ...models.filter((model) => model.sort === 'phone' || model.sort === 'tablet').flatMap(mobileScreens),
]

function panelsOf(body: Chassis): Panel[] {
  const base: Panel = {
    at: 0,
    maker: 'klarvy',
    panel: 'ips',
    surface: 'matte',
    touch: false,
    resolution: body.resolution,
    hertz: body.fans === 2 ? 144 : 60,
    brightness: 300,
    price: 1,
  }
  const small = body.resolution === '1366x768'
  return [
    { ...base, brightness: small ? 220 : 300 },
    {
      ...base,
      at: 1,
      maker: 'panelis',
      panel: small || body.age === 0 ? 'tn' : 'ips',
      brightness: 250,
      hertz: 60,
      price: 0.8,
    },
    ...(body.touchable
      ? [{ ...base, at: 2, surface: 'glossy' as const, touch: true, brightness: 400, price: 1.45 }]
      : []),
    ...(body.age === 1 && body.inches >= 13 && body.watts >= 65 ? [finest(base, body)] : []),
  ]
}

function finest(base: Panel, body: Chassis): Panel {
  const oled = body.inches < 15
  return {
    ...base,
    at: 3,
    maker: 'panelis',
    panel: oled ? 'oled' : 'ips',
    surface: oled ? 'glossy' : 'matte',
    resolution: oled ? '2880x1800' : '2560x1600',
    hertz: oled ? 90 : 165,
    brightness: 450,
    price: 1.9,
  }
}

function screen(body: Chassis, panel: Panel): Part {
  const draws = drawsFor(`screen ${body.key} ${panel.at}`)
  const pins = panel.touch || panel.hertz > 60 ? 40 : 30
  const touchWords = panel.touch ? words(' touch', ' med pekfunktion') : words('')
  return part({
    key: `screen ${body.key} ${panel.at}`,
    family: 'laptop-screens',
    kind: 'screen-panel',
    categories: [screenCategory(body.inches)],
    maker: panel.maker,
    name: words(
      '{inches}"{touchWords} {panelName} screen for {fits}, {pixels}',
      'Skärm {inches} tum {panelName}{touchWords} till {fits}, {pixels}',
    ),
    story,
    values: {
      fits: body.fits,
      inches: body.inches,
      pixels: panel.resolution.replace('x', ' × '),
      panelName: panel.panel.toUpperCase(),
      pins,
      hertz: panel.hertz,
      brightness: panel.brightness,
      touchWords,
      surfaceWord: panel.surface === 'matte' ? words('matte', 'matt') : words('glossy', 'blank'),
      corner: draws.pick([words('left', 'vänster'), words('right', 'höger')]),
      touchLine: panel.touch
        ? words(
            'Touch is built into the panel and needs no cable of its own.',
            'Pekfunktionen är inbyggd i panelen och behöver ingen egen kabel.',
          )
        : words(''),
    },
    facts: {
      screen_size: body.inches,
      resolution: panel.resolution,
      panel_type: panel.panel,
      surface: panel.surface,
      touch: panel.touch ? 'yes' : 'no',
      refresh_rate: panel.hertz,
      brightness: panel.brightness,
      pins,
    },
    price: shelfPrice((420 + body.inches * 46 + (body.resolution === '2560x1600' ? 500 : 0)) * panel.price),
    weight: Math.round(body.inches * 24),
    devices: body.deviceIds,
    replaces: [originalNumber(body, `screen ${panel.resolution}`)],
  })
}

function glass(body: Chassis): Part {
  return part({
    key: `glass ${body.key}`,
    family: 'touch-glass',
    kind: 'touch-digitizer',
    categories: [screenCategory(body.inches)],
    maker: 'klarvy',
    name: words('Touch glass {inches}" for {fits}', 'Pekglas {inches} tum till {fits}'),
    story: glassStory,
    values: { fits: body.fits, inches: body.inches },
    facts: { screen_size: body.inches, surface: 'glossy', touch: 'yes' },
    price: shelfPrice(380 + body.inches * 34),
    weight: 280,
    devices: body.deviceIds,
  })
}

function mobileScreens(model: Model): Part[] {
  const phone = model.sort === 'phone'
  const common = {
    family: phone ? 'phone-parts' : 'tablet-parts',
    categories: [phone ? 'phone-screens' : 'tablet-screens'],
    devices: [model.deviceId],
    replaces: [numberOf(model.brand, `screen ${model.key}`)],
  } as const
  const complete = (panel: 'ips' | 'oled', maker: MakerId, price: number): Part =>
    part({
      ...common,
      key: `screen ${model.key} ${panel}`,
      kind: phone ? 'phone-screen' : 'tablet',
      maker,
      story: mobileStory,
      name: words(
        '{panelName} screen with frame for {fits}, {inches}"',
        '{panelName}-skärm med ram till {fits}, {inches} tum',
      ),
      values: { fits: model.fits, inches: model.inches, panelName: panel === 'ips' ? 'LCD' : 'OLED' },
      facts: {
        screen_size: model.inches,
        resolution: phone ? '2400x1080' : '2000x1200',
        panel_type: panel,
        touch: 'yes',
      },
      price: shelfPrice(price + model.at * 60),
      weight: phone ? 95 : 320,
    })
  const touchGlass = part({
    ...common,
    key: `glass ${model.key}`,
    kind: 'touch-digitizer',
    maker: 'ficka',
    name: words('Touch glass for {fits}, {inches}"', 'Pekglas till {fits}, {inches} tum'),
    story: glassStory,
    values: { fits: model.fits, inches: model.inches },
    facts: { screen_size: model.inches, touch: 'yes' },
    price: shelfPrice(420 + model.at * 40),
    weight: 180,
  })
  return phone
    ? [complete('oled', 'ficka', 1250), complete('ips', 'panelis', 640)]
    : [complete('ips', 'panelis', 1190), touchGlass]
}

function screenCategory(inches: number): string {
  if (inches < 13.9) return 'screens-small'
  if (inches < 15) return 'screens-14'
  return inches < 17 ? 'screens-15' : 'screens-17'
}
