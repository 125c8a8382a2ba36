import { cable, contacts, hatch, hole, label, screw, wires } from './details.ts'
import { centred, words } from './lettering.ts'
import { accent, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, move, path, repeat, thin, turn, type Draw } from './strokes.ts'

const laptopBattery: Draw = (variant) => {
  const cells = choose(variant, 3, 4, 2, 3, 4, 2)
  const height = choose(variant, 220, 180, 230, 240, 200, 210)
  const top = 280 - height / 2
  const pitch = 384 / cells
  const socket = choose(variant, 300, 110, 205, 110, 300, 205)
  return [
    wires(socket + 12, top, 5, 12, 0, 'v-40'),
    box(socket - 6, top - 72, 84, 36, paper, 4),
    contacts(socket + 6, top - 62, 5, 12, 6, 16),
    box(36, top, 408, height, dark, 12),
    repeat(cells, (cell) => thin(box(48 + cell * pitch, top + 34, pitch - 10, height - 48, pale, 10))),
    label(48 + 18, top + 52, Math.min(240, pitch * 2 - 46), height - 84, 'LB', variant),
    inked(mid, hatch(60, top + 17, 12, 32, 0, 'h14')),
    hole(60, top + 17, 7),
    hole(420, top + 17, 7),
  ].join('')
}

const cell = (x: number, top: number, tone: string, sign: string): string =>
  [
    box(x + 38, top, 54, 30, mid, 8),
    box(x, top + 18, 130, 400 - top * 2 + 40, tone, 18),
    thin(path(`M${x} ${top + 58}h130`), box(x + 3, top + 61, 124, 30, mid, 0), path(`M${x} ${402 - top}h130`)),
    centred(sign, x + 65, 190, 44),
  ].join('')

const batteryCell: Draw = (variant) => {
  const top = choose(variant, 48, 66, 40, 80, 56, 72)
  return cell(90, top, wash, '+') + turn(180, 325, 240, cell(260, top, choose(variant, paper, wash, paper), '-'))
}

const charger: Draw = (variant) => {
  const height = choose(variant, 150, 130, 170, 140, 160, 120)
  const top = 330 - height / 2
  return [
    cable(`M280 330H370C430 330 430 220 370 220H150C90 220 90 110 150 110H250`, 18),
    path('M248 86h70l14 10v28l-14 10h-70z', dark),
    box(332, 94, 66, 32, pale, 4),
    thin(path('M352 94v32'), box(380, 100, 18, 20, choose(variant, accent, paper), 2)),
    box(44, top, 262, height, dark, choose(variant, 18, 30)),
    label(72, top + 22, 180, height - 44, 'AC', variant),
    flat(disc(280, 330, 7, wash)),
  ].join('')
}

const dcJack: Draw = (variant) => {
  const count = choose(variant, 4, 5, 6, 3, 5, 4)
  return move(
    24,
    0,
    wires(238 - count * 3, 190, count, 7, 0, 'c0 110 120 40 120 150'),
    box(60, 60, 230, 170, pale, 12),
    box(40, 96, 26, 98, mid, 4),
    box(284, 96, 26, 98, mid, 4),
    disc(175, 145, 62, dark),
    disc(175, 145, 40, ground),
    choose(variant, disc(175, 145, 13, accent), box(155, 132, 40, 26, accent, 6)),
    thin(path('M78 80v130M272 80v130')),
    box(306 - count * 4, 336, 84 + count * 4, 70, paper, 6),
    contacts(314 - count * 3, 356, count, (70 + count * 4) / count, 9, 30),
    path(`M${318 - count * 4} 406v16h${60 + count * 4}v-16`, mid),
  )
}

const powerSupply: Draw = (variant) => {
  const radius = choose(variant, 112, 96, 118, 104, 90, 110)
  return [
    box(40, 90, 400, 300, mid, 8),
    disc(182, 240, radius + 12, dark),
    inked(
      pale,
      thin(
        disc(182, 240, radius, 'none'),
        disc(182, 240, radius * 0.72, 'none'),
        disc(182, 240, radius * 0.44, 'none'),
      ),
    ),
    inked(pale, thin(path(`M${182 - radius} 240h${radius * 2}M182 ${240 - radius}v${radius * 2}`))),
    disc(182, 240, 26, accent),
    box(332, 122, 84, 74, dark, 8),
    inked(pale, path('M356 150v18M374 142v18M392 150v18')),
    box(332, 212, 84, 40, paper, 5),
    thin(path('M374 212v40M352 224v16'), disc(394, 232, 7, 'none')),
    label(322, 270, 104, 96, 'PS', variant),
    screw(60, 110),
    screw(300, 110),
    screw(60, 370),
    screw(300, 370),
  ].join('')
}

const cmosBattery: Draw = (variant) => {
  const radius = choose(variant, 150, 132, 160, 140, 126, 152)
  const leads = variant % 2 === 1
  return [
    leads
      ? wires(200, 240, 2, 22, 0, 'c0 150 40 190 160 176') +
        box(372, 380, 66, 56, paper, 5) +
        contacts(386, 396, 2, 24, 12, 24)
      : '',
    disc(240, 225, radius, mid),
    disc(240, 225, radius - 18, pale),
    thin(disc(240, 225, radius - 34, paper)),
    inked(accent, centred('+', 240, 146, 40)),
    centred(choose(variant, 'CR2032', 'CR2025', 'CR2450', 'CR2032', 'CR1632', 'CR2016'), 240, 212, radius / 5),
    thin(centred('3V', 240, 268, 24)),
  ].join('')
}

const phoneBattery: Draw = (variant) => {
  const height = choose(variant, 330, 300, 350, 310, 340, 290)
  const top = 262 - height / 2
  return [
    cable(`M${choose(variant, 300, 180)} ${top}V48`, 38, accent),
    box(choose(variant, 262, 142), 28, 76, 36, dark, 6),
    contacts(choose(variant, 274, 154), 40, 5, 12, 6, 12, wash),
    box(125, top, 230, height, pale, 20),
    box(125, top, 230, 44, dark, 14),
    label(148, top + 66, 184, height * 0.42, 'PB', variant),
    thin(words('LI-ION', 152, top + height - 66, 26)),
    inked(steel, thin(path(`M152 ${top + height - 24}h110`))),
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
