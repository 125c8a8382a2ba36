import { barCode } from './code-39.ts'
import { cable } from './details.ts'
import { panelFrame } from './displays.ts'
import type { DrawingKind } from './drawing.ts'
import { faces } from './faces.ts'
import { centred, fitting, words } from './lettering.ts'
import { dimmFrame, notchOf, sodimmFrame } from './memory.ts'
import { accent, dark, mid, paper } from './palette.ts'
import { plugNames } from './plug-names.ts'
import { plug } from './plugs.ts'
import { batteryFrame } from './power.ts'
import { printed } from './printed.ts'
import { m2Frame } from './storage.ts'
import { box, disc, flat, inked, path, scaled, thin, turn } from './strokes.ts'
import { factText, type DrawnFacts, type Subject } from './subject.ts'

/** One plug: from the side at the end of its cable, from the front, and its name. */
function onePlug(id: string): string {
  const name = plugNames[id] ?? id.toUpperCase()
  return [
    cable('M-20 200H70', 44),
    scaled(1.9, 60, 200, turn(-90, 0, 0, plug(id))),
    disc(376, 200, 88, paper),
    inked(accent, disc(376, 200, 80, 'none')),
    scaled(1.06, 376, 200, faces[id] ?? ''),
    centred(name, 240, 370, fitting(name, 420, 44)),
  ].join('')
}

/** The two ends of a cable or adapter, side by side. */
function twoPlugs(first: string, second: string): string {
  const end = (id: string, x: number): string =>
    [
      cable(`M${x} -10V50`, 36),
      scaled(1.45, x, 40, plug(id)),
      scaled(1.25, x, 310, faces[id] ?? ''),
      centred(plugNames[id] ?? '', x, 412, fitting(plugNames[id] ?? '', 200, 30)),
    ].join('')
  return end(first, 124) + end(second, 356) + inked(mid, thin(path('M240 40V440')))
}

/** The two sides of an adapter: its plug, and the socket that it gives. */
function plugAndSocket(from: string, to: string): string {
  return [
    cable('M124 -10V50', 36),
    scaled(1.45, 124, 40, plug(from)),
    scaled(1.25, 124, 310, faces[from] ?? ''),
    box(252, 96, 208, 260, mid, 20),
    box(268, 150, 176, 150, paper, 10),
    scaled(1.24, 356, 225, faces[to] ?? ''),
    ...[from, to].map((id, at) =>
      centred(plugNames[id] ?? '', 124 + at * 232, 412, fitting(plugNames[id] ?? '', 200, 30)),
    ),
  ].join('')
}

/** The place on a part that a close-up enlarges: its connector or its key. */
const focus: Partial<Record<DrawingKind, (facts: DrawnFacts) => readonly [x: number, y: number, factor: number]>> = {
  'laptop-battery': (facts) => {
    const { left, top, width } = batteryFrame(facts)
    const x =
      { left: left + 70, middle: 240, right: left + width - 70 }[factText(facts, 'plug_at')] ?? left + width - 70
    return [x, top - 10, 2.6]
  },
  'ssd-m2': (facts) => [m2Frame(facts).left + 70, 240, 2.8],
  'ssd-25': () => [250, 400, 1.9],
  'memory-module': (facts) => [
    dimmFrame.left + dimmFrame.width * notchOf(facts),
    dimmFrame.top + dimmFrame.height - 40 + (facts['pieces'] ? 64 : 0),
    2.6,
  ],
  sodimm: (facts) => [sodimmFrame.left + sodimmFrame.width * notchOf(facts), sodimmFrame.top + 170, 2.4],
  'screen-panel': (facts) => {
    const { left, top, width, height } = panelFrame(facts)
    return [factText(facts, 'plug_at') === 'left' ? left + 70 : left + width - 70, top + height + 24, 2.6]
  },
  'phone-screen': () => [240, 400, 2.4],
  'phone-battery': () => [330, 90, 2.4],
  'laptop-keyboard': () => [150, 252, 2.3],
  fan: () => [220, 400, 2.3],
  trackpad: () => [240, 400, 2.4],
  hinge: () => [150, 320, 2],
  'screen-cable': () => [180, 90, 2.2],
  'flat-flex-cable': () => [150, 90, 2.3],
  'dc-jack': () => [350, 360, 2],
  motherboard: () => [120, 140, 2],
  'power-supply': () => [340, 190, 2],
  'webcam-module': () => [240, 220, 2.1],
  antenna: () => [190, 400, 2.4],
  'wifi-card': () => [240, 370, 2.2],
  'network-card': () => [140, 200, 2],
  'video-card': () => [130, 300, 2],
  'printer-roller': () => [110, 230, 2],
  'cpu-cooler': () => [240, 380, 2],
  'case-fan': () => [330, 380, 2.2],
  'heatsink-fan': () => [350, 330, 2],
  speaker: () => [240, 400, 2.2],
  microphone: () => [200, 380, 2],
  'cmos-battery': () => [240, 230, 1.6],
  'io-board': () => [110, 200, 2],
  palmrest: () => [240, 310, 1.9],
  'bottom-cover': () => [340, 280, 1.9],
  'screen-lid': () => [110, 350, 2.1],
  bezel: () => [240, 110, 2.4],
  'ink-cartridge': () => [180, 350, 2],
  'toner-cartridge': () => [420, 260, 2],
  fuser: () => [90, 160, 2],
  'touch-digitizer': () => [240, 400, 2],
  tablet: () => [240, 420, 2],
  'external-drive': () => [300, 400, 2],
  'drive-caddy': () => [110, 250, 2],
  'docking-station': () => [210, 240, 2],
}

const enlarged = (body: string, [x, y, factor]: readonly [number, number, number]): string =>
  scaled(factor, 240 - x * factor, 240 - y * factor, body)

/** The close-up of a part's connector: its plugs, or its main picture enlarged where the connector is. */
export function closeUp(kind: DrawingKind, { facts }: Subject, body: string): string {
  const [first, second] = [factText(facts, 'end_a'), factText(facts, 'end_b')]
  if (kind === 'power-cord') return twoPlugs(factText(facts, 'socket_type') || 'eu', factText(facts, 'cord') || 'c13')
  if (first && second) return kind === 'adapter-dongle' ? plugAndSocket(first, second) : twoPlugs(first, second)
  if (facts['plug'] && kind !== 'laptop-battery') return onePlug(factText(facts, 'plug'))
  return enlarged(body, focus[kind]?.(facts) ?? [240, 240, 1.7])
}

/** The label of a part or its bag: the maker, the part's number, its ratings and the number as a bar code. */
export function labelCloseUp(maker: string, { number, facts }: Subject): string {
  const ratings = printed(facts, 5)
  const [first = '', ...rest] = ratings
  const others = rest.join('  ')
  const size = fitting(number, 360, 58)
  return [
    box(-20, -20, 520, 520, dark, 0),
    box(36, 54, 408, 372, paper, 14),
    flat(box(39, 57, 402, 56, accent, 11)),
    inked(paper, words(maker.toUpperCase(), 60, 72, fitting(maker.toUpperCase(), 340, 26))),
    words(number, 60, 136, size),
    first ? words(first, 60, 212, fitting(first, 360, 38)) : '',
    others ? thin(words(others, 60, 266, fitting(others, 360, 26))) : '',
    barCode(number, 60, 316, 360, 84),
  ].join('')
}
