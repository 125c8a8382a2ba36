import { cable, contacts, hatch, hole, label, screw } from './details.ts'
import { keyRow, keys } from './keys.ts'
import { centred } from './lettering.ts'
import { accent, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, path, repeat, thin, type Draw } from './strokes.ts'

const laptopKeyboard: Draw = (variant) => {
  const tail = choose(variant, 200, 120, 280, 160, 240, 300)
  return [
    cable(`M${tail} 320V404`, 62, wash),
    box(tail - 40, 392, 80, 28, paper, 4),
    contacts(tail - 32, 400, 7, 10, 5, 14, dark),
    box(30, 118, 420, 220, dark, 12),
    keys(46, 134, 388, 188, choose(variant, 11, 12, 10, 13), choose(variant, 1, 2)),
    choose(variant, '', flat(disc(232, 232, 8, accent))),
    box(18, 160, 16, 34, mid, 3),
    box(446, 160, 16, 34, mid, 3),
  ].join('')
}

const desktopKeyboard: Draw = (variant) =>
  [
    cable('M200 170V110Q200 70 240 70T280 40', 14),
    box(18, 160, 444, 188, choose(variant, pale, dark), 14),
    keys(34, 178, 292, 152, choose(variant, 10, 11, 12), choose(variant, 1, 2)),
    thin(
      repeat(5, (index) =>
        keyRow(340, 178 + index * 31.5, 106, 25.5, [1, 1, 1], index === 0 ? choose(variant, -1, 2, 0) : -1),
      ),
    ),
    path('M40 348v14h60v-14M380 348v14h60v-14'),
  ].join('')

const keycap: Draw = (variant) =>
  [
    box(99, 30, 282, 282, dark, 34),
    box(129, 50, 222, 222, paper, 26),
    inked(choose(variant, accent, dark, accent), centred(choose(variant, 'K', 'E', 'R', 'N', 'W', 'A'), 191, 82, 78)),
    thin(centred(choose(variant, '2', '7', '8', '4', '5', '9'), 311, 218, 32)),
    box(75, 336, 190, 108, pale, 10),
    path('M95 356L245 424M245 356L95 424'),
    hole(95, 390, 6),
    hole(245, 390, 6),
    thin(disc(170, 390, 13, wash)),
    disc(350, 390, choose(variant, 54, 48, 44), wash),
    thin(disc(350, 390, 32, paper)),
    disc(350, 390, 14, accent),
  ].join('')

const trackpad: Draw = (variant) =>
  [
    cable('M240 330V412', 66, wash),
    box(196, 402, 88, 36, paper, 4),
    contacts(206, 412, 6, 12, 6, 16),
    box(48, 80, 384, 270, mid, 12),
    box(70, 100, 340, 230, paper, 16),
    choose(variant, path('M70 272H410M240 272v58'), path('M70 142H410M176 100v42M304 100v42')),
    choose(variant, '', inked(accent, thin(path('M90 142v-20h20M390 310h-20'))), ''),
    inked(accent, disc(240, 206, choose(variant, 22, 28, 26), 'none')),
    flat(disc(240, 206, 9, accent)),
    hole(59, 215, 5),
    hole(421, 215, 5),
  ].join('')

const mouse: Draw = (variant) => {
  const width = choose(variant, 110, 100, 118, 104, 96, 112)
  return [
    choose(variant, cable('M240 130V86Q240 50 280 50T320 24', 14), path('M210 60q30 -26 60 0M192 40q48 -42 96 0')),
    path(
      `M240 94C${240 + width} 94 ${240 + width + 22} 170 ${240 + width + 22} 270` +
        `C${240 + width + 22} 390 ${240 + width - 20} 450 240 450` +
        `S${240 - width - 22} 390 ${240 - width - 22} 270` +
        `C${240 - width - 22} 170 ${240 - width} 94 240 94z`,
      pale,
    ),
    path(`M${240 - width - 18} 240Q240 270 ${240 + width + 18} 240M240 94v160`),
    box(222, 136, 36, 78, dark, 18),
    flat(box(232, 152, 16, 40, accent, 8)),
    thin(path(`M${240 - width - 4} 290q14 40 4 80`)),
    thin(centred(choose(variant, 'DV', 'D2', 'D4'), 240, 370, 26)),
  ].join('')
}

const palmrest: Draw = (variant) =>
  [
    box(26, 90, 428, 300, pale, 20),
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

const bottomCover: Draw = (variant) => {
  const slots = choose(variant, 9, 12, 7, 10, 8, 11)
  return [
    box(26, 84, 428, 312, choose(variant, mid, pale), 22),
    thin(box(130, 116, 220, 76, pale, 36)),
    `<g stroke-width="8">${path(repeat(slots, (index) => `M${240 - (slots - 1) * 9 + index * 18} 136v36`))}</g>`,
    box(60, 214, 170, 120, paper, 8),
    screw(76, 230, 8),
    screw(214, 318, 8),
    label(258, 224, 160, 104, 'BC', variant),
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
