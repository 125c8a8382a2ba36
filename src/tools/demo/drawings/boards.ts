import { blades, cable, chip, contacts, hatch, label, leggedChip, screw } from './details.ts'
import { centred } from './lettering.ts'
import { accent, board, dark, ink, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, move, path, repeat, thin, type Draw } from './strokes.ts'

/** A memory module: rounded notches at the sides, and a key notch between two rows of contacts. */
function memoryBoard(left: number, top: number, width: number, height: number, key: number): string {
  const bottom = top + height
  const right = left + width
  const side = top + height * 0.5
  return [
    path(
      `M${left} ${top}H${right}V${side - 10}a10 10 0 0 0 0 20` +
        `V${bottom}H${key + 7}v-16a7 7 0 0 0 -14 0v16H${left}V${side + 10}a10 10 0 0 0 0 -20z`,
      board,
    ),
    contacts(left + 10, bottom - 26, Math.floor((key - left - 22) / 10), 10, 6, 23, paper),
    contacts(key + 14, bottom - 26, Math.floor((right - key - 20) / 10), 10, 6, 23, paper),
  ].join('')
}

const memoryModule: Draw = (variant) => {
  const count = choose(variant, 8, 4, 8, 8, 4, 8)
  const pitch = 388 / count
  const spreader = variant % 3 === 2
  return [
    memoryBoard(24, 146, 432, 188, choose(variant, 252, 230)),
    spreader
      ? box(40, 126, 400, 160, dark, 8) + inked(steel, path('M56 146h150l24 24h194M56 266h120l20 -20h228'))
      : repeat(count, (index) => chip(48 + index * pitch, 168, pitch - 12, 98)),
    label(139, 161, 194, 112, 'DM', variant),
  ].join('')
}

const sodimm: Draw = (variant) => {
  const count = choose(variant, 4, 2, 4, 2, 4, 2)
  const pitch = 320 / count
  return [
    memoryBoard(60, 118, 360, 250, choose(variant, 190, 270, 210)),
    repeat(count, (index) => chip(82 + index * pitch, 140, pitch - 12, 84)),
    label(92, 244, 200, 80, 'SO', variant),
    chip(320, 246, 34, 34),
    choose(variant, '', chip(364, 246, 34, 34)),
    hatch(320, 300, 6, 15, 0, 'v14'),
  ].join('')
}

const motherboard: Draw = (variant) => {
  const slots = choose(variant, 3, 2, 4, 2, 3, 1)
  const banks = choose(variant, 4, 2, 4, 4, 2, 2)
  return [
    box(44, 40, 392, 400, board, 10),
    box(36, 62, 60, 48, pale, 4),
    box(36, 118, 60, 40, pale, 4),
    box(36, 166, 60, 56, pale, 4),
    thin(path('M46 78h30v16h-30zM46 132h24M46 144h24M46 182h30v24h-30z')),
    box(136, 78, 132, 132, paper, 6),
    box(160, 102, 84, 84, mid, 4),
    repeat(banks, (index) => thin(box(300 + index * 22, 66, 14, 164, index % 2 ? paper : dark, 3))),
    box(406, 110, 24, 96, pale, 3),
    hatch(412, 120, 8, 0, 11, 'h12'),
    repeat(slots, (index) =>
      thin(
        box(84, 260 + index * 42, 190, 18, index ? paper : dark, 3),
        path(`M${choose(index, 210, 130)} ${260 + index * 42}v18`),
      ),
    ),
    box(304, 260, 90, 84, pale, 6),
    hatch(316, 272, 5, 0, 15, 'h66'),
    disc(350, 386, 26, mid),
    thin(centred('+', 350, 378, 16)),
    thin(box(84, 408, 130, 18, wash, 2)),
    screw(60, 56, 9),
    screw(420, 56, 9),
    screw(60, 424, 9),
    screw(420, 424, 9),
    screw(284, 240, 9),
  ].join('')
}

const cpu: Draw = (variant) => {
  const side = choose(variant, 232, 210, 244, 220, 200, 236)
  const edge = 240 - side / 2
  return [
    path('M60 48H408l24 24V408a12 12 0 0 1 -12 12H60a12 12 0 0 1 -12 -12V60a12 12 0 0 1 12 -12z', board),
    contacts(74, 58, 14, 25, 10, 14, paper),
    contacts(74, 396, 14, 25, 10, 14, paper),
    flat(
      path(
        repeat(12, (index) => `M57 ${92 + index * 25}h14v10h-14zM409 ${92 + index * 25}h14v10h-14z`),
        paper,
      ),
    ),
    box(edge, edge - 6, side, side, pale, 16),
    thin(box(edge + 16, edge + 10, side - 32, side - 32, paper, 8)),
    centred(choose(variant, 'C8-410', 'C6-230', 'C12-90', 'C4-110', 'C2-300', 'C16-70'), 240, 186, 26),
    thin(
      centred(choose(variant, '3.8', '3.4', '4.2', '2.9', '2.4', '4.5'), 240, 232, 22),
      inked(steel, path('M190 278h100M190 292h64')),
    ),
    flat(path(`M52 408V${choose(variant, 384, 376)}L${choose(variant, 76, 84)} 416H60a8 8 0 0 1 -8 -8z`, ink)),
  ].join('')
}

