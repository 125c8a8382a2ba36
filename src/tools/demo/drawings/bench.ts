import { cable, hatch, label } from './details.ts'
import { faces } from './faces.ts'
import { centred, fitting, words } from './lettering.ts'
import { accent, dark, ground, ink, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { plugNames } from './plug-names.ts'
import { plug } from './plugs.ts'
import { box, choose, disc, flat, inked, move, path, repeat, scaled, thin, turn } from './strokes.ts'
import { amount, factText, type Draw, type DrawnFacts } from './subject.ts'

const screwdriverSet: Draw = ({ variant }) => {
  const bits = choose(variant, 8, 6, 10, 5, 7, 9)
  const pitch = 380 / bits
  return [
    box(30, 60, 420, 360, dark, 22),
    box(54, 92, 372, 88, mid, 10),
    box(70, 110, 170, 52, accent, 24),
    inked(wash, path('M104 124v24M124 124v24M144 124v24M164 124v24')),
    box(238, 122, 40, 28, paper, 3),
    path('M278 136h106l14 -6v12l-14 -6', pale),
    repeat(bits, (index) => {
      const x = 50 + pitch / 2 + index * pitch
      return (
        box(x - 12, 300, 24, 90, index % 3 === variant % 3 ? accent : paper, 3) +
        box(x - 6, 226, 12, 74, pale, 3) +
        thin(path(choose(index, `M${x - 6} 244h12`, `M${x} 226v18`, `M${x - 6} 238l12 8`)))
      )
    }),
    box(54, 326, 372, 30, mid, 4),
  ].join('')
}

const toolKit: Draw = ({ variant }) =>
  [
    path('M72 60q18 -24 36 0l4 90v200q-2 80 -22 88q-20 -8 -22 -88V150z', dark),
    thin(inked(steel, hatch(82, 180, 8, 0, 14, 'h16'))),
    path('M166 70L196 440L208 440L204 70q0 -24 -18 -24t-20 24z', pale),
    path('M250 70L220 440L208 440L212 70q0 -24 18 -24t20 24z', mid),
    thin(path('M172 130h22M244 130h-22')),
    choose(variant, box(286, 50, 34, 190, accent, 16), box(286, 50, 34, 190, dark, 8)),
    hatch(292, 90, 6, 0, 16, 'h22'),
    path('M297 240h12v170l-6 26l-6 -26z', pale),
    disc(400, 124, 50, choose(variant, wash, accent)),
    disc(400, 124, 20, paper),
    path('M356 250H444L400 430q-10 14 -18 0z', choose(variant, accent, wash)),
    thin(disc(400, 290, 14, paper)),
  ].join('')

const cleaningKit: Draw = (subject) => {
  const { variant } = subject
  return [
    path('M236 330H430V440H210q16 -50 26 -110z', wash),
    thin(path('M236 330q40 30 90 20t104 6M224 396q60 20 110 6t96 6')),
    path('M110 70h120v34h-28v30h-46v-24q-30 0 -46 20z', dark),
    path('M158 134h44v30q50 26 50 80V424a18 18 0 0 1 -18 18H126a18 18 0 0 1 -18 -18V244q0 -54 50 -80z', paper),
    flat(path(`M111 ${choose(variant, 300, 330, 280)}h138V424a15 15 0 0 1 -15 15H126a15 15 0 0 1 -15 -15z`, wash)),
    label(116, 262, 126, 130, subject),
    inked(accent, path('M84 76h-30M84 92l-26 14M84 60l-26 -14')),
    box(330, 60, 34, 200, choose(variant, accent, mid), 10),
    path('M326 250h42v66q-21 10 -42 0z', pale),
    hatch(334, 264, 4, 9, 0, 'v48'),
  ].join('')
}

const esdMat: Draw = (subject) => {
  const { variant } = subject
  return [
    box(30, 50, 420, 250, wash, 14),
    inked(
      accent,
      thin(
        path('M30 112.5H450M30 175H450M30 237.5H450', 'none'),
        path('M114 50V300M198 50V300M282 50V300M366 50V300', 'none'),
      ),
    ),
    thin(disc(60, 270, 14, mid), disc(60, 270, 5, dark)),
    label(290, 66, 140, 92, subject, ['ESD']),
    cable(
      `M60 270V350${repeat(choose(variant, 9, 7, 8), () => 'c0 44 26 44 18 0')}` +
        `Q${choose(variant, 250, 230)} 380 290 380`,
      13,
      dark,
      5,
    ),
    box(288, 336, 150, 90, dark, 42),
    box(312, 358, 102, 46, ground, 22),
    box(276, 362, 36, 36, accent, 6),
  ].join('')
}

const giftCard: Draw = ({ facts, variant }) => {
  const x = choose(variant, 130, 350, 240)
  return [
    box(36, 100, 408, 280, choose(variant, accent, paper, wash), 24),
    path(`M39 ${choose(variant, 220, 240, 230)}H441M${x} 103V377`),
    box(x - 22, 103, 44, 274, choose(variant, wash, accent, paper), 0),
    box(39, choose(variant, 200, 220, 210), 402, 44, choose(variant, wash, accent, paper), 0),
    path(
      `M${x} ${choose(variant, 222, 242, 232)}c-90 -10 -100 -80 -60 -88s60 50 60 88` +
        'c0 -38 20 -96 60 -88s30 78 -60 88l-44 64' +
        `M${x} ${choose(variant, 222, 242, 232)}l44 64`,
      choose(variant, paper, wash, accent),
    ),
    inked(
      choose(variant, paper, dark, dark),
      words(factText(facts, 'card_value') || '500', choose(variant, 290, 70, 300), 320, 34),
    ),
  ].join('')
}

/** Edges of an adapter's body in the drawing; one with a cable is lower. */
export function adapterFrame(facts: DrawnFacts): { left: number; top: number; width: number; height: number } {
  const hasCable = factText(facts, 'colour') !== 'silver'
  return hasCable ? { left: 120, top: 250, width: 240, height: 196 } : { left: 120, top: 140, width: 240, height: 306 }
}

/** An adapter: the plug at the computer's side, and the socket that it gives; `length` makes it one with a cable. */
const adapterDongle: Draw = ({ facts, number, variant }) => {
  const from = factText(facts, 'end_a') || 'usb_c'
  const to = factText(facts, 'end_b') || choose(variant, 'hdmi', 'rj45', 'usb_a')
  const hasCable = factText(facts, 'colour') !== 'silver'
  const tone = toneOf(factText(facts, 'colour'), dark)
  const print = tone === dark ? paper : ink
  const name = plugNames[to] ?? to.toUpperCase()
  const { left, top, width, height } = adapterFrame(facts)
  const end = hasCable ? 116 : 150
  const port = top + (hasCable ? 64 : 110)
  return [
    hasCable ? cable('M240 116C240 190 110 130 110 190S240 200 240 262', 24, tone) : '',
    turn(180, 240, end, move(240, end, plug(from))),
    box(left, top, width, height, tone, 24),
    inked(print, centred(name, 240, top + (hasCable ? 20 : 44), fitting(name, 200, 34))),
    inked(print, thin(centred(number, 240, top + height - 26, 17))),
    box(156, port, 168, 96, paper, 8),
    scaled(1.1, 240, port + 48, faces[to] ?? ''),
  ].join('')
}

const dockingStation: Draw = ({ facts, variant }) => {
  const ports = amount(facts, 'ports', 0)
  const usb = ports ? (ports > 9 ? 4 : ports > 6 ? 3 : 2) : choose(variant, 3, 2, 4)
  const socket = (x: number): string => box(x, 236, 56, 28, dark, 3) + flat(box(x + 10, 250, 36, 8, accent, 1))
  return [
    cable('M380 190V120Q380 80 330 80H250', 18),
    box(170, 58, 84, 44, dark, 12),
    box(136, 64, 38, 32, pale, 12),
    box(28, 180, 424, 150, pale, 20),
    path('M28 214H452'),
    repeat(usb, (index) => socket(50 + index * 68)),
    choose(
      usb - 2,
      box(212, 240, 44, 20, dark, 10) + box(276, 240, 44, 20, dark, 10),
      box(268, 240, 44, 20, dark, 10),
      '',
    ),
    disc(358, 250, 14, dark),
    box(388, 226, 48, 48, dark, 3),
    inked(wash, hatch(396, 234, 5, 8, 0, 'v14')),
    thin(
      box(50, 290, 110, 12, dark, 3),
      disc(430, 298, 7, accent),
      centred(facts['power'] ? `${factText(facts, 'power')}W` : 'DOCK', 280, 288, 20),
    ),
    box(70, 328, 60, 16, dark, 4),
    box(350, 328, 60, 16, dark, 4),
  ].join('')
}

export const bench = {
  'screwdriver-set': screwdriverSet,
  'tool-kit': toolKit,
  'cleaning-kit': cleaningKit,
  'esd-mat': esdMat,
  'gift-card': giftCard,
  'adapter-dongle': adapterDongle,
  'docking-station': dockingStation,
} satisfies Record<string, Draw>
