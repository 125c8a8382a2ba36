import { cable, contacts, hatch, hole, label, screw } from './details.ts'
import { keyRow, keys } from './keys.ts'
import { centred } from './lettering.ts'
import { accent, dark, ground, ink, mid, pale, paper, steel, toneOf, wash } from './palette.ts'
import { box, choose, disc, flat, inked, path, repeat, thin } from './strokes.ts'
import { amount, factText, type Draw, type DrawnFacts } from './subject.ts'

/** Edges of a laptop keyboard's frame in the drawing: wider laptops have wider keyboards. */
export function keyboardFrame(facts: DrawnFacts): { left: number; top: number; width: number; height: number } {
  const width = Math.min(436, 210 + amount(facts, 'wide_mm', 300) * 0.68)
  return { left: 240 - width / 2, top: 134, width, height: 206 }
}

const laptopKeyboard: Draw = ({ facts, variant, number }) => {
  const { left, top, width, height } = keyboardFrame(facts)
  const tail = choose(variant, 200, 140, 280)
  const isLit = factText(facts, 'backlight') === 'yes'
  const tone = toneOf(factText(facts, 'colour'), dark)
  const letters = { x: left + 16, y: top + 16, width: width - 32, height: height - 32 }
  const block = width > 420 ? { ...letters, width: width - 130 } : letters
  return [
    cable(`M${tail} ${top + height - 14}V404`, 62, wash),
    box(tail - 40, 392, 80, 28, paper, 4),
    contacts(tail - 32, 400, 7, 10, 5, 14, dark),
    isLit ? cable(`M${tail + 92} ${top + height - 14}V392`, 24, '#e6c455') : '',
    box(left, top, width, height, tone, 12),
    isLit ? inked('#e6c455', box(left + 8, top + 8, width - 16, height - 16, 'none', 8)) : '',
    keys({ ...block, layout: factText(facts, 'layout') || 'nordic', fill: isLit ? '#fdf3d0' : paper }),
    block === letters ? '' : numberBlock(left + width - 98, top + 16, 82, height - 32),
    thin(centred(number, 240, top - 46, 22)),
    ...(isLit ? [inked('#e6c455', hatch(left + 60, top - 20, 8, (width - 120) / 7, 0, 'v12'))] : []),
  ].join('')
}

function numberBlock(x: number, y: number, width: number, height: number): string {
  const tall = (height - 24) / 5
  const row = (index: number): string => keyRow({ x, y: y + index * (tall + 6), width, height: tall, units: [1, 1, 1] })
  return thin(path(repeat(5, row), paper))
}

const desktopKeyboard: Draw = ({ facts, variant }) => {
  const isWireless = factText(facts, 'wireless') === 'yes'
  const isDark = factText(facts, 'colour') === 'black' || variant % 2 === 1
  const isHigh = ['linear', 'tactile'].includes(factText(facts, 'switches'))
  return [
    isWireless
      ? path('M208 96q32 -28 64 0M186 76q54 -48 108 0') + flat(disc(240, 116, 8, accent))
      : cable('M200 170V110Q200 70 240 70T280 40', 14),
    isHigh ? box(18, 150, 444, 214, steel, 14) : '',
    box(18, 160, 444, 188, isDark ? dark : pale, 14),
    keys({ x: 34, y: 178, width: 312, height: 152, layout: factText(facts, 'layout') || 'nordic' }),
    numberBlock(362, 178, 84, 152),
    path('M40 348v14h60v-14M380 348v14h60v-14'),
  ].join('')
}

const keycap: Draw = ({ facts, variant }) =>
  [
    box(99, 30, 282, 282, dark, 34),
    box(129, 50, 222, 222, paper, 26),
    inked(choose(variant, accent, dark, accent), centred(choose(variant, 'K', 'E', 'R', 'N', 'W', 'A'), 191, 82, 78)),
    thin(centred(choose(variant, '2', '7', '8', '4', '5', '9'), 311, 218, 32)),
    box(75, 336, 190, 108, pale, 10),
    path('M95 356L245 424M245 356L95 424'),
    hole(95, 390, 6),
    hole(245, 390, 6),
    ...(factText(facts, 'bracket') === 'B' ? [hole(95, 354, 6), hole(245, 354, 6)] : []),

    thin(disc(170, 390, 13, wash)),
    disc(350, 390, choose(variant, 54, 48, 44), wash),
    thin(disc(350, 390, 32, paper)),
    disc(350, 390, 14, accent),
  ].join('')

