import { cable, contacts, hatch, wires } from './details.ts'
import { faces } from './faces.ts'
import { centred } from './lettering.ts'
import { accent, board, dark, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { plug } from './plugs.ts'
import { box, choose, disc, flat, inked, mirror, move, path, repeat, thin } from './strokes.ts'
import { amount, factText, type Draw } from './subject.ts'

/** All loose cables have the same layout: a tied coil above, its two ends hanging down. */
function coiled(first: string, second: string, width: number, colour: string, loops: number): string {
  const spread = width + 5
  return [
    cable('M120 330V230Q120 60 250 60', width, colour),
    cable('M360 330V230Q360 60 230 60', width, colour),
    repeat(loops, (loop) =>
      cable(`M240 ${56 + loop * spread}a${118 - loop * spread} ${96 - loop * spread} 0 1 1 -.1 0z`, width, colour),
    ),
    box(216, 44, 48, loops * spread + 22, accent, 6),
    move(120, 328, first),
    move(360, 328, second),
  ].join('')
}

/** A cable between the two connectors that the facts name, in its colour; thick cables have fewer turns. */
const between =
  (first: string, second: string, width: number): Draw =>
  ({ facts, variant }) =>
    coiled(
      plug(factText(facts, 'end_a') || first),
      plug(factText(facts, 'end_b') || second),
      width,
      toneOf(factText(facts, 'colour'), dark),
      choose(variant, 2, 2, 1),
    )

const powerCord: Draw = ({ facts, variant }) =>
  coiled(
    plug(factText(facts, 'socket_type') || 'eu'),
    plug(factText(facts, 'cord') || choose(variant, 'c13', 'c5')),
    26,
    dark,
    1,
  )

const screenCable: Draw = ({ facts, number, variant }) => {
  const isTouch = factText(facts, 'touch') === 'yes'
  const pins = amount(facts, 'pins', 30) / 2
  const pitch = 150 / pins
  return [
    cable('M150 96V190Q150 250 210 250T270 310V390', 70, isTouch ? wash : dark),
    inked(
      isTouch ? accent : wash,
      thin(path('M138 96V190Q138 262 210 262T258 310V390M162 96V190Q162 238 210 238T282 310V390')),
    ),
    isTouch
      ? wires(300, 340, 3, 8, 0, 'c0 50 80 10 84 -50') +
        box(350, 234, 76, 60, paper, 5) +
        contacts(362, 246, 4, 14, 7, 22)
      : '',
    choose(variant, '', flat(box(232, 300, 56, 22, accent, 4))),
    centred(`${pins * 2}`, 320, 60, 40),
    thin(centred(number, 350, 118, 20)),
    box(60, 44, 180, 62, pale, 6),
    contacts(75, 54, pins, pitch, pitch * 0.55, 26),
    thin(path('M60 90h180')),
    box(190, 384, 160, 56, pale, 6),
    contacts(204, 404, 10, 13.5, 7, 26),
    flat(box(180, 236, 56, 28, accent, 4)),
  ].join('')
}

const flatFlexCable: Draw = ({ facts, number, variant }) => {
  const lines = amount(facts, 'pins', choose(variant, 9, 7, 11))
  const width = Math.min(178, 60 + lines * (amount(facts, 'pitch', 0.5) === 1 ? 12 : 7))
  const pitch = width / (lines + 1)
  const left = 90
  return [
    path(`M${left} 50h${width}V240L${left + width} 240L${390} 240V430h${-width}V${240 + width}H${left}z`, pale),
    path(`M${left} ${240 + width}V240H${left + width}z`, mid),
    inked(steel, hatch(left + pitch, 104, lines, pitch, 0, `V${240}`)),
    inked(steel, thin(path(repeat(lines, (line) => `M${390 - pitch * (line + 1)} ${240 + width}V370`)))),
    path(`M390 240V${240 + width}H${390 - width}z`, paper),
    inked(
      steel,
      thin(path(repeat(lines, (line) => `M${left + pitch * (line + 1)} 240V${240 + width - pitch * (line + 1)}`))),
    ),
    thin(centred(number, 340, 120, 22)),
    centred(`${lines}P`, 340, 160, 34),
    box(left, 72, width, 40, accent, 2),
    box(390 - width, 368, width, 40, accent, 2),
    contacts(left + pitch * 0.72, 50, lines, pitch, pitch * 0.55, 22, dark),
    contacts(390 - width + pitch * 0.72, 408, lines, pitch, pitch * 0.55, 22, dark),
  ].join('')
}

const antenna: Draw = ({ variant }) => {
  const half = (tone: string): string =>
    [
      cable(`M120 190C120 300 ${choose(variant, 40, 70)} 320 90 380T190 414`, 14, tone),
      box(40, 50, choose(variant, 160, 140, 150), 146, wash, 8),
      thin(path('M60 172V74H176V148H92V102H146V124', 'none')),
      disc(192, 414, 24, pale),
      thin(disc(192, 414, 9, dark)),
    ].join('')
  return half(dark) + mirror(half(choose(variant, mid, dark, pale)))
}

/** The charging port of a phone or tablet: its socket on a small board, and the flex cable to the mainboard. */
const chargingPort: Draw = ({ facts, number }) =>
  [
    cable('M240 220V90Q240 50 290 50H330', 60, wash),
    box(320, 24, 80, 52, dark, 5),
    contacts(332, 36, 5, 13, 7, 28, wash),
    path('M90 210H390L420 250V360H60V250z', board),
    box(160, 290, 160, 100, mid, 8),
    box(170, 372, 140, 40, pale, 6),
    move(240, 330, faces[factText(facts, 'plug')] ?? faces['usb_c'] ?? ''),
    thin(disc(110, 290, 20, pale), disc(110, 290, 6, dark), box(346, 270, 44, 34, dark, 4)),
    thin(centred(number, 130, 440, 20)),
  ].join('')

export const cables = {
  'usb-cable': between('usb_a', 'usb_c', 18),
  'video-cable': between('hdmi', 'hdmi', 24),
  'network-cable': between('rj45', 'rj45', 20),
  'power-cord': powerCord,
  'screen-cable': screenCable,
  'flat-flex-cable': flatFlexCable,
  antenna,
  'charging-port': chargingPort,
} satisfies Record<string, Draw>
