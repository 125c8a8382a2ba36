import { cable, contacts, hatch, hole, screw } from './details.ts'
import { keys } from './keys.ts'
import { centred, fitting } from './lettering.ts'
import { accent, board, dark, gleam, ground, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { box, choose, disc, flat, inked, path, thin } from './strokes.ts'
import { amount, factText, type Draw, type DrawnFacts } from './subject.ts'

const glint = (x: number, y: number): string => inked(paper, path(`M${x} ${y + 90}l90 -90M${x + 40} ${y + 96}l56 -56`))

/** Width and height of a screen's visible face in millimetres, from its diagonal in inches and its pixels. */
export function faceMillimetres(facts: DrawnFacts): { width: number; height: number } | undefined {
  const inches = amount(facts, 'screen_size', 0)
  const [across = 0, down = 0] = factText(facts, 'resolution').split('x').map(Number)
  if (!inches || !across || !down) return undefined
  const diagonal = Math.hypot(across, down)
  return {
    width: Math.round((inches * 25.4 * across) / diagonal),
    height: Math.round((inches * 25.4 * down) / diagonal),
  }
}

/** Edges of a panel's visible face in the drawing. */
export function panelFrame(facts: DrawnFacts): { left: number; top: number; width: number; height: number } {
  const face = faceMillimetres(facts) ?? { width: 310, height: 174 }
  const width = Math.min(392, 160 + face.width * 0.62)
  const height = (width * face.height) / face.width
  return { left: 240 - width / 2, top: 206 - height / 2, width, height }
}

const screenPanel: Draw = ({ facts, number, variant }) => {
  const { left, top, width, height } = panelFrame(facts)
  const [right, bottom] = [left + width, top + height]
  const pins = amount(facts, 'pins', 30)
  const wide = pins * 3
  const socket =
    { left: left + 20, right: right - 20 - wide }[factText(facts, 'plug_at')] ?? choose(variant, right - 100, left + 20)
  const size = factText(facts, 'screen_size')
  const ears = [left - 34, right + 8].flatMap((x) => [
    box(x, top + 14, 26, 36, mid, 4),
    box(x, bottom - 50, 26, 36, mid, 4),
  ])
  const isGlossy = factText(facts, 'surface') === 'glossy'
  return [
    ...ears,
    box(left - 16, top - 14, width + 32, height + 30, dark, 8),
    box(left, top, width, height, wash, 3),
    isGlossy
      ? flat(path(`M${left + 3} ${bottom - 3}L${left + height} ${top + 3}H${left + 3}z`, gleam)) +
        glint(left + 26, top + 20)
      : '',
    size ? centred(`${size}"`, 240, top + height * 0.32, height * 0.3) : '',
    factText(facts, 'touch') === 'yes'
      ? inked(accent, disc(right - 62, bottom - 58, 30, 'none'), disc(right - 62, bottom - 58, 12, accent))
      : '',
    box(left + 20, bottom + 18, width - 40, 34, board, 4),
    box(socket, bottom + 36, wide, 34, paper, 4),
    contacts(socket + 6, bottom + 48, pins / 2, 5.6, 3, 16, dark),
    thin(centred(number, 240, bottom + 84, 22)),
  ].join('')
}

const touchDigitizer: Draw = ({ variant }) => {
  const lines = choose(variant, 7, 9, 6, 8, 7, 10)
  return [
    cable(`M${choose(variant, 160, 300)} 340V420`, 54, wash),
    box(choose(variant, 118, 258), 404, 84, 40, paper, 4),
    contacts(choose(variant, 130, 270), 416, 6, 11, 6, 16),
    box(36, 60, 408, 296, dark, 20),
    box(66, 88, 348, 240, paper, 4),
    inked(steel, hatch(66 + 348 / lines, 88, lines - 1, 348 / lines, 0, 'v240'), hatch(66, 136, 4, 0, 48, 'h348')),
    inked(accent, disc(262, 226, 52, 'none'), disc(262, 226, 28, 'none')),
    flat(disc(262, 226, 13, accent)),
  ].join('')
}

const inches = (facts: DrawnFacts, otherwise: number): string => `${amount(facts, 'screen_size', otherwise)}"`

const phoneScreen: Draw = ({ facts, variant }) => {
  const height = 250 + (amount(facts, 'screen_size', 6.1) - 5) * 74
  const width = height * 0.52
  const [left, top] = [240 - width / 2, 206 - height / 2]
  const flex = choose(variant, 240, 210, 270)
  const isOled = factText(facts, 'panel_type') === 'oled'
  return [
    cable(`M${flex} ${top + height - 10}v60`, 44, accent),
    box(flex - 42, top + height + 36, 84, 36, paper, 5),
    contacts(flex - 31, top + height + 46, 6, 11, 6, 16),
    box(left, top, width, height, dark, 30),
    box(left + 13, top + 14, width - 26, height - 28, isOled ? dark : wash, 20),
    isOled ? inked(steel, thin(box(left + 13, top + 14, width - 26, height - 28, 'none', 20))) : '',
    flat(
      path(
        `M${left + 17} ${top + height * 0.7}L${left + width - 17} ${top + 70}V50H${left + 17}z`,
        isOled ? steel : gleam,
      ),
    ),
    choose(variant, box(196, top + 20, 88, 20, dark, 10), thin(disc(240, top + 38, 10, dark))),
    inked(
      isOled ? paper : dark,
      centred(inches(facts, 6.1), 240, top + height * 0.55, fitting(inches(facts, 6.1), width - 50, 44)),
    ),
    inked(isOled ? paper : dark, thin(centred(isOled ? 'OLED' : 'LCD', 240, top + height * 0.72, 24))),
  ].join('')
}

const bezel: Draw = ({ facts, variant }) => {
  const frame = choose(variant, 34, 28, 40, 30, 36, 26)
  return [
    path(
      'M50 96H430a14 14 0 0 1 14 14V370a14 14 0 0 1 -14 14' +
        'H330l-12 -16H162l-12 16H50a14 14 0 0 1 -14 -14V110a14 14 0 0 1 14 -14z',
      toneOf(factText(facts, 'colour'), dark),
    ),
    box(36 + frame, 96 + frame, 408 - 2 * frame, 264 - 2 * frame + 2, ground, 6),
    thin(disc(240, 96 + frame / 2, 9, wash), disc(212, 96 + frame / 2, 3, paper), disc(268, 96 + frame / 2, 3, paper)),
    inked(steel, hatch(52, 130, 4, 0, 60, 'v22'), hatch(428, 130, 4, 0, 60, 'v22')),
    flat(box(216, 345, 48, 8, choose(variant, wash, accent), 4)),
    hole(58, 365, 7),
    hole(422, 365, 7),
  ].join('')
}

const webcamModule: Draw = ({ variant }) =>
  [
    cable(`M${choose(variant, 380, 100)} 270v90`, 44, wash),
    box(choose(variant, 340, 60), 352, 80, 44, paper, 5),
    contacts(choose(variant, 352, 72), 366, 6, 10, 5, 16),
    box(30, 150, 420, 140, board, 14),
    box(170, 132, 140, 176, dark, 12),
    disc(240, 220, 56, pale),
    disc(240, 220, 38, dark),
    thin(disc(240, 220, 18, wash)),
    flat(disc(232, 212, 6, paper)),
    screw(58, 178),
    screw(422, 262),
    thin(box(choose(variant, 96, 348), 196, 40, 40, mid, 6), disc(choose(variant, 116, 368), 216, 6, dark)),
    flat(disc(choose(variant, 350, 120), 190, 8, paper), disc(choose(variant, 350, 120), 240, 8, wash)),
  ].join('')

const tablet: Draw = ({ facts, variant }) => {
  const height = 300 + (amount(facts, 'screen_size', 10.4) - 9) * 34
  const width = height * 0.74
  const [left, top] = [240 - width / 2, 232 - height / 2]
  return [
    box(left, top, width, height, dark, 26),
    box(left + 22, top + 26, width - 44, height - 52, wash, 6),
    flat(
      path(`M${left + 25} ${top + height * 0.72}L${left + width - 25} ${top + 60}V${top + 29}H${left + 25}z`, gleam),
    ),
    thin(disc(240, top + 13, 5, steel)),
    centred(inches(facts, 10.4), 240, top + height * 0.5, fitting(inches(facts, 10.4), width - 70, 56)),
    path(`M${left + width + 6} ${top + choose(variant, 70, 100)}v50`),
    cable(`M240 ${top + height - 6}v34`, 40, accent),
    box(200, top + height + 22, 80, 28, paper, 4),
  ].join('')
}

/** The back of a laptop's screen: hinge mounts below, antenna slots above; the maker's sign is missing. */
const screenLid: Draw = ({ facts, number }) => {
  const tone = toneOf(factText(facts, 'colour'), mid)
  const width = 250 + amount(facts, 'screen_size', 14) * 9.6
  const height = width * 0.64
  const [left, top] = [240 - width / 2, 226 - height / 2]
  const line = tone === dark ? steel : dark
  return [
    ...[left + 40, left + width - 100].map(
      (x) => box(x, top + height - 8, 60, 40, mid, 5) + screw(x + 30, top + height + 14, 8),
    ),
    box(left, top, width, height, tone, 22),
    inked(
      line,
      thin(
        path(`M${left + 14} ${top + 26}H${left + width - 14}M${left + 60} ${top + height - 22}H${left + width - 60}`),
      ),
    ),
    inked(line, thin(disc(240, top + height / 2 - 16, 30, 'none'))),
    inked(
      tone === dark ? paper : dark,
      thin(centred(`${factText(facts, 'screen_size')}"`, 240, top + height / 2 + 34, 26)),
    ),
    thin(centred(number, 240, top + height + 54, 20)),
  ].join('')
}

const laptop: Draw = ({ facts }) => {
  const tone = toneOf(factText(facts, 'colour'), pale)
  return [
    box(60, 30, 360, 212, dark, 14),
    box(80, 48, 320, 176, wash, 4),
    flat(path('M83 221L259 51H83z', gleam)),
    glint(130, 84),
    thin(disc(240, 39, 4, paper)),
    box(100, 236, 90, 22, mid, 4),
    box(290, 236, 90, 22, mid, 4),
    box(40, 250, 400, 200, tone, 18),
    box(66, 270, 348, 98, tone === dark ? steel : dark, 6),
    keys({ x: 74, y: 278, width: 332, height: 82, layout: '' }),
    box(176, 384, 128, 52, paper, 8),
  ].join('')
}

export const displays = {
  'screen-panel': screenPanel,
  'touch-digitizer': touchDigitizer,
  'phone-screen': phoneScreen,
  bezel,
  'webcam-module': webcamModule,
  tablet,
  'screen-lid': screenLid,
  laptop,
} satisfies Record<string, Draw>