/** The slot bracket with its fixing tab, at the left of every expansion card. */
const bracket = (bottom: number): string => path(`M22 84H62V${bottom}l-8 20h-16l-8 -20V108h-8z`, mid)

const slotEdge = (x: number, y: number, width: number): string =>
  box(x, y - 6, width, 34, wash, 2) + contacts(x + 8, y + 4, Math.floor((width - 12) / 11), 11, 6, 22)

/** A card of this width beside its bracket, centred. */
const card = (width: number, ...parts: string[]): string => move(199 - width / 2, 0, ...parts)

const videoCard: Draw = (variant) => {
  const fans = choose(variant, 2, 1, 2, 3, 1, 2)
  const width = choose(variant, 388, 300, 388, 396, 280, 370)
  const pitch = (width - 24) / fans
  const radius = Math.min(84, pitch / 2 - 8)
  return card(
    width,
    slotEdge(100, 330, 176),
    box(60, 130, width, 206, board, 6),
    box(60, 116, width, 196, dark, 16),
    repeat(fans, (index) => {
      const x = 72 + pitch / 2 + index * pitch
      return (
        disc(x, 214, radius, pale) +
        thin(blades(x, 214, radius * 0.3, radius - 4, 9, 0.7)) +
        disc(x, 214, radius * 0.3, choose(variant, wash, accent))
      )
    }),
    bracket(390),
    thin(box(32, 150, 20, 44, paper, 2), box(32, 206, 20, 44, paper, 2), box(32, 262, 20, 44, paper, 2)),
  )
}

const soundCard: Draw = (variant) => {
  const width = choose(variant, 350, 310, 380)
  return card(
    width,
    slotEdge(100, 330, 90),
    box(60, 130, width, 206, board, 6),
    leggedChip(180, 186, 84),
    disc(130, 190, 22, paper),
    disc(130, 250, 22, paper),
    thin(path('M114 190h32M114 250h32')),
    repeat(choose(variant, 3, 2, 4), (index) =>
      disc(292 + (index % 2) * 46, 190 + Math.floor(index / 2) * 54, 18, mid),
    ),
    hatch(220, 306, 8, 20, 0, 'v14'),
    bracket(390),
    ...[150, 196, 242, 288]
      .slice(0, choose(variant, 4, 3))
      .map((y, index) => thin(disc(42, y, 14, index === 0 ? accent : paper), disc(42, y, 5, dark))),
  )
}

const networkPort = (y: number): string =>
  box(24, y + 12, 50, 60, pale, 4) +
  box(60, y, 112, 84, mid, 6) +
  inked(accent, hatch(84, y + 20, 5, 0, 11, 'h42')) +
  thin(disc(150, y + 22, 8, wash), disc(150, y + 60, 8, paper))

const networkCard: Draw = (variant) => {
  const width = choose(variant, 330, 370, 300)
  return card(
    width,
    slotEdge(100, 330, choose(variant, 90, 130)),
    box(60, 130, width, 206, board, 6),
    leggedChip(choose(variant, 260, 250, 246), 190, 76),
    repeat(choose(variant, 1, 2), (port) => networkPort(146 + port * 92)),
    choose(variant, label(82, 256, 132, 56, 'NC', variant), chip(204, 292, 40, 26)),
    bracket(390),
  )
}

const wifiCard: Draw = (variant) => {
  const height = choose(variant, 330, 300, 300, 340, 260, 310)
  const top = 240 - height / 2
  return [
    cable(`M170 ${top + 52}C150 20 90 20 60 60`, 14),
    cable(`M310 ${top + 52}C330 20 390 20 420 60`, 14, steel),
    path(`M120 ${top}h94a26 26 0 0 0 52 0h94v${height}h-62v-18h-16v18H120z`, board),
    contacts(132, top + height - 26, 14, 11, 6, 23, paper),
    contacts(304, top + height - 26, 5, 11, 6, 23, paper),
    thin(
      disc(170, top + 52, 17, pale),
      disc(170, top + 52, 6, dark),
      disc(310, top + 52, 17, pale),
      disc(310, top + 52, 6, dark),
    ),
    box(144, top + 88, 192, height - 144, mid, 6),
    `<g stroke-width="8">${path(`M192 ${top + 138}q48 -40 96 0M212 ${top + 160}q28 -24 56 0`)}</g>`,
    flat(disc(240, top + 182, 8, choose(variant, accent, ink))),
  ].join('')
}

export const boards = {
  'memory-module': memoryModule,
  sodimm,
  motherboard,
  cpu,
  'video-card': videoCard,
  'sound-card': soundCard,
  'network-card': networkCard,
  'wifi-card': wifiCard,
} satisfies Record<string, Draw>
