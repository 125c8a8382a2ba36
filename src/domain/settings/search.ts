import { z } from 'zod/mini'
import { sentence } from './reasons.ts'

/** What is sought, of which parts say how they are. */
export const fittingKinds = ['memory', 'board', 'power', 'ssd'] as const
export type FittingKind = (typeof fittingKinds)[number]

const words = fittingKinds.filter((kind) => kind !== 'power').join('|')
/** Watts are a number, and words have a letter or a digit. */
const need = `\\s*(?:(?:${words})\\s*:[^,:=]{0,60}[\\p{L}\\p{N}]|power\\s*:\\s*\\d{2,5}(?:\\s*w)?)\\s*`
const fitLine = new RegExp(`^[^=:;\\p{L}\\p{N}]*[\\p{L}\\p{N}][^=:;]*=(?:${need}(?:,${need})*)?\\s*$`, 'iu')

/** Chipsets, sockets, processors and consoles. Those of LGA2011 and LGA2066, which some years share, say nothing. */
const usualThings = [
  'i#-39##, i#-3820, i#-49##, i#-4820, i#-68##, i#-69## =',
  'am4, a320, b350, x370, b450, x470, a520, b550, x570 = memory: ddr4',
  'am5, a620, b650, x670, b840, b850, x870 = memory: ddr5',
  'lga1155, h61, b75, p67, z68, h77, z77 = memory: ddr3',
  'lga1150, h81, b85, h87, z87, h97, z97 = memory: ddr3',
  'lga1151, h110, b150, h170, z170, b250, h270, z270, h310, b360, b365, h370, z370, z390 = memory: ddr4',
  'lga1200, h410, b460, h470, z490, h510, b560, h570, z590 = memory: ddr4',
  'lga1851, h810, b860, z890 = memory: ddr5',
  'ryzen # 1###, ryzen # 2###, ryzen # 3###, ryzen # 4###, ryzen # 5### = board: am4, memory: ddr4',
  'ryzen 1###, ryzen 2###, ryzen 3###, ryzen 4###, ryzen 5###, 5###x3d = board: am4, memory: ddr4',
  'ryzen # 7###, ryzen # 8###, ryzen # 9### = board: am5, memory: ddr5',
  'ryzen 7###, ryzen 8###, ryzen 9###, 7###x3d, 9###x3d = board: am5, memory: ddr5',
  'i#-2###, i#-3### = board: lga1155, memory: ddr3',
  'i#-4### = board: lga1150, memory: ddr3',
  'i#-6###, i#-7###, i#-8###, i#-9### = board: lga1151, memory: ddr4',
  'i#-10###, i#-11### = board: lga1200, memory: ddr4',
  'i#-12###, i#-13###, i#-14### = board: lga1700',
  'ultra # 2## = board: lga1851, memory: ddr5',
  'ps5, playstation 5 = ssd: m.2 pcie 4.0',
]
/** Watts that the makers of graphics chips recommend for a whole computer. */
const usualWatts = [
  'rx 6600, rx 9060 xt = power: 450',
  'rx 6600 xt, rx 6650 xt = power: 500',
  'rtx 3050, rtx 3060, rtx 4060, rtx 4060 ti, rtx 5060, rx 7600 = power: 550',
  'rtx 3060 ti, rtx 5060 ti, rx 7600 xt = power: 600',
  'rtx 3070, rtx 4070, rtx 4070 super, rtx 5070, rx 6700 xt, rx 6750 xt, rx 6800, rx 9070 = power: 650',
  'rtx 4070 ti, rtx 4070 ti super, rx 7700 xt, rx 7800 xt = power: 700',
  'rtx 3070 ti, rtx 3080, rtx 3080 ti, rtx 3090, rtx 4080, rtx 4080 super, rtx 5070 ti = power: 750',
  'rx 6800 xt, rx 7900 xt, rx 9070 xt = power: 750',
  'rx 7900 xtx = power: 800',
  'rtx 3090 ti, rtx 4090, rtx 5080, rx 6900 xt, rx 6950 xt = power: 850',
  'rtx 5090 = power: 1000',
]

const line = z.string().check(z.trim(), z.maxLength(600), z.regex(fitLine, sentence('fit_line')))

/**
 * `fits`: what things need, in words that parts have: "b650, x670 = memory: ddr5". A "#" is any digit, and things with
 * nothing behind "=" say nothing.
 */
export const searchSettings = z.strictObject({
  fits: z.prefault(z.array(line).check(z.maxLength(300, sentence('most_lines', { most: 300 }))), [
    ...usualThings,
    ...usualWatts,
  ]),
})
