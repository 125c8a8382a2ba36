import { blades, cable, contacts, hatch, hole, label, screw, wires } from './details.ts'
import { accent, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, move, path, repeat, tenth, thin, type Draw } from './strokes.ts'

const impeller = (x: number, y: number, radius: number, count: number): string =>
  disc(x, y, radius, dark) +
  inked(mid, `<g stroke-width="5">${blades(x, y, radius * 0.44, radius - 6, count, 0.5)}</g>`) +
  disc(x, y, radius * 0.4, wash)

const fan: Draw = (variant) => {
  const count = choose(variant, 19, 15, 23, 17, 21, 13)
  return [
    wires(128, 320, choose(variant, 4, 3), 9, 0, 'v80q0 20 20 20h40'),
    box(186, 392, 72, 52, paper, 5),
    contacts(198, 404, choose(variant, 4, 3), 14, 7, 26),
    cable('M230 220L72 84M230 220L378 388', 30, mid),
    path('M236 60H420V250A176 154 0 0 1 244 388C130 388 54 318 54 222C54 128 130 60 236 60z', pale),
    box(400, 76, 40, 196, mid, 4),
    hatch(402, 94, 9, 0, 20, 'h36'),
    disc(232, 224, 130, ground),
    impeller(232, 224, 118, count),
    thin(disc(232, 224, 16, choose(variant, accent, paper))),
    hole(72, 84, 8),
    hole(378, 388, 8),
  ].join('')
}

const heatsinkFan: Draw = (variant) => {
  const pipes = choose(variant, 2, 1, 2, 1)
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

const caseFan: Draw = (variant) => {
  const count = choose(variant, 7, 9, 11, 7, 9, 5)
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
  return [
    box(44, 44, 392, 392, dark, 26),
    disc(240, 240, 180, ground),
    path('M240 240L110 110M240 240L370 110M240 240L110 370M240 240L370 370'),
    thin(path(repeat(count, blade), choose(variant, pale, wash, paper))),
    disc(240, 240, 54, paper),
    thin(disc(240, 240, 40, choose(variant, wash, accent))),
    ...[78, 402].flatMap((x) => [hole(x, 78, 14), hole(x, 402, 14)]),
  ].join('')
}

const cpuCooler: Draw = (variant) => {
  const fins = choose(variant, 14, 12, 16, 11, 13, 15)
  const step = 250 / fins
  return [
    ...[150, 200, 280, 330].map((x) => cable(`M${x} 50V320Q${x} 360 ${x < 240 ? x + 24 : x - 24} 392`, 22, accent)),
    box(84, 70, 312, 252, mid, 4),
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

const thermalPaste: Draw = (variant) => {
  const fill = choose(variant, 150, 118, 168, 96, 136, 110)
  return [
    path('M196 50h88v22h-26v70h-36v-70h-26z', mid),
    box(130, 138, 220, 22, mid, 8),
    box(168, 160, 144, 176, paper, 6),
    flat(path(`M171 ${333 - fill}h138v${fill}h-138z`, choose(variant, accent, steel, accent, steel))),
    path(`M168 ${333 - fill}h144`),
    hatch(168, 188, 6, 0, 22, 'h16'),
    label(194, 206, 100, 96, 'TP', variant),
    path('M186 336h108l-36 30v26h-36v-26z', mid),
    path(
      'M130 424c-10 -26 40 -26 70 -22c20 -14 60 -14 80 0c40 -6 84 -2 72 22c-8 18 -212 18 -222 0z',
      choose(variant, accent, steel, accent, steel),
    ),
  ].join('')
}

const thermalPad: Draw = (variant) => {
  const size = choose(variant, 300, 280, 320, 260, 290, 310)
  const rows = repeat(Math.floor((size - 106) / 24), (row) => `M${88 + (row % 2) * 13} ${222 + row * 24}h${size - 60}`)
  return move(
    (300 - size) / 2,
    (300 - size) / 2,
    box(120, 50, size, size, mid, 6),
    box(90, 80, size, size, pale, 6),
    path(
      `M60 116a6 6 0 0 1 6 -6H${60 + size - 90}L${60 + size} 200V${110 + size}a6 6 0 0 1 -6 6H66a6 6 0 0 1 -6 -6z`,
      wash,
    ),
    path(`M${60 + size - 90} 110V194a6 6 0 0 0 6 6H${60 + size}z`, paper),
    inked(accent, `<g stroke-dasharray="0 26" stroke-width="7">${path(rows)}</g>`),
    thin(path(`M84 136h${choose(variant, 60, 90)}v20h${-choose(variant, 60, 90)}z`)),
  )
}

const fanController: Draw = (variant) => {
  const knobs = choose(variant, 4, 3, 4, 2, 5, 3)
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
