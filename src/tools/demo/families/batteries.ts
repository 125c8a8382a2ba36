import { chassisList, models, type Chassis, type Model } from '../devices/devices.ts'
import type { MakerId } from '../makers.ts'
import { numberOf, part, shelfPrice, type Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Story, type Words } from '../words.ts'

/** A maker's version of a laptop battery: more or less capacity at a higher or lower price. */
type Make = { maker: MakerId | 'device'; energy: number; price: number; high: boolean }

const makes: readonly Make[] = [
  { maker: 'device', energy: 1, price: 1.45, high: false },
  { maker: 'amperine', energy: 0.96, price: 0.82, high: false },
  { maker: 'kraftlund', energy: 1.04, price: 1, high: false },
  { maker: 'kraftlund', energy: 1.28, price: 1.3, high: true },
]

const standardName = words('Laptop battery for {fits}, {energy} Wh', 'Laptopbatteri till {fits}, {energy} Wh')
const highName = words('High-capacity battery for {fits}, {energy} Wh', 'Högkapacitetsbatteri till {fits}, {energy} Wh')

const story: Story = [
  [
    words(
      'A {cells}-cell {cellType} battery with {energy} Wh ({charge} mAh at {volt} V) for {fits}.',
      'Ett {cellType}batteri med {cells} celler och {energy} Wh ({charge} mAh vid {volt} V) till {fits}.',
    ),
    words(
      'Replaces the built-in battery of {fits}: {cells} cells, {volt} V, {energy} Wh.',
      'Ersätter det inbyggda batteriet i {fits}: {cells} celler, {volt} V, {energy} Wh.',
    ),
  ],
  [
    words(
      'It is held by {screwCount} screws under the bottom cover and joins the board with a {pins}-pin plug.',
      'Det sitter med {screwCount} skruvar under bottenplattan och ansluts med en {pins}-polig kontakt.',
    ),
    words(
      'Remove the bottom cover, unplug the {pins}-pin cable first and loosen {screwCount} screws; the swap ' +
        'takes about {minutes} minutes.',
      'Ta av bottenplattan, lossa först den {pins}-poliga kabeln och sedan {screwCount} skruvar; bytet tar ' +
        'ungefär {minutes} minuter.',
    ),
  ],
  [
    words(
      'Protected against overcharging, short circuit and heat.',
      'Skyddat mot överladdning, kortslutning och överhettning.',
    ),
    words(
      'The charge electronics report wear and temperature to the laptop as the original does.',
      'Laddelektroniken rapporterar slitage och temperatur till datorn precis som originalet.',
    ),
    words(
      'Each battery is charged to about 40 % before it leaves us, and carries its production month.',
      'Varje batteri är laddat till cirka 40 % när det lämnar oss och märkt med tillverkningsmånad.',
    ),
  ],
  [
    words(
      'Charge it fully once before first use so that the remaining time is shown correctly.',
      'Ladda det fullt en gång före första användningen, så visas den återstående tiden rätt.',
    ),
    words(
      'Hand in the old battery for recycling; we take it back free of charge.',
      'Lämna det gamla batteriet till återvinning; vi tar emot det utan kostnad.',
    ),
  ],
]

const phoneStory: Story = [
  [
    words(
      'A {charge} mAh battery for {fits}, {volt} V, with flex cable.',
      'Ett batteri på {charge} mAh till {fits}, {volt} V, med flexkabel.',
    ),
  ],
  [
    words(
      'Pull tabs are fitted, so that it sits as firmly as the first one.',
      'Dragflikar är monterade, så att det sitter lika stadigt som det första.',
    ),
    words(
      'Warm the back of the device before you pull the old battery; never lever it out with metal.',
      'Värm baksidan innan du drar loss det gamla batteriet, och bänd aldrig med metall.',
    ),
  ],
  [
    words(
      'Below 80 % of its first capacity a battery is worth changing.',
      'Under 80 % av den ursprungliga kapaciteten är det värt att byta.',
    ),
    words(
      'No charge cycles: newly made, not taken from other devices.',
      'Noll laddcykler: nytillverkat, inte hämtat ur andra enheter.',
    ),
  ],
]

