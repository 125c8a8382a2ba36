import { blades, cable, contacts, hatch, hole, label, screw, wires } from './details.ts'
import { centred } from './lettering.ts'
import { accent, dark, ground, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { box, choose, disc, flat, inked, mirror, path, repeat, tenth, scaled, thin } from './strokes.ts'
import { amount, measured, factText, type Draw, type DrawnFacts } from './subject.ts'

const impeller = (x: number, y: number, radius: number, count: number): string =>
  disc(x, y, radius, dark) +
  inked(mid, `<g stroke-width="5">${blades(x, y, radius * 0.44, radius - 6, count, 0.5)}</g>`) +
  disc(x, y, radius * 0.4, wash)

/** Radius of a laptop fan's impeller in the drawing, from its diameter in millimetres. */
export const fanRadius = (millimetres: number): number => 30 + millimetres * 1.5

const fan: Draw = ({ facts, number, variant }) => {
  const count = choose(variant, 19, 15, 23)
  const pins = amount(facts, 'pins', choose(variant, 4, 3))
  const radius = fanRadius(amount(facts, 'diameter', 60))
  const body = [
    wires(128, 320, pins, 9, 0, 'v80q0 20 20 20h40'),
    box(186, 392, 24 + pins * 13, 52, paper, 5),
    contacts(198, 404, pins, 13, 7, 26),
    cable('M230 220L72 84M230 220L378 388', 30, mid),
    path('M236 60H420V250A176 154 0 0 1 244 388C130 388 54 318 54 222C54 128 130 60 236 60z', pale),
    box(400, 76, 40, 196, mid, 4),
    hatch(402, 94, 9, 0, 20, 'h36'),
    disc(232, 224, radius + 12, ground),
    impeller(232, 224, radius, count),
    thin(disc(232, 224, 16, factText(facts, 'bearing') === 'sleeve' ? paper : accent)),
    hole(72, 84, 8),
    hole(378, 388, 8),
  ].join('')
  const side = factText(facts, 'side')
  return (side === 'left' ? mirror(body) : body) + thin(centred(number, side === 'left' ? 130 : 350, 424, 20))
}

const heatsinkFan: Draw = ({ facts, variant }) => {
  const pipes = amount(facts, 'pipes', choose(variant, 2, 1))
  const pipe = (shift: number): string =>
    cable(`M120 ${92 + shift}H330C${400 - shift} ${92 + shift} ${400 - shift} 200 ${372 - shift} 290`, 26, accent)
  return [
    box(40, 60, 126, 96, mid, 4),
    hatch(54, 60, 8, 14, 0, 'v96'),
    pipe(0),
    pipes === 2 ? pipe(34) : '',
    path('M36 168H196A96 96 0 0 1 230 250V344A86 86 0 0 1 144 430H36z', pale),
    impeller(132, 308, 84, choose(variant, 17, 21)),
    thin(disc(132, 308, 12, accent)),
    hole(56, 188, 8),
    hole(56, 410, 8),
    path('M286 262l-24 -24M430 262l20 -24M286 404l-24 24M430 404l20 24'),
    box(284, 260, 148, 146, pale, 10),
    box(316, 292, 84, 82, wash, 4),
    thin(path('M332 332h52M358 306v52')),
    screw(262, 238, 13),
    screw(450, 238, 13),
    screw(262, 428, 13),
    screw(450, 428, 13),
  ].join('')
}

const caseFan: Draw = ({ facts, number, variant }) => {
  const count = choose(variant, 7, 9, 11)
  const size = amount(facts, 'diameter', choose(variant, 120, 92, 140))
  const pins = amount(facts, 'pins', choose(variant, 4, 3))
  const scale = 0.44 + size / 280
  const blade = (index: number): string => {
    const at = (radius: number, angle: number): string =>
      `${tenth(240 + radius * Math.cos(angle))} ${tenth(240 + radius * Math.sin(angle))}`
    const start = (2 * Math.PI * index) / count
    const wide = ((2 * Math.PI) / count) * 0.76
    const tip = start + 0.55
    return (
      `M${at(54, start)}Q${at(112, start + 0.1)} ${at(164, tip)}A164 164 0 0 1 ${at(164, tip + wide * 0.94)}` +
      `Q${at(112, start + wide)} ${at(54, start + wide)}z`
    )
  }
  const body = [
    box(44, 44, 392, 392, dark, 26),
    disc(240, 240, 180, ground),
    path('M240 240L110 110M240 240L370 110M240 240L110 370M240 240L370 370'),
    thin(path(repeat(count, blade), choose(variant, pale, wash, paper))),
    disc(240, 240, 54, paper),
    centred(factText(facts, 'diameter'), 240, 224, 32),
    ...[78, 402].flatMap((x) => [hole(x, 78, 14), hole(x, 402, 14)]),
  ].join('')
  return [
    scaled(scale, 24, 20, body),
    wires(24 + 440 * scale - 60, 12 + 430 * scale, pins, 8, 0, 'q0 40 40 40'),
    box(40 + 440 * scale - 62, 30 + 436 * scale, 26 + pins * 9, 34, paper, 4),
    contacts(52 + 440 * scale - 62, 38 + 436 * scale, pins, 9, 5, 18),
    thin(centred(number, 120, 446, 20)),
  ].join('')
}

const cpuCooler: Draw = ({ facts, variant }) => {
  const isLow = factText(facts, 'shape') === 'low'
  const isDouble = factText(facts, 'shape') === 'double'
  const tone = toneOf(factText(facts, 'colour'), mid)
  const fins = choose(variant, 14, 12, 16)
  const step = 250 / fins
  if (isLow) return lowCooler(tone)
  return [
    ...[150, 200, 280, 330].map((x) => cable(`M${x} 50V320Q${x} 360 ${x < 240 ? x + 24 : x - 24} 392`, 22, accent)),
    isDouble ? box(60, 54, 312, 252, tone, 4) : '',
    box(84, 70, 312, 252, tone, 4),
    hatch(84, 70 + step, fins - 1, 0, step, 'h312'),
    disc(240, 196, 108, dark),
    inked(mid, `<g stroke-width="5">${blades(240, 196, 40, 98, choose(variant, 9, 11), 0.6)}</g>`),
    disc(240, 196, 36, wash),
    box(160, 372, 160, 40, pale, 6),
    box(186, 408, 108, 26, accent, 4),
    path('M160 392H96M320 392h64'),
    screw(90, 392, 15),
    screw(390, 392, 15),
    inked(paper, thin(disc(240, 196, 14, 'none'))),
  ].join('')
}

/** A cooler whose fan lies flat on the fins. */
function lowCooler(tone: string): string {
  return [
    box(60, 150, 360, 60, dark, 10),
    inked(mid, hatch(90, 164, 10, 33, 0, 'v32')),
    box(76, 210, 328, 110, tone, 4),
    hatch(76 + 16, 210, 19, 16.4, 0, 'v110'),
    ...[130, 190, 290, 350].map((x) => cable(`M${x} 318V350Q${x} 366 ${x < 240 ? x + 20 : x - 20} 372`, 20, accent)),
    box(160, 360, 160, 34, pale, 6),
    box(186, 392, 108, 22, accent, 4),
    path('M160 378H96M320 378h64'),
    screw(90, 378, 15),
    screw(390, 378, 15),
  ].join('')
}

const thermalPaste: Draw = (subject) => {
  const { facts } = subject
  const grams = amount(facts, 'mass', 4)
  const fill = 70 + grams * 24
  const isMetal = amount(facts, 'conductivity', 8) > 50
  const tone = isMetal ? steel : accent
  return [
    path('M196 50h88v22h-26v70h-36v-70h-26z', mid),
    box(130, 138, 220, 22, mid, 8),
    box(168, 160, 144, 176, paper, 6),
    flat(path(`M171 ${333 - fill}h138v${fill}h-138z`, tone)),
    path(`M168 ${333 - fill}h144`),
    label(184, 180, 112, 110, subject, [measured(facts, 'mass', 'G'), measured(facts, 'conductivity', 'W/MK')]),
    path('M186 336h108l-36 30v26h-36v-26z', mid),
    path('M130 424c-10 -26 40 -26 70 -22c20 -14 60 -14 80 0c40 -6 84 -2 72 22c-8 18 -212 18 -222 0z', tone),
  ].join('')
}

/** Edges of a thermal pad in the drawing, from its measures in millimetres. */
export function padFrame(facts: DrawnFacts): { left: number; top: number; width: number; height: number } {
  const [long, wide] = [amount(facts, 'pad_length', 100), amount(facts, 'pad_width', 100)]
  const scale = long > 100 ? 3.2 : long < 60 ? 4.6 : 3.4
  const [width, height] = [long * scale, Math.max(60, wide * scale)]
  return { left: 240 - width / 2, top: 228 - height / 2, width, height }
}

const thermalPad: Draw = ({ facts, number }) => {
  const { left, top, width, height } = padFrame(facts)
  const thick = 6 + amount(facts, 'thickness', 1) * 12
  const corner = Math.min(70, height * 0.5)
  const rows = repeat(
    Math.floor(height / 30),
    (row) => `M${left + 18 + (row % 2) * 13} ${top + 22 + row * 28}h${width - 40}`,
  )
  return [
    box(left + thick, top + thick, width, height, mid, 6),
    path(`M${left} ${top + height}l${thick} ${thick}h${width}l${-thick} ${-thick}z`, steel),
    path(`M${left} ${top}h${width - corner}l${corner} ${corner}v${height - corner}h${-width}z`, wash),
    inked(accent, `<g stroke-dasharray="0 26" stroke-width="7">${path(rows)}</g>`),
    path(`M${left + width - corner} ${top}v${corner}h${corner}z`, paper),
    centred(measured(facts, 'thickness', ' MM'), 240, 424, 34),
    thin(centred(number, 240, 30, 20)),
  ].join('')
}

/** A hub: one connector per fan, and the cables to the mainboard and the power supply. */
function fanHub(ports: number): string {
  const columns = Math.ceil(ports / 2)
  const pitch = 360 / columns
  return [
    cable('M120 150V60', 20),
    cable('M360 150V60', 20),
    box(90, 30, 60, 40, paper, 4),
    box(310, 30, 100, 40, dark, 4),
    box(44, 140, 392, 260, dark, 20),
    repeat(ports, (port) => {
      const [column, line] = [port % columns, Math.floor(port / columns)]
      const x = 60 + pitch / 2 + column * pitch - 34
      return box(x, 170 + line * 110, 68, 44, paper, 4) + contacts(x + 10, 182 + line * 110, 4, 14, 7, 20)
    }),
    inked(paper, centred(`${ports} × PWM`, 240, 348, 26)),
  ].join('')
}

const fanController: Draw = ({ facts, variant }) => {
  const ports = amount(facts, 'ports', 0)
  if (ports) return fanHub(ports)
  const knobs = choose(variant, 4, 3, 5)
  const pitch = 300 / knobs
  return [
    box(60, 100, 360, 90, mid, 4),
    hole(90, 130),
    hole(90, 160),
    hole(390, 130),
    hole(390, 160),
    hatch(130, 130, 12, 20, 0, 'v30'),
    box(36, 180, 408, 160, dark, 10),
    repeat(knobs, (knob) => {
      const x = 126 - 60 + pitch / 2 + knob * pitch
      const lean = choose(knob + variant, 18, -14, 6)
      return (
        disc(x, 252, Math.min(36, pitch * 0.42), pale) +
        path(`M${x} 250l${lean} -20`) +
        thin(disc(x, 314, 6, choose(knob + variant, accent, wash)))
      )
    }),
    box(382, 210, 42, 96, paper, 5),
    inked(accent, path('M394 286v-20M403 286v-36M412 286v-50')),
  ].join('')
}

export const cooling = {
  fan,
  'heatsink-fan': heatsinkFan,
  'case-fan': caseFan,
  'cpu-cooler': cpuCooler,
  'thermal-paste': thermalPaste,
  'thermal-pad': thermalPad,
  'fan-controller': fanController,
} satisfies Record<string, Draw>
