import { cable, contacts, hatch, hole, screw } from './details.ts'
import { keys } from './keys.ts'
import { accent, board, dark, gleam, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, path, thin, type Draw } from './strokes.ts'

const glint = (x: number, y: number): string => inked(paper, path(`M${x} ${y + 90}l90 -90M${x + 40} ${y + 96}l56 -56`))

const screenPanel: Draw = (variant) => {
  const height = choose(variant, 236, 256, 220, 270, 240, 226)
  const top = 226 - height / 2
  return [
    box(20, top + 30, 30, 40, mid, 4),
    box(430, top + 30, 30, 40, mid, 4),
    box(20, top + height - 70, 30, 40, mid, 4),
    box(430, top + height - 70, 30, 40, mid, 4),
    box(36, top, 408, height + 20, mid, 8),
    box(54, top + 16, 372, height - 22, wash, 4),
    flat(path(`M58 ${top + height - 10}L${58 + height - 30} ${top + 20}H58z`, gleam)),
    glint(90, top + 46),
    box(70, top + height + 20, 340, 34, accent, 4),
    box(choose(variant, 300, 90, 205), top + height + 28, 88, 36, paper, 4),
    contacts(choose(variant, 310, 100, 215), top + height + 40, 7, 10, 5, 16, dark),
    hole(32, top + 50, 5),
    hole(448, top + 50, 5),
    hole(32, top + height - 50, 5),
    hole(448, top + height - 50, 5),
  ].join('')
}

const touchDigitizer: Draw = (variant) => {
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

const phoneScreen: Draw = (variant) =>
  [
    cable(`M${choose(variant, 240, 196, 284)} 380V430`, 44, accent),
    box(choose(variant, 240, 196, 284) - 42, 420, 84, 36, paper, 5),
    contacts(choose(variant, 240, 196, 284) - 31, 430, 6, 11, 6, 16),
    box(124, 24, 232, 376, dark, choose(variant, 34, 22)),
    box(138, 40, 204, 344, wash, choose(variant, 22, 10)),
    flat(path('M142 300L338 104V62q0 -18 -18 -18H160q-18 0 -18 18z', gleam)),
    choose(variant, box(196, 40, 88, 24, dark, 10), thin(disc(240, 64, 12, dark)), thin(disc(164, 66, 12, dark))),
    glint(176, 170),
    flat(box(200, 366, 80, 7, dark, 3)),
  ].join('')

const bezel: Draw = (variant) => {
  const frame = choose(variant, 34, 28, 40, 30, 36, 26)
  return [
    path(
      'M50 96H430a14 14 0 0 1 14 14V370a14 14 0 0 1 -14 14' +
        'H330l-12 -16H162l-12 16H50a14 14 0 0 1 -14 -14V110a14 14 0 0 1 14 -14z',
      dark,
    ),
    box(36 + frame, 96 + frame, 408 - 2 * frame, 264 - 2 * frame + 2, ground, 6),
    thin(disc(240, 96 + frame / 2, 9, wash), disc(212, 96 + frame / 2, 3, paper), disc(268, 96 + frame / 2, 3, paper)),
    inked(steel, hatch(52, 130, 4, 0, 60, 'v22'), hatch(428, 130, 4, 0, 60, 'v22')),
    flat(box(216, 345, 48, 8, choose(variant, wash, accent), 4)),
    hole(58, 365, 7),
    hole(422, 365, 7),
  ].join('')
}

const webcamModule: Draw = (variant) =>
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

const tablet: Draw = (variant) =>
  [
    box(84, 40, 312, 400, dark, 28),
    box(106, choose(variant, 76, 66), 268, choose(variant, 320, 348), wash, 6),
    flat(path('M110 330L370 90V82H110z', gleam)),
    glint(160, 150),
    thin(disc(240, choose(variant, 58, 53), 6, steel)),
    choose(variant, thin(disc(240, 418, 12, pale)), ''),
    path(`M402 ${choose(variant, 100, 130)}v50`),
  ].join('')

const laptop: Draw = (variant) =>
  [
    box(60, 30, 360, 212, dark, 14),
    box(80, 48, 320, 176, wash, 4),
    flat(path('M83 221L259 51H83z', gleam)),
    glint(130, 84),
    thin(disc(240, 39, 4, paper)),
    box(100, 236, 90, 22, mid, 4),
    box(290, 236, 90, 22, mid, 4),
    box(40, 250, 400, 200, pale, 18),
    box(66, 270, 348, 98, choose(variant, dark, mid), 6),
    keys(74, 278, 332, 82, choose(variant, 11, 12, 10), 1),
    box(choose(variant, 176, 160), 384, choose(variant, 128, 160), 52, choose(variant, paper, wash, paper), 8),
  ].join('')

export const displays = {
  'screen-panel': screenPanel,
  'touch-digitizer': touchDigitizer,
  'phone-screen': phoneScreen,
  bezel,
  'webcam-module': webcamModule,
  tablet,
  laptop,
} satisfies Record<string, Draw>
