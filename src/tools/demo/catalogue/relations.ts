import { drawsFor } from '../random.ts'
import type { FamilyId } from './families.ts'
import type { Part } from './part.ts'

export type Relation = { key: string; kind: 'accessory' | 'bundle' | 'alternative'; discount: number }

/** What belongs with a family: fixed articles by key, or the parts of a category that fit the same device. */
type Companions = { articles: readonly string[]; beside: readonly string[] }

const companions: Partial<Record<FamilyId, Companions>> = {
  'laptop-batteries': { articles: ['workshop kit laptop', 'workshop pull tabs'], beside: ['chargers-usb-c', 'chargers-barrel', 'chargers-slim'] },
  'laptop-chargers': { articles: ['cable c5 black', 'adapter usb_c usb_a short'], beside: ['dc-jacks'] },
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
  'case-cooling': { articles: ['fan hub 5', 'paste 8.5 4'], beside: [] },
  cases: { articles: ['case fan 120 fluid 4', 'supply 650 gold atx'], beside: [] },
  'desktop-boards': { articles: ['workshop esd mat', 'workshop wrist strap'], beside: [] },
  'docking-stations': { articles: ['cable c-c 240 black', 'cable dp 1.4 black'], beside: [] },
  network: { articles: ['cable cat6a grey', 'workshop driver 24'], beside: [] },
  adapters: { articles: ['cable hdmi 2.0 black', 'cable c-c 100 black'], beside: [] },
  'small-batteries': { articles: ['workshop spudger'], beside: [] },
  'thermal-materials': { articles: ['workshop isopropanol 100', 'workshop cloths'], beside: [] },
}

/** Accessories, bundles and alternatives of every part, by its key; only parts of the list are named. */
export function relationsOf(parts: readonly Part[]): Map<string, Relation[]> {
  const byKey = new Map(parts.map((each) => [each.key, each]))
  const onShelf = Map.groupBy(
    parts.flatMap((each) => each.devices.map((device) => ({ at: `${each.categories[0]} ${device}`, key: each.key }))),
    ({ at }) => at,
  )
  const twins = Map.groupBy(
    parts.filter((each) => each.type !== 4),
    twinKey,
  )
  return new Map(
    parts.map((each) => {
      const accessories = accessoriesOf(each, (category, device) => onShelf.get(`${category} ${device}`)?.map(({ key }) => key) ?? []).filter(
        (key) => byKey.has(key) && key !== each.key,
      )
      const alternatives = (twins.get(twinKey(each)) ?? []).filter((other) => other.key !== each.key).slice(0, 4)
      return [
        each.key,
        [
          ...accessories.map((key): Relation => ({ key, kind: 'accessory', discount: 0 })),
          ...bundleOf(
            each,
            accessories.filter((key) => isSoldAlone(byKey.get(key))),
          ),
          ...alternatives.map(({ key }): Relation => ({ key, kind: 'alternative', discount: 0 })),
        ],
      ]
    }),
  )
}

function isSoldAlone(part: Part | undefined): boolean {
  return part?.type === 1 && part.price !== null
}

function accessoriesOf({ family, devices }: Part, beside: (category: string, device: string) => readonly string[]): string[] {
  const known = companions[family]
  const device = devices[0]
  if (!known) return []
  const fitting = device ? known.beside.flatMap((category) => beside(category, device).slice(0, 1)) : []
  return [...new Set([...fitting, ...known.articles])].slice(0, 4)
}

function bundleOf(each: Part, accessories: readonly string[]): Relation[] {
  const draws = drawsFor(`bundle ${each.key}`)
  const key = accessories[0]
  return key && each.type === 1 && draws.chance(0.4) ? [{ key, kind: 'bundle', discount: draws.pick([10, 15, 20]) }] : []
}

/** Parts that can stand in for each other: the same place in the same device, or the same shelf where none is named. */
function twinKey(each: Part): string {
  const place = each.devices[0] ?? ''
  return [
    each.family,
    each.kind,
    each.categories[0],
    each.type,
    place,
    place ? '' : (each.facts['capacity_gb'] ?? each.facts['power'] ?? each.facts['end_b'] ?? ''),
  ].join(' ')
}
