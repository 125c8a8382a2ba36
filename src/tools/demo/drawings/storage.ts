import { cable, chip, contacts, hatch, hole, label, screw } from './details.ts'
import { centred } from './lettering.ts'
import { accent, board, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { capacityOf } from './printed.ts'
import { box, choose, disc, flat, inked, path, thin } from './strokes.ts'
import { measured, factText, type Draw, type DrawnFacts } from './subject.ts'

/** Units of the drawing per millimetre of an M.2 card. */
const m2Scale = 5.1

/** Edges of an M.2 card in the drawing: 22 mm wide and as long as its form factor says. */
export function m2Frame(facts: DrawnFacts): { left: number; top: number; width: number; height: number; mm: number } {
  const mm = Number(/^m2_22(\d+)/.exec(factText(facts, 'form_factor'))?.[1] ?? 80)
  const [width, height] = [mm * m2Scale, 22 * m2Scale]
  return { left: 240 - width / 2, top: 240 - height / 2, width, height, mm }
}

const ssdM2: Draw = (subject) => {
  const { facts } = subject
  const { left, top, width, height, mm } = m2Frame(facts)
  const right = left + width
  const bottom = top + height
  const notch = bottom - 26
  const isShort = mm < 42
  return [
    path(`M${left} ${top}H${right}V${240 - 15}a15 15 0 0 0 0 30V${bottom}H${left}V${notch + 7}h14v-12H${left}z`, board),
    flat(path(`M${left + 3} ${top + 3}h22v${notch - top - 10}h-22zM${left + 3} ${notch + 10}h22v12h-22z`, '#e6c455')),
    hatch(left + 3, top + 8, 10, 0, 7.2, 'h22'),
    chip(left + 36, top + 10, isShort ? 30 : 46, 42),
    chip(left + 36, top + 60, isShort ? 30 : 46, 42),
    isShort
      ? label(left + 72, top + 8, width - 92, height - 16, subject, [capacityOf(facts) || 'SSD'])
      : label(left + 96, top + 8, Math.min(width - 130, 220), height - 16, subject, [capacityOf(facts), 'NVME']),
    mm > 60 ? chip(left + 326, top + 10, 50, 92) : '',
    thin(disc(right, 240, 7, pale)),
  ].join('')
}

const ssd25: Draw = (subject) => {
  const ratings = [capacityOf(subject.facts), 'SATA', '6GB/S']
  return [
    box(100, 44, 280, 370, dark, 14),
    box(140, 404, 150, 26, dark, 4),
    box(306, 404, 52, 26, dark, 4),
    contacts(148, 412, 14, 10, 5, 12, wash),
    contacts(312, 412, 5, 9, 5, 12, wash),
    label(126, 88, 228, 170, subject, ratings),
    inked(paper, centred('SSD', 240, 310, 46)),
    ...[116, 364].flatMap((x) => [screw(x, 62), screw(x, 394)]),
  ].join('')
}

const hardDrive: Draw = (subject) => {
  const { facts, variant } = subject
  const lean = choose(variant, 0, 10, -8)
  const isSmall = factText(facts, 'form_factor') === 'in_25'
  const drive = [
    box(90, 30, 300, 420, mid, 14),
    path('M116 56H364V300C364 320 340 330 340 350V424H116z', pale),
    disc(240, 176, 116, paper),
    thin(disc(240, 176, 88, 'none')),
    disc(240, 176, 34, mid),
    thin(disc(240, 176, 10, dark)),
    `<g transform="rotate(${lean} 160 360)">${path('M134 352L190 204q8 -16 16 0L192 362z', wash)}</g>`,
    disc(160, 348, 30, accent),
    label(206, 314, 168, 112, subject, [capacityOf(facts), measured(facts, 'rotation', 'RPM')]),
    ...[106, 374].flatMap((x) => [screw(x, 46, 9), screw(x, 434, 9)]),
  ].join('')
  return isSmall ? `<g transform="translate(48 48)scale(.8)">${drive}</g>` : drive
}

const driveCaddy: Draw = ({ facts, variant }) => {
  const isM2 = factText(facts, 'form_factor').startsWith('m2')
  const height = isM2 ? 170 : choose(variant, 300, 280, 310)
  const top = 250 - height / 2
  return [
    box(40, top, 400, height, mid, 10),
    box(80, top + 34, 320, height - 68, ground, 6),
    box(80, top + height / 2 - 50, 40, 100, dark, 4),
    inked(wash, hatch(92, top + height / 2 - 36, 8, 0, 10, 'h16')),
    isM2
      ? box(124, 226, 250, 48, board, 3)
      : path(`M400 ${top + 60}h-36v44h36M400 ${top + height - 60}h-36v-44h36`, pale),
    hole(382, top + 82, 7),
    hole(382, top + height - 82, 7),
    box(420, top + 24, 36, height - 48, accent, 6),
    inked(paper, hatch(432, top + 44, Math.floor((height - 88) / 12), 0, 12, 'h12')),
    ...[60, 160, 320].flatMap((x) => [screw(x, top + 18, 9), screw(x, top + height - 18, 9)]),
  ].join('')
}

const opticalDrive: Draw = ({ facts, variant }) => {
  const disc12 = factText(facts, 'discs') || choose(variant, 'DVD', 'BD')
  const isThin = Boolean(facts['thickness'])
  const face = isThin ? 40 : 66
  return [
    box(54, 40, 372, 330, mid, 8),
    disc(240, 206, 136, paper),
    inked(steel, thin(disc(240, 206, 108, 'none'), path('M152 156a100 100 0 0 1 62 -48M328 256a100 100 0 0 1 -62 48'))),
    disc(240, 206, 44, disc12 === 'DVD' ? wash : accent),
    disc(240, 206, 16, ground),
    ...[74, 406].flatMap((x) => [screw(x, 60, 9), screw(x, 330, 9)]),
    box(36, 362, 408, face, dark, 8),
    inked(steel, path(`M60 ${362 + face * 0.36}H330`)),
    box(364, 362 + face * 0.36, 54, face * 0.3, pale, 6),
    inked(paper, centred(disc12, 100, 362 + face * 0.5, face * 0.32)),
  ].join('')
}

const externalDrive: Draw = (subject) => {
  const { facts } = subject
  const isSolid = factText(facts, 'interface') === 'usb_10'
  const [width, height] = isSolid ? [190, 270] : [264, 330]
  const left = 240 - width / 2
  return [
    cable(`M240 ${20 + height}V392Q240 432 284 432H340`, 16),
    box(332, 406, 62, 52, dark, 10),
    box(392, 416, 44, 32, pale, 14),
    box(left, 36, width, height, isSolid ? dark : pale, isSolid ? 30 : 18),
    inked(steel, hatch(left + 40, height - 40, 4, 0, 18, `h${width - 80}`)),
    label(left + 24, 70, width - 48, 130, subject, [capacityOf(facts), isSolid ? 'SSD' : 'HDD']),
    box(208, height + 18, 64, 22, dark, 4),
    flat(disc(240, 222, 9, accent)),
  ].join('')
}

export const storage = {
  'ssd-m2': ssdM2,
  'ssd-25': ssd25,
  'hard-drive': hardDrive,
  'drive-caddy': driveCaddy,
  'optical-drive': opticalDrive,
  'external-drive': externalDrive,
} satisfies Record<string, Draw>
