import { chip, contacts, hatch, label } from './details.ts'
import { board, dark, steel } from './palette.ts'
import { capacityOf } from './printed.ts'
import { box, choose, inked, move, path, repeat, thin } from './strokes.ts'
import { amount, said, type Draw, type DrawnFacts } from './subject.ts'

/** Where the key notch of a module stands, as a share of its length: it keeps generations apart. */
const notches: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  dimm: { DDR3L: 0.41, DDR4: 0.55, DDR5: 0.485 },
  so_dimm: { DDR3L: 0.36, DDR4: 0.56, DDR5: 0.47 },
}

export function notchOf(facts: DrawnFacts): number {
  return notches[said(facts, 'form_factor')]?.[said(facts, 'memory_type')] ?? 0.52
}

type Frame = { left: number; top: number; width: number; height: number }

export const dimmFrame: Frame = { left: 24, top: 148, width: 432, height: 184 }
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
  [said(facts, 'memory_type'), said(facts, 'memory_speed')].filter(Boolean).join('-'),
]

const memoryModule: Draw = (subject) => {
  const { facts } = subject
  const isPair = amount(facts, 'pieces', 1) > 1
  const count = 8
  const one = [
    module(dimmFrame, notchOf(facts)),
    isPair
      ? box(40, 128, 400, 160, dark, 8) + inked(steel, path('M56 148h90M334 148h90M56 268h90M334 268h90'))
      : repeat(count, (index) => chip(42 + index * 50, 166, 38, 98)),
    label(130, isPair ? 140 : 158, 220, isPair ? 136 : 118, subject, ratings(facts)),
  ].join('')
  return isPair
    ? move(0, -72, module(dimmFrame, notchOf(facts)), box(40, 128, 400, 160, dark, 8)) + move(0, 64, one)
    : one
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