const trackpad: Draw = ({ facts, variant }) =>
  [
    cable('M240 330V412', 66, wash),
    box(196, 402, 88, 36, paper, 4),
    contacts(204, 412, amount(facts, 'pins', 6), 72 / amount(facts, 'pins', 6), 36 / amount(facts, 'pins', 6), 16),
    box(48, 80, 384, 270, mid, 12),
    box(70, 100, 340, 230, toneOf(factText(facts, 'colour'), paper) === dark ? steel : paper, 16),
    factText(facts, 'buttons') === 'none' ? '' : path('M70 272H410M240 272v58'),
    choose(variant, '', inked(accent, thin(path('M90 142v-20h20M390 310h-20'))), ''),
    inked(accent, disc(240, 206, choose(variant, 22, 28, 26), 'none')),
    flat(disc(240, 206, 9, accent)),
    hole(59, 215, 5),
    hole(421, 215, 5),
  ].join('')

const mouse: Draw = ({ facts, variant }) => {
  const buttons = amount(facts, 'buttons', 3)
  const isWireless = facts['wireless'] ? factText(facts, 'wireless') === 'yes' : variant % 2 === 1
  const width = 94 + buttons * 4
  const tone = toneOf(factText(facts, 'colour'), pale)
  const isDark = tone === dark
  return [
    isWireless ? path('M210 60q30 -26 60 0M192 40q48 -42 96 0') : cable('M240 130V86Q240 50 280 50T320 24', 14),
    path(
      `M240 94C${240 + width} 94 ${240 + width + 22} 170 ${240 + width + 22} 270` +
        `C${240 + width + 22} 390 ${240 + width - 20} 450 240 450` +
        `S${240 - width - 22} 390 ${240 - width - 22} 270` +
        `C${240 - width - 22} 170 ${240 - width} 94 240 94z`,
      tone,
    ),
    inked(isDark ? steel : ink, path(`M${240 - width - 18} 240Q240 270 ${240 + width + 18} 240M240 94v160`)),
    box(222, 136, 36, 78, isDark ? steel : dark, 18),
    buttons > 3 ? box(240 - width - 24, 268, 20, 44, steel, 6) + box(240 - width - 22, 318, 20, 44, steel, 6) : '',
    buttons > 5 ? box(226, 226, 28, 18, accent, 6) + box(226, 250, 28, 18, accent, 6) : '',
    flat(box(232, 152, 16, 40, accent, 8)),
    inked(isDark ? paper : ink, thin(centred(factText(facts, 'buttons'), 240, 360, 30))),
  ].join('')
}

const palmrest: Draw = ({ facts, variant, number }) =>
  [
    box(26, 90, 428, 300, toneOf(factText(facts, 'colour'), pale), 20),
    thin(centred(number, 240, 412, 22)),
    box(56, 124, 368, 130, ground, 8),
    thin(
      path('M56 150h368M56 176h368M56 202h368M56 228h368'),
      path(repeat(12, (index) => `M${84 + index * 28} 124v104`)),
    ),
    box(choose(variant, 166, 150, 190), 278, choose(variant, 150, 170, 140), 94, paper, 10),
    thin(disc(422, 107, 8, accent)),
    inked(steel, `<g stroke-dasharray="0 10" stroke-width="5">${path('M70 106h90M320 106h70')}</g>`),
    hatch(60, 300, 4, 0, 14, 'h34'),
    choose(variant, '', thin(box(370, 300, 44, 44, wash, 6))),
    screw(44, 374, 8),
    screw(436, 374, 8),
  ].join('')

const bottomCover: Draw = (subject) => {
  const { facts, variant } = subject
  const slots = choose(variant, 9, 12, 7, 10, 8, 11)
  return [
    box(
      26,
      84,
      428,
      312,
      toneOf(factText(facts, 'colour'), mid) === dark ? steel : toneOf(factText(facts, 'colour'), mid),
      22,
    ),
    thin(box(130, 116, 220, 76, pale, 36)),
    `<g stroke-width="8">${path(repeat(slots, (index) => `M${240 - (slots - 1) * 9 + index * 18} 136v36`))}</g>`,
    box(60, 214, 170, 120, paper, 8),
    screw(76, 230, 8),
    screw(214, 318, 8),
    label(258, 224, 160, 104, subject),
    box(70, 352, 100, 20, dark, 10),
    box(310, 352, 100, 20, dark, 10),
    box(50, 100, 60, 18, dark, 9),
    box(370, 100, 60, 18, dark, 9),
    screw(48, 152),
    screw(432, 152),
    screw(48, 374),
    screw(432, 374),
    screw(240, 374),
  ].join('')
}

export const input = {
  'laptop-keyboard': laptopKeyboard,
  'desktop-keyboard': desktopKeyboard,
  keycap,
  trackpad,
  mouse,
  palmrest,
  'bottom-cover': bottomCover,
} satisfies Record<string, Draw>