export const batteries = (): Part[] => [
  ...chassisList.flatMap((body) =>
    makes.flatMap((make, at) => (make.high && body.age === 0 ? [] : [laptopBattery(body, make, at)])),
  ),
  ...models.filter((model) => model.sort === 'phone' || model.sort === 'tablet').flatMap(deviceBatteries),
]

/**
 * The number that the device's maker prints on the battery of this chassis; other makers list it as the number they
 * replace.
 */
export function originalNumber(body: Chassis, what: string): string {
  return numberOf(body.brand, `${body.key} ${what}`)
}

function laptopBattery(body: Chassis, make: Make, at: number): Part {
  const draws = drawsFor(`battery ${body.key} ${at}`)
  const lithiumIon = body.age === 0 && body.cells >= 3 && at !== 3
  const voltage = Number((body.cells > 4 ? 11.4 : body.cells * (lithiumIon ? 3.7 : 3.85)).toFixed(1))
  const energy = Math.round(body.wattHours * make.energy + body.age * 3)
  const charge = Math.round((energy / voltage) * 100) * 10
  const original = make.maker === 'device'
  const cellType: Words = lithiumIon ? words('lithium-ion', 'litiumjon') : words('lithium polymer', 'litiumpolymer')
  return part({
    key: `battery ${body.key} ${at}`,
    family: 'laptop-batteries',
    kind: 'laptop-battery',
    categories: [`laptop-batteries-${body.brand}`],
    maker: make.maker === 'device' ? body.brand : make.maker,
    origin: original ? 'original' : 'compatible',
    name: make.high ? highName : standardName,
    story,
    values: {
      fits: body.fits,
      energy,
      charge,
      volt: voltage,
      cellType,
      cells: body.cells,
      screwCount: draws.whole(4, 9),
      pins: draws.pick([6, 8, 10]),
      minutes: draws.pick([10, 15, 20]),
    },
    facts: {
      capacity_wh: energy,
      capacity_mah: charge,
      voltage,
      cells: body.cells,
      chemistry: lithiumIon ? 'li_ion' : 'li_po',
    },
    price: shelfPrice((240 + energy * 9.5) * make.price),
    weight: 90 + energy * 4,
    devices: body.deviceIds,
    makerNumber: original ? originalNumber(body, 'battery') : numberOf(make.maker, `battery ${body.key} ${at}`),
    replaces: original
      ? [originalNumber(body, 'battery of before')]
      : [originalNumber(body, 'battery'), originalNumber(body, 'battery of before')],
  })
}

function deviceBatteries(model: Model): Part[] {
  const phone = model.sort === 'phone'
  const charge =
    Math.round((phone ? 2900 + (model.inches - 5) * 1100 : 5800 + (model.inches - 9) * 900) / 50 + model.at * 2) * 50
  return (['amperine', 'ficka'] as const).slice(0, phone ? 2 : 1).map((maker, at) =>
    part({
      key: `battery ${model.key} ${maker}`,
      family: phone ? 'phone-parts' : 'tablet-parts',
      kind: 'phone-battery',
      categories: [phone ? 'phone-batteries' : 'tablet-batteries'],
      maker,
      name: words('Battery for {fits}, {charge} mAh', 'Batteri till {fits}, {charge} mAh'),
      story: phoneStory,
      values: { fits: model.fits, charge: charge - at * 150, volt: 3.87 },
      facts: { capacity_mah: charge - at * 150, voltage: 3.87, chemistry: 'li_po' },
      price: shelfPrice((phone ? 260 : 480) + model.at * 18 - at * 70),
      weight: phone ? 62 : 190,
      devices: [model.deviceId],
      replaces: [numberOf(model.brand, `battery ${model.key}`)],
    }),
  )
}
