import { chassisList } from '../devices/devices.ts'
import type { Plug } from '../devices/series.ts'
import { makerName, type MakerId } from '../makers.ts'
import { part, shelfPrice, type Part } from '../parts/part.ts'
import { words, type Story, type Words } from '../words.ts'

type Rating = { plug: Plug; watts: number; volts: number }

const ratings: readonly Rating[] = [
  { plug: 'usb_c', watts: 45, volts: 20 },
  { plug: 'usb_c', watts: 65, volts: 20 },
  { plug: 'usb_c', watts: 100, volts: 20 },
  { plug: 'usb_c', watts: 140, volts: 28 },
  { plug: 'barrel_4530', watts: 45, volts: 19.5 },
  { plug: 'barrel_4530', watts: 65, volts: 19.5 },
  { plug: 'barrel_4530', watts: 90, volts: 19.5 },
  { plug: 'barrel_7450', watts: 65, volts: 19.5 },
  { plug: 'barrel_7450', watts: 90, volts: 19.5 },
  { plug: 'barrel_7450', watts: 130, volts: 19.5 },
  { plug: 'barrel_5525', watts: 45, volts: 19 },
  { plug: 'barrel_5525', watts: 65, volts: 19 },
  { plug: 'barrel_5525', watts: 180, volts: 19.5 },
  { plug: 'barrel_5525', watts: 230, volts: 19.5 },
  { plug: 'slim_rectangular', watts: 65, volts: 20 },
  { plug: 'slim_rectangular', watts: 90, volts: 20 },
  { plug: 'slim_rectangular', watts: 135, volts: 20 },
  { plug: 'slim_rectangular', watts: 230, volts: 20 },
]

const plugNames: Record<Plug, Words> = {
  usb_c: words('USB-C'),
  barrel_4530: words('4.5 × 3.0 mm plug', '4,5 × 3,0 mm-kontakt'),
  barrel_5525: words('5.5 × 2.5 mm plug', '5,5 × 2,5 mm-kontakt'),
  barrel_7450: words('7.4 × 5.0 mm plug', '7,4 × 5,0 mm-kontakt'),
  slim_rectangular: words('slim rectangular plug', 'rektangulär kontakt'),
}

const categoryOf: Record<Plug, string> = {
  usb_c: 'chargers-usb-c',
  barrel_4530: 'chargers-barrel',
  barrel_5525: 'chargers-barrel',
  barrel_7450: 'chargers-barrel',
  slim_rectangular: 'chargers-slim',
}

const story: Story = [
  [
    words(
      'Charger for up to {watts} W ({volts} V, {amps} A) with {plugName}.',
      'Laddare för upp till {watts} W ({volts} V, {amps} A) med {plugName}.',
    ),
    words(
      'Gives {amps} A at {volts} V, {watts} W in all, through a {cable} m cable with {plugName}.',
      'Ger {amps} A vid {volts} V, totalt {watts} W, genom en {cable} m lång kabel med {plugName}.',
    ),
  ],
  [
    words(
      'Mains 100–240 V, so it works on journeys too; the wall cord is included.',
      'Nätspänning 100–240 V, så den fungerar även på resan; nätsladd följer med.',
    ),
    words(
      'Draws less than 0.1 W when nothing is connected, and shuts down when it gets too hot.',
      'Drar mindre än 0,1 W i tomgång och stänger av sig om den blir för varm.',
    ),
  ],
  [
    words(
      'Every make with this plug and at most {watts} W is charged at full speed.',
      'Alla datorer med den här kontakten och högst {watts} W laddas med full fart.',
    ),
    words(
      'A laptop that needs less takes only what it needs.',
      'En dator som behöver mindre tar bara så mycket som den behöver.',
    ),
  ],
]

export const chargers = (): Part[] =>
  ratings.flatMap((rating) => [charger(rating, 'voltrin', 1), charger(rating, 'kraftlund', 1.15), ...originals(rating)])

function charger(rating: Rating, maker: MakerId, dear: number, original?: MakerId): Part {
  const { plug, watts, volts } = rating
  const fitting = chassisList.filter(
    (body) =>
      body.plug === plug && body.watts <= watts && body.watts * 2.2 >= watts && (!original || body.brand === original),
  )
  const amps = Number((watts / volts).toFixed(2))
  const current = amps
  return part({
    key: `charger ${plug} ${watts} ${maker}`,
    family: 'laptop-chargers',
    kind: 'charger',
    categories: [categoryOf[plug]],
    maker,
    origin: original ? 'original' : 'compatible',
    name: original
      ? words('{brand} charger {watts} W, {plugName}', '{brand}-laddare {watts} W, {plugName}')
      : words('Laptop charger {watts} W, {plugName}', 'Laptopladdare {watts} W, {plugName}'),
    story,
    values: {
      watts,
      volts,
      amps,
      plugName: plugNames[plug],
      cable: maker === 'voltrin' ? 1.8 : 2.4,
      brand: makerName(maker),
    },
    facts: { power: watts, voltage: volts, current, plug, length: maker === 'voltrin' ? 1.8 : 2.4 },
    price: shelfPrice((190 + watts * 3.6) * dear),
    weight: 160 + watts * 3,
    devices: fitting.flatMap((body) => body.deviceIds),
  })
}

/** One original charger of the device's maker for each rating of its laptops. */
function originals(rating: Rating): Part[] {
  const brands = new Set(
    chassisList.filter((body) => body.plug === rating.plug && body.watts === rating.watts).map((body) => body.brand),
  )
  return [...brands].map((brand) => charger(rating, brand, 1.7, brand))
}
