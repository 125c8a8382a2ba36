import { chip, contacts, hatch, label } from './details.ts'
import { board, dark, steel } from './palette.ts'
import { capacityOf } from './printed.ts'
import { box, choose, inked, move, path, repeat, thin } from './strokes.ts'
import { amount, factText, type Draw, type DrawnFacts } from './subject.ts'

/** Where the key notch of a module stands, as a share of its length: it keeps generations apart. */
const notches: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  dimm: { DDR3L: 0.41, DDR4: 0.55, DDR5: 0.485 },
  so_dimm: { DDR3L: 0.36, DDR4: 0.56, DDR5: 0.47 },
}

export function notchOf(facts: DrawnFacts): number {
  return notches[factText(facts, 'form_factor')]?.[factText(facts, 'memory_type')] ?? 0.52
}

type Frame = { left: number; top: number; width: number; height: number }

/** Modules of desktops are 133 × 31 mm, those of laptops 68 × 30 mm. */
export const dimmFrame: Frame = { left: 14, top: 184, width: 452, height: 112 }
export const sodimmFrame: Frame = { left: 44, top: 140, width: 392, height: 206 }

/** A memory module: rounded notches at the sides, and a key notch between two rows of contacts. */
function module({ left, top, width, height }: Frame, share: number): string {
  const bottom = top + height
  const right = left + width
  const side = top + height * 0.5
  const key = left + width * share
  const row = (from: number, to: number): string =>
    contacts(from, bottom - 26, Math.floor((to - from) / 13), 13, 8, 23, '#e6c455')
  return [
    path(
      `M${left} ${top}H${right}V${side - 10}a10 10 0 0 0 0 20` +
        `V${bottom}H${key + 8}v-24a8 8 0 0 0 -16 0v24H${left}V${side + 10}a10 10 0 0 0 0 -20z`,
      board,
    ),
    row(left + 10, key - 14),
    row(key + 15, right - 8),
  ].join('')
}

const ratings = (facts: DrawnFacts): string[] => [
  capacityOf(facts),
  [factText(facts, 'memory_type'), factText(facts, 'memory_speed')].filter(Boolean).join('-'),
]

const spreader = (): string =>
  box(28, 166, 424, 92, dark, 8) + inked(steel, path('M44 182h92M344 182h92M44 242h92M344 242h92'))

const dimmChips = (): string => repeat(8, (index) => chip(31 + index * 53 + (index > 3 ? 10 : 0), 194, 36, 62))

const memoryModule: Draw = (subject) => {
  const { facts, variant, number } = subject
  const isPair = amount(facts, 'pieces', 1) > 1
  const isNamed = number !== '' || Object.keys(facts).length > 0
  const isCovered = isPair || (!isNamed && variant % 3 === 1)
  const covered = module(dimmFrame, notchOf(facts)) + spreader()
  const one = [
    isCovered ? covered : module(dimmFrame, notchOf(facts)) + dimmChips(),
    isNamed ? label(130, isCovered ? 172 : 190, 220, isCovered ? 80 : 70, subject, ratings(facts)) : '',
  ].join('')
  return isPair ? move(0, -72, covered) + move(0, 64, one) : one
}

const sodimm: Draw = (subject) => {
  const { facts, variant } = subject
  const gb = amount(facts, 'capacity_gb', 8)
  const count = gb > 8 ? 4 : 2
  const pitch = 356 / count
  const width = Math.min(pitch - 18, 76)
  return [
    module(sodimmFrame, notchOf(facts)),
    repeat(count, (index) => chip(62 + pitch / 2 - width / 2 + index * pitch, 154, width, 128)),
    label(112, 168, 232, 112, subject, ratings(facts)),
    choose(variant, '', chip(392, 240, 24, 30)),
    thin(hatch(360, 296, 4, 15, 0, 'v12')),
  ].join('')
}

export const memory = { 'memory-module': memoryModule, sodimm } satisfies Record<string, Draw>
