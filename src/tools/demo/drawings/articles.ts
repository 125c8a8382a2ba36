import { cable, hatch, label } from './details.ts'
import { centred, fitting } from './lettering.ts'
import { accent, dark, ground, mid, pale, paper, steel, wash } from './palette.ts'
import { box, disc, flat, inked, mirror, move, path, repeat, thin, turn } from './strokes.ts'
import type { Subject } from './subject.ts'

const pick = (x: number, y: number, fill: string): string =>
  path(`M${x} ${y}q60 -26 120 0q-10 80 -60 124q-50 -44 -60 -124z`, fill)

/** A roll of tape and its width in millimetres. */
const roll = (tone: string, wide: string): string =>
  [
    path('M240 380H440V352H250z', tone),
    disc(200, 230, 160, tone),
    disc(200, 230, 96, pale),
    disc(200, 230, 78, ground),
    centred(wide, 200, 212, fitting(wide, 120, 36)),
  ].join('')

const driver = (tip: string): string =>
  [
    move(
      -100,
      0,
      box(206, 40, 68, 34, steel, 14),
      box(194, 70, 92, 190, accent, 26),
      inked(paper, hatch(216, 96, 4, 16, 0, 'v138')),
      box(214, 258, 52, 26, mid, 6),
      path('M228 284h24v110l-8 40h-8l-8 -40z', pale),
    ),
    centred(tip, 330, 210, fitting(tip, 230, 64)),
  ].join('')

const bottle = (subject: Subject): string =>
  [
    box(206, 40, 68, 46, dark, 8),
    path('M206 86h68v20q64 26 64 90V424a18 18 0 0 1 -18 18H160a18 18 0 0 1 -18 -18V196q0 -64 64 -90z', paper),
    flat(path('M145 250h190V424a15 15 0 0 1 -15 15H160a15 15 0 0 1 -15 -15z', wash)),
    label(158, 220, 164, 150, subject),
  ].join('')

const can = (subject: Subject): string =>
  [
    inked(accent, thin(path('M214 74L80 40M214 84L70 90'))),
    path('M212 60h56v40h-56z', dark),
    path('M170 140q0 -40 40 -40h60q40 0 40 40z', mid),
    box(160, 136, 160, 306, accent, 16),
    label(176, 190, 128, 150, subject),
  ].join('')

/** Articles that share a kind with others but look like nothing else, by the last part of their key. */
const articles: Readonly<Record<string, (subject: Subject) => string>> = {
  picks: () => repeat(6, (at) => pick(30 + (at % 3) * 150, 110 + Math.floor(at / 3) * 170, at % 2 ? wash : accent)),
  spudger: () =>
    turn(
      -40,
      240,
      240,
      path('M30 226q0 -10 20 -10H380l70 20v8l-70 20H50q-20 0 -20 -10z', dark) + inked(steel, path('M120 240h200')),
    ),
  tweezers: () =>
    path('M120 60q20 -30 40 0l-6 200l-14 180l-14 -180z', mid) +
    inked(steel, thin(path('M140 90V330'))) +
    path('M300 60q20 -30 40 0q30 120 6 220q-20 80 -60 120q20 -60 30 -130q10 -100 -16 -210z', accent),
  suction: () =>
    path('M180 60h120a30 30 0 0 1 0 60h-30v70h-60v-70h-30a30 30 0 0 1 0 -60z', dark) +
    path('M100 330q0 -140 140 -140t140 140z', accent) +
    box(70, 326, 340, 44, dark, 20) +
    box(40, 392, 400, 26, wash, 4),
  'heat bag': (subject) =>
    cable('M240 300V380Q240 430 300 430H380', 18) +
    box(70, 90, 340, 220, accent, 20) +
    inked(paper, path('M120 150q20 -30 40 0t40 0M120 200q20 -30 40 0t40 0M120 250q20 -30 40 0t40 0')) +
    label(236, 130, 150, 130, subject),
  'magnetic mat': () =>
    box(36, 90, 408, 270, paper, 12) +
    inked(steel, thin(path('M172 90V360M308 90V360M36 225H444'))) +
    repeat(9, (at) =>
      disc(70 + (at % 3) * 136 + (at % 2) * 40, 130 + Math.floor(at / 3) * 90, 13, at % 2 ? mid : accent),
    ) +
    turn(-20, 330, 400, box(210, 392, 220, 26, dark, 10)),
  'isopropanol 100': bottle,
  'isopropanol 1000': bottle,
  contact: can,
  air: can,
  'screen wipes': (subject) =>
    path('M190 110q50 -90 100 0z', wash) +
    box(110, 100, 260, 340, paper, 30) +
    box(110, 100, 260, 60, accent, 24) +
    label(150, 200, 180, 160, subject),
  cloths: () =>
    repeat(4, (at) =>
      path(`M60 ${360 - at * 70}q90 -40 180 0t180 0v60q-90 40 -180 0t-180 0z`, [wash, accent, mid, paper][at] ?? wash),
    ),
  brushes: () =>
    repeat(3, (at) => {
      const [x, wide] = [80 + at * 120, 36 + at * 26]
      return (
        box(x, 50, 34, 210, dark, 14) +
        box(x + 17 - wide / 2, 256, wide, 40, mid, 4) +
        path(`M${x + 17 - wide / 2} 296h${wide}v110h${-wide}z`, pale)
      )
    }),
  'wrist strap': () =>
    cable('M250 330q120 -20 60 40t60 60', 12, dark, 5) +
    disc(200, 200, 140, accent) +
    disc(200, 200, 104, ground) +
    box(150, 300, 100, 60, dark, 10) +
    box(370, 410, 70, 40, steel, 8),
  bags: (subject) =>
    box(90, 40, 300, 400, mid, 8) +
    inked(dark, thin(path('M90 90H390M90 104H390'))) +
    inked(steel, hatch(110, 130, 7, 40, 0, 'v290')) +
    label(150, 210, 180, 120, subject),
  gloves: () => {
    const glove = path(
      'M60 440V300L40 220q0 -24 22 -18l18 50V110q18 -26 34 0V90q18 -26 34 0v20q18 -22 32 0v40q16 -18 26 4V440z',
      pale,
    )
    return glove + mirror(glove) + inked(accent, thin(path('M64 400H200M280 400H416')))
  },
}

/** The drawing of one article of the workshop; undefined for the sets that its kind shows. */
export function articleDrawing(article: string, subject: Subject): string | undefined {
  const tip = /^driver ((?:PH|T|P)\d+)$/.exec(article)?.[1]
  const width = Number(subject.facts['width_mm'])
  if (article.startsWith('tape ') || article === 'kapton')
    return roll(article === 'kapton' ? '#e6c455' : dark, `${width} MM`)
  return tip ? driver(tip) : articles[article]?.(subject)
}
