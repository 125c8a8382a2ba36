import { cable, contacts, hatch, hole, label, screw, wires } from './details.ts'
import { faces } from './faces.ts'
import { centred, fitting, words } from './lettering.ts'
import { accent, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { plug } from './plugs.ts'
import { printed } from './printed.ts'
import { box, choose, disc, flat, inked, move, path, repeat, scaled, thin, turn } from './strokes.ts'
import { amount, measured, factText, type Draw, type DrawnFacts } from './subject.ts'

/** Edges of a laptop battery in the drawing, in proportion to its measures in millimetres. */
export function batteryFrame(facts: DrawnFacts): { left: number; top: number; width: number; height: number } {
  const [length, depth] = [amount(facts, 'wide_mm', 240), amount(facts, 'high_mm', 100)]
  const scale = Math.min(1.7, 424 / length)
  const [width, height] = [length * scale, depth * scale]
  return { left: 240 - width / 2, top: 268 - height / 2, width, height }
}

const laptopBattery: Draw = (subject) => {
  const { facts, variant } = subject
  const cells = amount(facts, 'cells', choose(variant, 3, 4, 2))
  const rows = cells > 4 ? 2 : 1
  const pins = amount(facts, 'plug_pins', 8)
  const { left, top, width, height } = batteryFrame(facts)
  const wide = pins * 9 + 18
  const at = { left: left + 26, middle: 240 - wide / 2, right: left + width - 26 - wide }
  const socket = at[factText(facts, 'plug_at') as keyof typeof at] ?? at.right
  const [pitch, row] = [(width - 20) / (cells / rows), (height - 46) / rows]
  return [
    wires(socket + 13, top, pins, 9, 0, 'v-40'),
    box(socket, top - 76, wide, 40, paper, 4),
    contacts(socket + 10, top - 66, pins, 9, 5, 18),
    box(left, top, width, height, dark, 12),
    repeat(cells, (cell) => {
      const [column, line] = [cell % (cells / rows), Math.floor(cell / (cells / rows))]
      return thin(box(left + 10 + column * pitch + 3, top + 36 + line * row, pitch - 6, row - 6, pale, 9))
    }),
    label(left + 26, top + 46, Math.min(200, width * 0.54), height - 66, subject, [
      `${factText(facts, 'capacity_wh') || 50}WH`,
      ...(facts['voltage'] ? [`${factText(facts, 'voltage')}V`, `${factText(facts, 'capacity_mah')}MAH`] : []),
    ]),
    inked(mid, hatch(left + 34, top + 18, Math.floor((width - 68) / 32), 32, 0, 'h14')),
    hole(left + 18, top + 19, 6),
    hole(left + width - 18, top + 19, 6),
  ].join('')
}

const cell = (x: number, top: number, tone: string, sign: string): string =>
  [
    box(x + 38, top, 54, 30, mid, 8),
    box(x, top + 18, 130, 400 - top * 2 + 40, tone, 18),
    thin(path(`M${x} ${top + 58}h130`), box(x + 3, top + 61, 124, 30, mid, 0), path(`M${x} ${402 - top}h130`)),
    centred(sign, x + 65, 150, 40),
  ].join('')

/** A round cell is named by its size: 18650 is 18 mm wide and 65 mm long. */
const batteryCell: Draw = ({ facts, number }) => {
  const length = Number(factText(facts, 'cell').slice(2, 4)) || 65
  const top = 250 - length * 2.9
  const print = (x: number): string => turn(-90, x, 330, thin(words(number, x, 322, 20)))
  return [
    cell(90, top, wash, '+'),
    turn(180, 325, 240, cell(260, top, paper, '-')),
    turn(-90, 155, 380, words(factText(facts, 'cell') || '18650', 155, 368, 34)),
    print(330),
    turn(-90, 362, 330, thin(words(printed(facts, 1)[0] ?? '', 362, 322, 20))),
  ].join('')
}

/** Edges of a charger's body in the drawing: more watts need a larger body. */
export function chargerBody(facts: DrawnFacts): { left: number; top: number; width: number; height: number } {
  const watts = amount(facts, 'power', 65)
  const width = Math.min(330, 172 + watts * 0.72)
  const height = Math.min(176, 116 + watts * 0.28)
  return { left: 44, top: 438 - height, width, height }
}

const charger: Draw = (subject) => {
  const { facts } = subject
  const id = factText(facts, 'plug') || 'usb_c'
  const { left, top, width, height } = chargerBody(facts)
  const middle = top + height / 2
  return [
    cable(`M${left + width - 20} ${middle}H400C452 ${middle} 452 228 400 228H90C34 228 34 112 90 112H110`, 18),
    scaled(1.25, 104, 112, turn(-90, 0, 0, plug(id))),
    disc(360, 112, 84, paper),
    inked(accent, disc(360, 112, 75, 'none')),
    move(360, 112, faces[id] ?? ''),
    box(left, top, width, height, dark, id === 'usb_c' ? 30 : 14),
    label(left + 22, top + 18, width - 62, height - 36, subject, [
      `${factText(facts, 'power') || 65}W`,
      ...(facts['voltage'] ? [`${factText(facts, 'voltage')}V`, `${factText(facts, 'current')}A`] : []),
    ]),
    flat(disc(left + width - 20, top + 24, 7, wash)),
  ].join('')
}

const dcJack: Draw = ({ facts, variant }) => {
  const count = amount(facts, 'pins', choose(variant, 4, 5, 6))
  const id = factText(facts, 'plug') || 'barrel_5525'
  const isRound = id.startsWith('barrel')
  const left = 60
  const opening = isRound
    ? disc(175, 145, 66, dark) + disc(175, 145, 50, ground) + disc(175, 145, 18, accent)
    : box(103, 112, 144, 66, dark, id === 'usb_c' ? 33 : 6) +
      box(115, 124, 120, 42, ground, id === 'usb_c' ? 21 : 3) +
      flat(box(139, 138, 72, 14, accent, 4))
  return move(
    24,
    0,
    wires(238 - count * 3, 190, count, 7, 0, 'c0 110 120 40 120 150'),
    box(left, 60, 230, 170, pale, 12),
    box(40, 96, 26, 98, mid, 4),
    box(284, 96, 26, 98, mid, 4),
    opening,
    thin(path('M78 80v130M272 80v130')),
    box(310 - count * 4, 336, 84 + count * 4, 70, paper, 6),
    contacts(320 - count * 4, 356, count, (72 + count * 4) / count, 8, 30),
    path(`M${322 - count * 4} 406v16h${60 + count * 4}v-16`, mid),
  )
}

/** Width and height of power supplies in the drawing, by their form. */
const supplyFaces: Readonly<Record<string, { wide: number; high: number }>> = {
  atx: { wide: 404, high: 308 },
  sfx: { wide: 336, high: 240 },
  slim: { wide: 424, high: 168 },
}

const powerSupply: Draw = (subject) => {
  const { facts } = subject
  const form = factText(facts, 'form_factor') || 'atx'
  const { wide, high } = supplyFaces[form] ?? { wide: 404, high: 308 }
  const [left, top] = [240 - wide / 2, 240 - high / 2]
  const radius = Math.min(high * 0.38, wide * 0.27)
  const [x, y] = [left + radius + 28, 240]
  const side = left + wide * 0.66
  const rest = left + wide - side - 22
  return [
    box(left, top, wide, high, mid, 8),
    disc(x, y, radius + 10, dark),
    inked(pale, thin(...[1, 0.72, 0.44].map((part) => disc(x, y, radius * part, 'none')))),
    inked(pale, thin(path(`M${x - radius} ${y}h${radius * 2}M${x} ${y - radius}v${radius * 2}`))),
    disc(x, y, radius * 0.24, accent),
    scaled(0.62, side + rest / 2, top + high * 0.2, faces['c13'] ?? ''),
    high > 200
      ? box(side, top + high * 0.38, rest, 26, paper, 5) + thin(path(`M${side + rest / 2} ${top + high * 0.38}v26`))
      : '',
    label(side - 8, top + high * (high > 200 ? 0.54 : 0.44), rest + 16, high * (high > 200 ? 0.4 : 0.48), subject, [
      measured(facts, 'power', 'W'),
    ]),
    ...[left + 18, left + wide - 18].flatMap((at) => [screw(at, top + 18, 9), screw(at, top + high - 18, 9)]),
  ].join('')
}

/** A coin cell is named by its size: CR2032 is 20 mm wide and 3.2 mm high. */
const cmosBattery: Draw = ({ facts, variant }) => {
  const name = factText(facts, 'cell') || choose(variant, 'CR2032', 'CR2450', 'CR1632')
  const radius = Number(name.slice(2, 4)) * 6.4
  const count = amount(facts, 'pieces', 1)
  const coin = (x: number, y: number): string =>
    [
      disc(x, y, radius, mid),
      disc(x, y, radius - 14, pale),
      thin(disc(x, y, radius - 28, paper)),
      inked(accent, centred('+', x, y - radius * 0.6, radius * 0.26)),
      centred(name, x, y - radius * 0.12, fitting(name, radius * 1.4, radius / 4)),
      thin(centred('3V', x, y + radius * 0.3, radius * 0.18)),
    ].join('')
  const behind = count > 1 ? disc(278, 206, radius, steel) + disc(258, 222, radius, mid) : ''
  const leads = amount(facts, 'length_mm', 0) > 0
  return [
    leads
      ? wires(200, 240, 2, 22, 0, 'c0 150 40 190 160 176') +
        box(372, 380, 66, 56, paper, 5) +
        contacts(386, 396, 2, 24, 12, 24)
      : '',
    behind,
    coin(behind ? 234 : 240, 240),
    count > 1 ? box(330, 372, 110, 70, accent, 8) + inked(paper, centred(`×${count}`, 385, 392, 30)) : '',
  ].join('')
}

const phoneBattery: Draw = (subject) => {
  const { facts } = subject
  const charge = amount(facts, 'capacity_mah', 4000)
  const isTablet = charge > 5500
  const [width, height] = isTablet ? [360, 300] : [200 + charge / 110, 250 + charge / 48]
  const [left, top] = [240 - width / 2, 266 - height / 2]
  const flex = left + width * 0.7
  return [
    cable(`M${flex} ${top}V48`, 38, accent),
    box(flex - 38, 28, 76, 36, dark, 6),
    contacts(flex - 26, 40, 5, 12, 6, 12, wash),
    box(left, top, width, height, pale, 20),
    box(left, top, width, 40, dark, 14),
    label(left + 20, top + 60, width - 40, height * 0.46, subject, [
      `${charge}MAH`,
      `${factText(facts, 'voltage') || 3.87}V`,
    ]),
    thin(words('LI-PO', left + 24, top + height - 60, 24)),
    inked(steel, thin(path(`M${left + 24} ${top + height - 22}h110`))),
  ].join('')
}

export const power = {
  'laptop-battery': laptopBattery,
  'battery-cell': batteryCell,
  charger,
  'dc-jack': dcJack,
  'power-supply': powerSupply,
  'cmos-battery': cmosBattery,
  'phone-battery': phoneBattery,
} satisfies Record<string, Draw>
