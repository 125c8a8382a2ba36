import { models, chassisList, type Chassis, type Model } from '../devices/devices.ts'
import { chargerBody } from '../drawings/power.ts'
import type { DrawnFacts } from '../drawings/subject.ts'
import type { Part } from '../parts/part.ts'
import { drawsFor, type Draws } from '../random.ts'

const chassisByDevice = new Map(chassisList.flatMap((body) => body.deviceIds.map((id) => [id, body] as const)))
const modelByDevice = new Map(models.map((model) => [model.deviceId, model] as const))

type Sizing = (draws: Draws, body: Chassis | undefined, model: Model | undefined, facts: DrawnFacts) => DrawnFacts

/** Width and height of a laptop's body in millimetres; all parts of one chassis agree on them. */
function bodySize(body: Chassis | undefined): { wide: number; high: number } {
  const wide = Math.round((body?.inches ?? 14) * 22.14 + (body?.age === 1 ? 3 : 12))
  return { wide, high: Math.round(wide * 0.69) }
}

const laptopShell: Sizing = (_, body) => ({ wide_mm: bodySize(body).wide, high_mm: bodySize(body).high })

/** A size in millimetres between two bounds, the same for all parts of this kind of one device. */
const between =
  (wide: readonly [number, number], high?: readonly [number, number]): Sizing =>
  (draws) => ({ wide_mm: draws.whole(...wide), ...(high ? { high_mm: draws.whole(...high) } : {}) })

/** A laptop battery has 0.45 Wh per cubic centimetre, so its length follows from its energy. */
const battery: Sizing = (draws, body, _, facts) => {
  const energy = Number(facts['capacity_wh'] ?? 50)
  const [high, thick] = [draws.whole(88, 104), draws.whole(56, 66) / 10]
  return {
    wide_mm: Math.min(Math.round((energy / 0.45 / (high * thick)) * 1000), bodySize(body).wide - 30),
    high_mm: high,
    thick_mm: thick,
    plug_at: draws.pick(['left', 'middle', 'right']),
    plug_pins: draws.pick([6, 8, 10]),
  }
}

const charger: Sizing = (_, __, ___, facts) => {
  const { width, height } = chargerBody(facts)
  const wide = Math.round((facts['plug'] === 'usb_c' ? 52 : 84) + Number(facts['power'] ?? 65) * 0.33)
  return { wide_mm: wide, high_mm: Math.round((wide * height) / width) }
}

const phoneBattery: Sizing = (_, __, model) => ({
  wide_mm: Math.round((model?.inches ?? 6) * (model?.sort === 'tablet' ? 14 : 7.4)),
  high_mm: Math.round((model?.inches ?? 6) * (model?.sort === 'tablet' ? 10.5 : 13.6)),
})

const keyboard: Sizing = (_, body) => ({ wide_mm: bodySize(body).wide - 34, high_mm: 118 })

/** A width between two bounds, and the height that the drawing's proportions give. */
const inShape =
  (wide: readonly [number, number], ratio: number): Sizing =>
  (draws) => {
    const wide_mm = draws.whole(...wide)
    return { wide_mm, high_mm: Math.round(wide_mm * ratio) }
  }

/** Desktop boards have the measures of their form factor; the board of a laptop is as wide as its base allows. */
const boards: Readonly<Record<string, readonly [wide: number, high: number]>> = {
  atx: [244, 305],
  micro_atx: [244, 244],
  mini_itx: [170, 170],
}

const towerCase: Sizing = (_, __, ___, facts) => {
  const wide_mm = { micro_atx: 248, mini_itx: 214 }[String(facts['form_factor'])] ?? 292
  return { wide_mm, high_mm: Math.round((wide_mm * 424) / 272) }
}

const mainboard: Sizing = (draws, body, _, facts) => {
  const [wide_mm, high_mm] = boards[String(facts['form_factor'])] ?? [bodySize(body).wide - 60, draws.whole(118, 190)]
  return { wide_mm, high_mm }
}

const sizings: Partial<Record<Part['kind'], Sizing>> = {
  'laptop-battery': battery,
  charger,
  'phone-battery': phoneBattery,
  'laptop-keyboard': keyboard,
  palmrest: laptopShell,
  'bottom-cover': laptopShell,
  'screen-lid': laptopShell,
  bezel: laptopShell,
  'touch-digitizer': laptopShell,
  'screen-panel': (draws) => ({ plug_at: draws.pick(['left', 'right']) }),
  'adapter-dongle': (_, __, ___, facts) =>
    facts['colour'] === 'silver' ? { wide_mm: 31, high_mm: 39 } : { wide_mm: 44, high_mm: 36 },
  'docking-station': (_, __, ___, facts) => ({ wide_mm: 84 + Number(facts['ports'] ?? 5) * 11 }),
  hinge: inShape([74, 96], 350 / 372),
  'webcam-module': inShape([24, 34], 176 / 420),
  microphone: inShape([28, 40], 150 / 400),
  speaker: inShape([68, 96], 220 / 392),
  'dc-jack': inShape([14, 22], 170 / 230),
  'heatsink-fan': inShape([120, 170], 370 / 414),
  'io-board': inShape([34, 48], 352 / 314),
  motherboard: mainboard,
  'charging-port': inShape([18, 26], 150 / 360),
  fuser: inShape([280, 330], 290 / 408),
  'toner-cartridge': inShape([250, 310], 254 / 430),
  'ink-cartridge': inShape([42, 54], 378 / 264),
  trackpad: (_, body) => ({ buttons: body?.age === 0 ? 'two' : 'none' }),
  'screen-cable': between([16, 24]),
  case: towerCase,
  cpu: inShape([38, 45], 372 / 384),
  'external-drive': inShape([76, 82], 330 / 264),
  'network-card': inShape([118, 126], 206 / 340),
  'sound-card': inShape([120, 150], 206 / 350),
  mouse: inShape([62, 76], 356 / 264),
  keycap: inShape([15, 17], 1),
  'desktop-keyboard': () => ({ wide_mm: 440, high_mm: 186 }),
  'printer-roller': between([60, 110]),
}

/**
 * What a part's pictures show besides the facts of its specification table: its measures, where its connector is, and
 * what its family says (`looks`). Parts of one kind for one device have the same measures.
 */
export function looksOf(part: Part): DrawnFacts {
  const [device = part.key] = part.devices
  const body = chassisByDevice.get(device)
  const draws = drawsFor(`measures ${part.kind} ${body?.key ?? device}`)
  const stated = { ...part.facts, ...part.looks }
  return { ...sizings[part.kind]?.(draws, body, modelByDevice.get(device), stated), ...stated }
}
