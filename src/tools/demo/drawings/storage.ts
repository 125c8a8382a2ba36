import { cable, chip, contacts, hatch, hole, label, screw } from './details.ts'
import { centred } from './lettering.ts'
import { accent, board, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, path, thin, type Draw } from './strokes.ts'

const ssdM2: Draw = (variant) => {
  const length = choose(variant, 400, 340, 400, 280, 360, 320)
  const left = 240 - length / 2
  const right = left + length
  return [
    path(`M${left} 150H${right}V224A16 16 0 0 0 ${right} 256V330H${left}V276h10v-14H${left}z`, board),
    flat(path(`M${left + 4} 156h26v104h-26zM${left + 14} 280h16v44h-16z`, paper)),
    hatch(left + 4, 166, 12, 0, 13.5, 'h24'),
    chip(left + 46, 170, 62, 66),
    chip(left + 46, 256, 36, 54),
    label(left + 124, 172, length - 162, 136, 'M2', variant),
    thin(disc(right, 240, 7, pale)),
    choose(variant, '', chip(left + 90, 256, 20, 54)),
  ].join('')
}

const ssd25: Draw = (variant) =>
  [
    box(98, 44, 284, 370, choose(variant, dark, mid), 14),
    box(140, 404, 150, 26, dark, 4),
    box(306, 404, 52, 26, dark, 4),
    contacts(148, 412, 14, 10, 5, 12, wash),
    contacts(312, 412, 5, 9, 5, 12, wash),
    label(126, 88, 228, choose(variant, 170, 150, 190), 'SD', variant),
    inked(choose(variant, paper, dark), centred('SSD', 240, 330, 46)),
    screw(116, 62),
    screw(364, 62),
    screw(116, 394),
    screw(364, 394),
  ].join('')

const hardDrive: Draw = (variant) => {
  const lean = choose(variant, 0, 10, -8, 16, -14, 6)
  return [
    box(90, 30, 300, 420, mid, 14),
    path('M116 56H364V300C364 320 340 330 340 350V424H116z', pale),
    disc(240, 186, 122, paper),
    thin(disc(240, 186, 92, 'none'), path('M166 152a82 82 0 0 1 50 -44M314 220a82 82 0 0 1 -50 44')),
    disc(240, 186, 34, mid),
    thin(disc(240, 186, 10, dark)),
    `<g transform="rotate(${lean} 160 360)">${path('M134 372L190 214q8 -16 16 0L192 382z', wash)}` +
      `${thin(path('M196 214l4 -18'))}</g>`,
    disc(160, 364, 34, accent),
    thin(disc(160, 364, 12, paper)),
    box(212, 340, 110, 72, dark, 8),
    inked(mid, hatch(228, 358, 4, 0, 12, 'h78')),
    screw(106, 46, 9),
    screw(374, 46, 9),
    screw(106, 434, 9),
    screw(374, 434, 9),
    screw(374, 270, 9),
  ].join('')
}

const driveCaddy: Draw = (variant) => {
  const height = choose(variant, 300, 280, 320, 260, 310, 290)
  const top = 250 - height / 2
  return [
    box(40, top, 400, height, mid, 10),
    box(80, top + 34, 320, height - 68, ground, 6),
    box(80, top + height / 2 - 50, 40, 100, dark, 4),
    inked(wash, hatch(92, top + height / 2 - 36, 8, 0, 10, 'h16')),
    path(`M400 ${top + 60}h-36v44h36M400 ${top + height - 60}h-36v-44h36`, pale),
    hole(382, top + 82, 7),
    hole(382, top + height - 82, 7),
    box(choose(variant, 420, 424), top + 24, 36, height - 48, accent, 6),
    inked(paper, hatch(432, top + 60, Math.floor((height - 110) / 12), 0, 12, 'h12')),
    screw(60, top + 20, 9),
    screw(160, top + 17, 9),
    screw(320, top + 17, 9),
    screw(60, top + height - 20, 9),
    screw(160, top + height - 17, 9),
    screw(320, top + height - 17, 9),
  ].join('')
}

const opticalDrive: Draw = (variant) =>
  [
    box(54, 40, 372, 330, mid, 8),
    disc(240, 206, 136, paper),
    inked(steel, thin(disc(240, 206, 108, 'none'), path('M152 156a100 100 0 0 1 62 -48M328 256a100 100 0 0 1 -62 48'))),
    disc(240, 206, 44, choose(variant, wash, accent)),
    disc(240, 206, 16, ground),
    screw(74, 60, 9),
    screw(406, 60, 9),
    screw(74, 330, 9),
    screw(406, 330, 9),
    box(36, 362, 408, 66, dark, 8),
    inked(steel, path('M60 386H330')),
    box(364, 386, 54, 20, pale, 6),
    thin(disc(340, 396, 5, choose(variant, accent, paper))),
    inked(paper, thin(centred(choose(variant, 'DVD', 'BD'), 100, 398, 18))),
  ].join('')

const externalDrive: Draw = (variant) =>
  [
    cable('M240 330V392Q240 432 284 432H340', 16),
    box(332, 410, 56, 44, dark, 6),
    box(386, 418, 50, 28, pale, 3),
    thin(path('M398 428h12M398 438h12')),
    box(110, 36, 260, 320, choose(variant, pale, dark), choose(variant, 34, 18)),
    inked(choose(variant, steel, mid), hatch(150, 250, choose(variant, 4, 5), 0, 18, 'h180')),
    box(150, 84, 180, 110, paper, 8),
    centred(choose(variant, '1TB', '2TB', '4TB', '5TB', '8TB'), 240, 112, 42),
    box(208, 344, 64, 22, dark, 4),
    flat(disc(240, 222, 9, accent)),
  ].join('')

export const storage = {
  'ssd-m2': ssdM2,
  'ssd-25': ssd25,
  'hard-drive': hardDrive,
  'drive-caddy': driveCaddy,
  'optical-drive': opticalDrive,
  'external-drive': externalDrive,
} satisfies Record<string, Draw>
