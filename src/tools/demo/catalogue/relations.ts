import type { AttributeId } from '../parts/attributes.ts'
import type { FamilyId } from '../parts/families.ts'
import type { Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { stockOf } from './stock.ts'

export type Relation = { key: string; kind: 'accessory' | 'bundle' | 'alternative' | 'successor'; discount: number }

/** What to buy with a family: fixed articles by key, or parts of a category that fit the same device. */
type Companions = { articles: readonly string[]; beside: readonly string[] }

const companions: Partial<Record<FamilyId, Companions>> = {
  'laptop-batteries': {
    articles: ['workshop kit laptop', 'workshop pull tabs'],
    beside: ['chargers-usb-c', 'chargers-barrel', 'chargers-slim'],
  },
  'laptop-chargers': { articles: ['cable c5 black'], beside: [] },
  'dc-jacks': { articles: ['workshop kit laptop'], beside: ['chargers-usb-c', 'chargers-barrel', 'chargers-slim'] },
  'laptop-screens': { articles: ['workshop tape 3', 'workshop driver 24'], beside: ['screen-cables', 'bezels'] },
  'touch-glass': { articles: ['workshop heat bag', 'workshop suction'], beside: ['screen-cables'] },
  'laptop-keyboards': { articles: ['workshop driver 24', 'workshop cloths'], beside: ['flat-cables'] },
  trackpads: { articles: ['workshop kit laptop'], beside: ['flat-cables'] },
  'laptop-fans': { articles: ['paste 8.5 4', 'workshop air'], beside: ['bottom-covers'] },
  heatsinks: { articles: ['paste 12.5 2', 'workshop isopropanol 100'], beside: [] },
  'laptop-boards': { articles: ['paste 12.5 2', 'workshop esd mat'], beside: ['laptop-heatsinks'] },
  'io-boards': { articles: ['workshop driver 24'], beside: ['flat-cables'] },
  'camera-and-sound': { articles: ['workshop spudger', 'workshop tape 2'], beside: ['bezels'] },
  hinges: { articles: ['workshop screw M2.5 4', 'workshop glue'], beside: ['lids', 'bezels'] },
  palmrests: { articles: ['workshop screw M2 4', 'workshop picks'], beside: ['trackpads'] },
  covers: { articles: ['workshop screw M2 5', 'workshop picks'], beside: ['hinges'] },
  'internal-cables': { articles: ['workshop spudger', 'workshop kapton'], beside: [] },
  memory: { articles: ['workshop wrist strap', 'workshop driver 24'], beside: [] },
  ssd: { articles: ['enclosure nvme 10', 'workshop driver 24', 'pad 1 6 50 × 50'], beside: [] },
  'hard-drives': { articles: ['enclosure sata 5', 'cable c-c 100 black'], beside: [] },
  'drive-mounts': { articles: ['sata 1000 minnea', 'workshop driver 24'], beside: [] },
  'phone-parts': { articles: ['workshop kit phone', 'workshop heat bag'], beside: ['phone-adhesives'] },
  'tablet-parts': { articles: ['workshop suction', 'workshop heat bag'], beside: ['phone-adhesives'] },
  'printer-parts': { articles: ['workshop isopropanol 100', 'workshop cloths'], beside: ['printer-rollers'] },
  'power-supplies': { articles: ['cable c13 black'], beside: [] },
  cases: { articles: ['case fan 120 fluid 4', 'supply 650 gold atx'], beside: [] },
  'desktop-boards': { articles: ['workshop esd mat', 'workshop wrist strap'], beside: [] },
  'docking-stations': { articles: ['cable c-c 240 black', 'cable dp 1.4 black'], beside: [] },
  'small-batteries': { articles: ['workshop spudger'], beside: [] },
  'thermal-materials': { articles: ['workshop isopropanol 100', 'workshop cloths'], beside: [] },
}

/** The cable that fits the output of an adapter. */
const cablesTo: Readonly<Record<string, readonly string[]>> = {
  hdmi: ['cable hdmi 2.0 black'],
  displayport: ['cable dp 1.4 black'],
  rj45: ['cable cat6a grey'],
  usb_c: ['cable c-c 100 black'],
}

/** Accessories, bundles and alternatives of every part, by its key; only parts of the given list are referred to. */
export function relationsOf(parts: readonly Part[]): Map<string, Relation[]> {
  const byKey = new Map(parts.map((each) => [each.key, each]))
  const onShelf = Map.groupBy(
    parts.flatMap((each) => each.devices.map((device) => ({ at: `${each.categories[0]} ${device}`, key: each.key }))),
    ({ at }) => at,
  )
  const twins = Map.groupBy(parts, twinKey)
  return new Map(
    parts.map((each) => {
      const accessories = accessoriesOf(
        each,
        (category, device) => onShelf.get(`${category} ${device}`)?.map(({ key }) => key) ?? [],
      ).filter((key) => byKey.has(key) && key !== each.key)
      const twin = twinKey(each)
      const alternatives = (twin === undefined ? [] : (twins.get(twin) ?? []))
        .filter((other) => other.key !== each.key)
        .slice(0, 4)
      return [
        each.key,
        [
          ...accessories.map((key): Relation => ({ key, kind: 'accessory', discount: 0 })),
          ...bundleOf(
            each,
            accessories.filter((key) => isSoldAlone(byKey.get(key))),
          ),
          ...alternatives.map(({ key }): Relation => ({ key, kind: 'alternative', discount: 0 })),
          ...successorOf(each, alternatives),
        ],
      ]
    }),
  )
}

/** Some parts that are sold out have been replaced by one that is in stock. */
function successorOf(each: Part, alternatives: readonly Part[]): Relation[] {
  const stock = ({ key, price }: Part) => stockOf(key, price, new Date(0))
  const isSoldOut = stock(each)?.on_hand === 0 && stock(each)?.incoming_at === null
  if (!isSoldOut || each.type !== 1 || !drawsFor(`successor ${each.key}`).chance(0.4)) return []
  const next = alternatives.find((other) => isSoldAlone(other) && stock(other)?.on_hand !== 0)
  return next ? [{ key: next.key, kind: 'successor', discount: 0 }] : []
}

function isSoldAlone(part: Part | undefined): boolean {
  return part?.type === 1 && part.price !== null
}

type Beside = (category: string, device: string) => readonly string[]

function accessoriesOf(each: Part, beside: Beside): string[] {
  const device = each.devices[0]
  if (device && each.facts['ink_colour'] !== undefined) return otherInks(each, beside('toner-and-ink', device))
  const known = companionsOf(each)
  if (!known) return []
  const fitting = device ? known.beside.flatMap((category) => beside(category, device).slice(0, 1)) : []
  return [...new Set([...fitting, ...known.articles])].slice(0, 4)
}

/** The inks of the other colours, one each: they tend to run out together. */
function otherInks({ key, facts }: Part, inks: readonly string[]): string[] {
  const colourOf = (ink: string) => ink.split(' ')[2] ?? ''
  const others = inks.filter((ink) => ink !== key && colourOf(ink) !== facts['ink_colour'])
  return [...Map.groupBy(others, colourOf).values()].flatMap(([ink]) => ink ?? []).slice(0, 4)
}

/** Companions of categories that differ from the rest of their family. */
function companionsOf(each: Part): Companions | undefined {
  const kind = kindOf(each)
  const only = (...articles: string[]): Companions => ({ articles, beside: [] })
  switch (each.family) {
    case 'adapters':
      return only(...(cablesTo[String(each.facts['end_b'])] ?? []))
    case 'case-cooling':
      return kind === 'cooler' ? only('paste 8.5 4') : only(kind === 'case' ? 'fan hub 5' : 'case fan 120 fluid 4')
    case 'hard-drives':
      return each.facts['form_factor'] === 'in_25' ? companions['hard-drives'] : undefined
    case 'network':
      return only(kind === 'nic' ? 'cable cat6a grey' : 'workshop driver 24')
    case 'ssd':
      return kind === 'sata' ? only('enclosure sata 5', 'workshop driver 24') : companions.ssd
    default:
      return companions[each.family]
  }
}

function bundleOf(each: Part, accessories: readonly string[]): Relation[] {
  const draws = drawsFor(`bundle ${each.key}`)
  const key = accessories[0]
  return key && each.type === 1 && draws.chance(0.4)
    ? [{ key, kind: 'bundle', discount: draws.pick([10, 15, 20]) }]
    : []
}

/**
 * The attributes that parts of a family must share to be alternatives, besides device, category and kind: those that
 * decide whether one works in place of the other. Differences in quality (capacity, noise, speed) are allowed. Families
 * that are not listed have no alternatives.
 */
const decidingFacts: Partial<Record<FamilyId, readonly AttributeId[]>> = {
  'laptop-batteries': ['voltage', 'cells'],
  'phone-parts': ['voltage', 'touch', 'plug'],
  'tablet-parts': ['voltage', 'touch', 'plug'],
  'laptop-chargers': ['plug', 'voltage', 'power'],
  'laptop-screens': ['resolution', 'touch', 'pins'],
  'laptop-fans': ['voltage', 'pins'],
  memory: ['capacity_gb', 'memory_type', 'form_factor', 'voltage', 'pieces'],
  ssd: ['capacity_gb', 'form_factor'],
  'hard-drives': ['capacity_gb', 'form_factor', 'interface'],
  cables: ['end_a', 'end_b', 'socket_type', 'power', 'data_rate'],
  adapters: ['end_a', 'end_b'],
  'power-supplies': ['power', 'form_factor'],
  network: ['form_factor', 'interface', 'ports'],
  'case-cooling': ['diameter', 'pins', 'voltage'],
  'thermal-materials': ['thickness'],
}

/** The kind of a part within its category: the first word of its key, as in "toner …" and "fuser …". */
const kindOf = ({ key }: Part): string => key.split(' ')[0] ?? ''

/** A key that is equal for parts that are alternatives to each other; undefined for parts without alternatives. */
function twinKey(each: Part): string | undefined {
  const { facts, devices, categories, family, type } = each
  const ink = facts['ink_colour']
  const deciding = ink === undefined ? decidingFacts[family] : (['ink_colour'] as const)
  if (!deciding || type === 4 || (family === 'hard-drives' && facts['capacity_gb'] === undefined)) return undefined
  const place = family === 'laptop-chargers' ? '' : (devices[0] ?? '')
  return [family, kindOf(each), categories[0], type, place, ...deciding.map((fact) => facts[fact] ?? '')].join(' ')
}
