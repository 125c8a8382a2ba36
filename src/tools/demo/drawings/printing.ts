import { contacts, hatch, label, screw } from './details.ts'
import { centred } from './lettering.ts'
import { accent, dark, ground, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { box, choose, disc, flat, inked, path, repeat, thin } from './strokes.ts'
import { amount, factText, type Draw } from './subject.ts'

/** A short roller on a stub, a long one across the page, or the pad that a roller presses against. */
const printerRoller: Draw = ({ facts, variant, number }) => {
  if (factText(facts, 'role') === 'separation') return separationPad(number)
  const isLong = amount(facts, 'length_mm', 46) > 100
  const rolls = facts['length_mm'] ? (isLong ? 1 : 2) : choose(variant, 3, 2, 4)
  const pitch = 268 / rolls
  const [top, height] = isLong ? [190, 100] : [140, 200]
  return [
    box(24, 222, 430, 36, mid, 6),
    repeat(
      rolls,
      (index) =>
        box(116 + index * pitch, top, pitch - 14, height, dark, 14) +
        inked(steel, hatch(130 + index * pitch, top + 14, Math.floor((pitch - 28) / 12), 12, 0, `v${height - 28}`)),
    ),
    box(48, 168, 48, 144, accent, 6),
    hatch(48, 184, 8, 0, 16, 'h48'),
    box(400, 190, 26, 100, pale, 4),
    thin(path('M436 222v36M34 222v36')),
    thin(centred(number, 240, 400, 22)),
  ].join('')
}

function separationPad(number: string): string {
  return [
    box(60, 170, 360, 200, pale, 12),
    box(90, 120, 300, 120, dark, 8),
    inked(steel, hatch(104, 138, 7, 0, 14, 'h272')),
    box(36, 260, 40, 60, accent, 6),
    box(404, 260, 40, 60, accent, 6),
    path('M200 370v40h80v-40'),
    thin(centred(number, 240, 290, 24)),
  ].join('')
}

/** A fuser: a hot roller on a pressure roller in a frame, with its two levers. */
const fuser: Draw = (subject) =>
  [
    box(36, 110, 408, 250, mid, 12),
    box(70, 140, 340, 74, accent, 30),
    box(70, 224, 340, 74, dark, 30),
    inked(steel, thin(path('M84 261H396'))),
    box(24, 150, 50, 150, dark, 8),
    box(406, 150, 50, 150, dark, 8),
    path('M30 150L10 70h36l20 80zM450 150l20 -80h-36l-20 80z', '#7299c4'),
    label(150, 306, 180, 46, subject, []),
    box(190, 360, 100, 40, paper, 4),
    contacts(202, 370, 6, 13, 7, 20),
  ].join('')

/** An ink cartridge from the side: its colour, the chip, and the outlet below. */
const inkCartridge: Draw = (subject) => {
  const { facts } = subject
  const tone = toneOf(factText(facts, 'ink_colour') || 'black', dark)
  return [
    path('M120 60H330a14 14 0 0 1 14 14V380a14 14 0 0 1 -14 14H150L120 350z', tone),
    path('M344 90h40v90h-40z', mid),
    box(206, 394, 60, 44, pale, 6),
    flat(disc(236, 424, 10, dark)),
    box(128, 300, 40, 48, '#e6c455', 3),
    contacts(134, 308, 3, 11, 7, 14, paper),
    contacts(134, 328, 3, 11, 7, 14, paper),
    label(146, 84, 178, 126, subject, [`${factText(facts, 'page_yield')}P`]),
    path('M236 232c40 50 44 62 44 78a44 44 0 0 1 -88 0c0 -16 4 -28 44 -78z', tone === dark ? steel : paper),
    thin(path('M212 312a24 24 0 0 0 20 24')),
  ].join('')
}

/** A toner cartridge from above: long body, drum under its shutter, gear at the end, colour mark on the handle. */
const tonerCartridge: Draw = (subject) => {
  const { facts } = subject
  const tone = toneOf(factText(facts, 'ink_colour') || 'black', dark)
  return [
    box(40, 150, 390, 130, dark, 16),
    box(60, 268, 350, 70, mid, 10),
    box(80, 286, 310, 38, tone, 18),
    disc(440, 250, 30, pale),
    thin(disc(440, 250, 12, steel), hatch(420, 228, 4, 13, 0, 'v44')),
    path('M170 150V110a20 20 0 0 1 20 -20h100a20 20 0 0 1 20 20v40', 'none'),
    box(176, 84, 128, 34, tone, 12),
    label(120, 164, 240, 94, subject, [`${factText(facts, 'page_yield')}P`]),
    flat(disc(70, 214, 16, tone)),
    thin(disc(70, 214, 16, 'none')),
    inked(steel, thin(path('M60 310H40M400 310h30'))),
  ].join('')
}

const genericPart: Draw = (subject) =>
  [
    box(66, 120, 348, 300, choose(subject.variant, pale, paper), 8),
    box(48, 60, 384, 76, mid, 8),
    path('M208 63h64v130l-16 -14l-16 14l-16 -14l-16 14z', choose(subject.variant, wash, accent)),
    label(206, 250, 176, 130, subject),
    thin(path('M110 380v-60m-14 16l14 -16l14 16M160 380v-60m-14 16l14 -16l14 16M94 392h82')),
  ].join('')

/** A port board: its sockets at the edge, the connector to the mainboard, two screw holes. */
const ioBoard: Draw = (subject) => {
  const { facts, variant } = subject
  const hasAudio = factText(facts, 'audio') === 'yes'
  const ports = amount(facts, 'ports', choose(variant, 2, 3)) - (hasAudio ? 1 : 0)
  const usb = (index: number): string =>
    box(24, 96 + index * 120, 120, 88, pale, 4) +
    box(34, 112 + index * 120, 60, 56, dark, 2) +
    flat(box(42, 134 + index * 120, 44, 22, accent, 1))
  const audio = box(30, 340, 110, 64, dark, 8) + disc(30, 372, 20, pale) + disc(30, 372, 9, ground)
  return [
    path('M90 70H390a14 14 0 0 1 14 14V408a14 14 0 0 1 -14 14H104a14 14 0 0 1 -14 -14z', '#6fbdb6'),
    repeat(ports, usb),
    hasAudio ? audio : '',
    box(330, 210, 56, 130, paper, 4),
    hatch(340, 222, 9, 0, 13, 'h24'),
    thin(box(200, 110, 70, 60, dark, 4), hatch(208, 100, 5, 13, 0, 'v80')),
    screw(368, 106, 14),
    screw(368, 388, 14),
    label(176, 220, 132, 96, subject, [`${ports} × USB`]),
  ].join('')
}

export const printing = {
  'printer-roller': printerRoller,
  fuser,
  'ink-cartridge': inkCartridge,
  'toner-cartridge': tonerCartridge,
  'generic-part': genericPart,
  'io-board': ioBoard,
} satisfies Record<string, Draw>
