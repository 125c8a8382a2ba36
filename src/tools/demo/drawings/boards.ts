import { blades, cable, contacts, hatch, label, leggedChip, screw } from './details.ts'
import { centred } from './lettering.ts'
import { accent, board, dark, ink, mid, pale, paper, steel, wash } from './palette.ts'
import { capacityOf } from './printed.ts'
import { box, choose, disc, flat, inked, move, path, repeat, thin } from './strokes.ts'
import { amount, measured, factText, type Draw, type DrawnFacts } from './subject.ts'

const motherboard: Draw = (subject) => {
  const { facts, variant } = subject
  const form = factText(facts, 'form_factor')
  const slots = { atx: 3, micro_atx: 2, mini_itx: 1 }[form] ?? choose(variant, 3, 2, 4)
  const banks = form === 'mini_itx' ? 2 : form ? 4 : choose(variant, 4, 2)
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
    form ? centred(`${factText(facts, 'socket')}`, 202, 134, 24) : thin(chipSet(facts)),
  ].join('')
}

/** What a laptop's board says about itself: cores and soldered memory. */
function chipSet(facts: DrawnFacts): string {
  const cores = factText(facts, 'processor_cores')
  return cores ? centred(`${cores}C`, 202, 118, 24) + centred(capacityOf(facts), 202, 152, 20) : ''
}

const cpu: Draw = (subject) => {
  const { facts, number, variant } = subject
  const cores = amount(facts, 'processor_cores', choose(variant, 8, 6, 12, 4))
  const side = 196 + cores * 3
  const edge = 240 - side / 2
  const socket = factText(facts, 'socket')
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
    centred(socket || 'CPU', 240, 158, 30),
    centred(measured(facts, 'processor_cores', ' CORES'), 240, 214, 26),
    thin(centred(number, 240, 264, 22)),
    flat(path('M52 408V380L80 416H60a8 8 0 0 1 -8 -8z', ink)),
  ].join('')
}

/** The slot bracket with its fixing tab, at the left of every expansion card. */
const bracket = (bottom: number): string => path(`M22 84H62V${bottom}l-8 20h-16l-8 -20V108h-8z`, mid)

const slotEdge = (x: number, y: number, width: number): string =>
  box(x, y - 6, width, 34, wash, 2) + contacts(x + 8, y + 4, Math.floor((width - 12) / 11), 11, 6, 22)

/** A card of this width beside its bracket, centred. */
const card = (width: number, ...parts: string[]): string => move(199 - width / 2, 0, ...parts)

const videoCard: Draw = ({ facts, variant }) => {
  const length = amount(facts, 'length_mm', choose(variant, 260, 200, 304))
  const width = Math.min(396, 140 + length * 0.84)
  const fans = amount(facts, 'fans', length > 290 ? 3 : length > 200 ? 2 : 1)
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
        disc(x, 214, radius * 0.3, wash)
      )
    }),
    bracket(390),
    thin(repeat(Math.min(4, amount(facts, 'ports', 3)), (port) => box(32, 136 + port * 46, 20, 36, paper, 2))),
  )
}

const soundCard: Draw = ({ variant }) => {
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

/** Two antennas at the bracket of a wireless card. */
const antennas = [150, 240].map((y) => box(2, y, 30, 22, dark, 6) + box(-22, y - 104, 24, 126, dark, 10)).join('')

const networkCard: Draw = (subject) => {
  const { facts, variant } = subject
  const width = 340
  const ports = facts['wifi'] ? 0 : amount(facts, 'ports', choose(variant, 1, 2))
  return card(
    width,
    slotEdge(100, 330, 90),
    box(60, 130, width, 206, board, 6),
    leggedChip(320, 150, 60),
    repeat(ports, (port) => networkPort(146 + port * 92)),
    ports === 0 ? antennas : '',
    label(ports === 2 ? 196 : 190, 232, 190, 92, subject, [
      facts['wifi'] ? factText(facts, 'wifi').replace('_', ' ').toUpperCase() : measured(facts, 'data_rate', 'G'),
    ]),
    bracket(390),
  )
}

const wifiCard: Draw = ({ facts, number }) => {
  const height = 330
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
    flat(disc(240, top + 182, 8, accent)),
    centred(factText(facts, 'wifi').replace('wifi_', 'WI-FI ').toUpperCase() || 'WI-FI', 240, top + 206, 26),
    thin(centred(number, 240, top + 246, 18)),
  ].join('')
}

export const boards = {
  motherboard,
  cpu,
  'video-card': videoCard,
  'sound-card': soundCard,
  'network-card': networkCard,
  'wifi-card': wifiCard,
} satisfies Record<string, Draw>
