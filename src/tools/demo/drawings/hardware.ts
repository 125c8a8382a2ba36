import { contacts, hatch, hole, screw, wires } from './details.ts'
import { centred } from './lettering.ts'
import { accent, board, dark, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { box, choose, disc, flat, inked, mirror, path, repeat, thin } from './strokes.ts'
import { amount, factText, type Draw, type DrawnFacts } from './subject.ts'

const hinge: Draw = ({ facts, variant }) => {
  const arm = choose(variant, 190, 160, 210, 150, 180, 200)
  const foot = choose(variant, 148, 130, 140, 150, 120, 136)
  const half = [
    path(`M152 ${290 - arm}a16 16 0 0 1 16 -16h18a16 16 0 0 1 16 16V300h-50z`, pale),
    hole(177, 296 - arm, 9),
    hole(177, 290 - arm * 0.55, 9),
    path(`M${202 - foot} 342h${foot}v78a14 14 0 0 1 -14 14H${216 - foot}a14 14 0 0 1 -14 -14z`, mid),
    hole(228 - foot, 408),
    hole(176, 408),
    choose(variant, hole(202 - foot / 2, 408), ''),
    thin(path(`M${214 - foot} 376H190`)),
    box(choose(variant, 76, 96), 284, choose(variant, 140, 120), 64, steel, 10),
    box(choose(variant, 112, 124), 284, 26, 64, accent, 2),
    thin(path('M160 290v52M174 290v52M188 290v52')),
    box(60, 300, choose(variant, 20, 38), 32, pale, 5),
  ].join('')
  const side = factText(facts, 'side') || 'both'
  if (side === 'both') return half + mirror(half)
  const large = `<g transform="translate(90 -40)scale(1.16)">${half}</g>`
  return side === 'left' ? large : mirror(large)
}

const speakerHalf = (variant: number): string =>
  [
    box(44, 96, 166, choose(variant, 220, 190, 240), dark, 22),
    box(70, 124, 114, choose(variant, 164, 134, 184), pale, 50),
    thin(box(92, 148, 70, choose(variant, 116, 86, 136), mid, 34)),
    hole(64, 116, 7),
  ].join('')

const speaker: Draw = ({ facts, variant }) => {
  const bottom = choose(variant, 316, 286, 336)
  return [
    wires(120, bottom - 10, 2, 10, 0, 'q0 100 110 100'),
    mirror(wires(120, bottom - 10, 2, 10, 0, 'q0 100 110 100')),
    speakerHalf(variant),
    mirror(speakerHalf(variant)),
    box(202, bottom + 70, 76, 52, paper, 5),
    contacts(214, bottom + 84, amount(facts, 'pins', 4), 14, 8, 24),
  ].join('')
}

const microphone: Draw = ({ variant }) =>
  [
    wires(320, 200, choose(variant, 2, 3, 4), 12, 0, 'c0 130 -180 60 -160 190'),
    box(116, 380, 90, 56, paper, 5),
    contacts(128, 394, choose(variant, 3, 4, 5), choose(variant, 26, 18, 14), 8, 28),
    box(40, 80, 400, 150, board, 16),
    disc(160, 155, 58, pale),
    thin(disc(160, 155, 40, mid)),
    ...[
      [0, 0],
      [20, 0],
      [-20, 0],
      [10, 17],
      [-10, 17],
      [10, -17],
      [-10, -17],
    ].map(([x = 0, y = 0]) => flat(disc(160 + x, 155 + y, 6, dark))),
    thin(box(260, 124, 50, 62, dark, 4)),
    hatch(252, 134, 4, 0, 14, 'h66'),
    choose(variant, thin(box(350, 130, 20, 44, paper, 2)), ''),
    screw(412, 106),
    screw(412, 204),
    screw(66, 106),
    screw(66, 204),
  ].join('')

const screwShape = (x: number, top: number, head: number, length: number, shank: number): string =>
  [
    path(`M${x - head} ${top + 26}q0 -26 ${head} -26t${head} 26z`, mid),
    path(
      `M${x - shank} ${top + 26}h${2 * shank}v${length - 12}l${-shank * 0.5} 12h${-shank}l${-shank * 0.5} -12z`,
      pale,
    ),
    thin(
      path(repeat(Math.floor((length - 18) / 13), (index) => `M${x - shank} ${top + 44 + index * 13}l${2 * shank} -8`)),
    ),
  ].join('')

/** Length and thickness of a screw in the drawing: longer and thicker as its facts say. */
export function screwSize(facts: DrawnFacts): { length: number; shank: number } {
  const thread = Number(factText(facts, 'thread').slice(1).replace('_', '.')) || 2.5
  return { length: 50 + amount(facts, 'length_mm', 6) * 24, shank: 8 + thread * 13 }
}

/** One screw from the side beside its head; ten of them are in the bag. */
const screws: Draw = ({ facts, number, variant }) => {
  const { length, shank } = screwSize(facts)
  const drive = factText(facts, 'drive_type')
  const head = shank * 2
  const cross = drive === 'torx' ? 'M344 112l22 13v26l-22 13l-22 -13v-26z' : 'M318 138h52M344 112v52'
  const count = amount(facts, 'pieces', 10)
  return [
    screwShape(150, 66, head, length, shank),
    disc(344, 138, head * 1.1, mid),
    `<g stroke-width="10">${path(choose(variant, cross, cross))}</g>`,
    ...Array.from({ length: 2 }, (_, at) => screwShape(310 + at * 70, 262, head * 0.42, length * 0.42, shank * 0.42)),
    centred(`×${count}`, 345, 424, 32),
    thin(centred(number, 150, 432, 20)),
  ].join('')
}

const adhesiveStrips: Draw = ({ variant }) => {
  const count = choose(variant, 4, 3, 5, 2, 4, 6)
  const pitch = 340 / count
  return [
    path('M60 40H372l48 48V440H60z', pale),
    path('M372 40v48h48', paper),
    repeat(count, (index) => {
      const width = pitch - 26
      const x = 76 + index * pitch
      return (
        box(x, 110, width, 250, wash, 8) +
        path(`M${x} 340h${width}v60a12 12 0 0 1 -12 12h${24 - width}a12 12 0 0 1 -12 -12z`, dark) +
        thin(inked(paper, path(`M${x + width / 2} 368v22`)))
      )
    }),
    thin(centred(choose(variant, 'PULL', 'PEEL'), 200, 66, 22)),
  ].join('')
}

const pcCase: Draw = ({ facts, variant }) => {
  const tone = toneOf(factText(facts, 'colour'), dark)
  const scale = { mini_itx: 0.78, micro_atx: 0.9 }[factText(facts, 'form_factor')] ?? 1
  const body = [
    box(104, 28, 272, 410, tone, 14),
    box(124, 50, 232, choose(variant, 46, 0.1, 92, 46), pale, 4),
    choose(
      variant,
      thin(path('M140 74h160')),
      thin(path('M140 74h160')),
      thin(path('M124 96h232M140 74h160M140 120h160')),
    ),
    box(124, choose(variant, 116, 64, 162, 116), 232, choose(variant, 250, 302, 204, 250), steel, 6),
    choose(
      variant,
      inked(dark, hatch(140, 134, 12, 0, 19, 'h200')),
      disc(240, 140, 66, pale) +
        disc(240, 284, 66, pale) +
        disc(240, 140, 20, accent) +
        disc(240, 284, 20, accent) +
        thin(path('M174 140h132M240 74v132M174 284h132M240 218v132')),
      inked(dark, hatch(140, 180, 9, 0, 20, 'h200')),
    ),
    disc(330, 402, 16, accent),
    box(136, 392, 36, 20, pale, 3),
    box(184, 392, 36, 20, pale, 3),
    flat(disc(246, 402, 8, pale), disc(272, 402, 8, pale)),
    box(124, 436, 56, 16, dark, 4),
    box(300, 436, 56, 16, dark, 4),
  ].join('')
  return `<g transform="translate(${240 - 240 * scale} ${452 - 452 * scale})scale(${scale})">${body}</g>`
}

export const hardware = {
  hinge,
  speaker,
  microphone,
  screws,
  'adhesive-strips': adhesiveStrips,
  case: pcCase,
} satisfies Record<string, Draw>
