import { cable, contacts, hatch, wires } from './details.ts'
import { accent, dark, mid, pale, paper, steel, wash } from './palette.ts'
import { box, choose, disc, flat, inked, mirror, move, path, repeat, thin, type Draw } from './strokes.ts'

/** Plugs hang down from the end of their cable at 0,0 and are about 120 units long. */
const usbA =
  box(-34, 0, 68, 68, dark, 8) + box(-26, 66, 52, 54, pale, 3) + thin(path('M-14 84h10v10h-10zM4 84h10v10h-10z', dark))
const usbC = box(-26, 0, 52, 74, dark, 14) + box(-18, 72, 36, 36, pale, 14)
const usbMicro = box(-28, 0, 56, 72, dark, 8) + path('M-18 72h36v20l-8 10h-20l-8 -10z', pale)
const usbB = box(-36, 0, 72, 70, dark, 8) + path('M-26 68h52v46h-52z', pale) + thin(path('M-12 84h24v30h-24z', dark))
const hdmi =
  path('M-44 0h88v72h-88z', dark) + path('M-36 72h72v24l-12 14h-48l-12 -14z', pale) + inked(accent, path('M-20 88h40'))
const displayPort =
  path('M-44 0h88v72h-88z', dark) + path('M-36 72h72v38h-58l-14 -14z', pale) + inked(accent, path('M-20 88h40'))
const dvi =
  path('M-54 0h108v64h-108z', dark) +
  box(-46, 62, 92, 44, pale, 4) +
  contacts(-36, 72, 8, 9, 4, 5, dark) +
  contacts(-36, 84, 8, 9, 4, 5, dark) +
  thin(path('M-62 44v60M62 44v60'))
const rj45 =
  path('M-26 0h52v34h-52z', dark) +
  box(-38, 30, 76, 88, wash, 4) +
  contacts(-29, 84, 8, 8, 4, 31) +
  path('M-12 30v44h24v-44', paper)
const schuko =
  path('M-30 0h60l26 40v44h-112v-44z', dark) + path('M-26 84v34M26 84v34') + inked(accent, path('M-34 62h68'))
const c13 = path('M-30 0h60l20 34v80h-100v-80z', dark) + inked(pale, path('M-22 98v-22M0 92v-22M22 98v-22'))
const c5 =
  path('M-22 0h44l22 50v30h-26v30h-36v-30h-26v-30z', dark) + inked(pale, path('M-20 64v-10M20 64v-10M0 92v-10'))

/** All loose cables have the same layout: a tied coil above, its two ends hanging down. */
function coiled(first: string, second: string, width: number, colour: string, loops: number): string {
  const spread = width + 5
  return [
    cable('M120 330V230Q120 60 250 60', width, colour),
    cable('M360 330V230Q360 60 230 60', width, colour),
    repeat(loops, (loop) =>
      cable(`M240 ${56 + loop * spread}a${118 - loop * spread} ${96 - loop * spread} 0 1 1 -.1 0z`, width, colour),
    ),
    box(216, 44, 48, loops * spread + 22, accent, 6),
    move(120, 328, first),
    move(360, 328, second),
  ].join('')
}

const usbCable: Draw = (variant) =>
  coiled(
    usbA,
    choose(variant, usbC, usbMicro, usbB, usbC),
    18,
    choose(variant, dark, pale, dark, mid),
    choose(variant, 2, 2, 1, 2),
  )

const videoCable: Draw = (variant) =>
  coiled(
    choose(variant, hdmi, displayPort, dvi),
    choose(variant, hdmi, displayPort, dvi, hdmi, usbC, hdmi),
    24,
    dark,
    choose(variant, 2, 1, 1),
  )

const networkCable: Draw = (variant) =>
  coiled(rj45, rj45, 20, choose(variant, accent, pale, dark, wash, steel, mid), choose(variant, 2, 3, 1))

const powerCord: Draw = (variant) => coiled(schuko, choose(variant, c13, c5), 26, dark, choose(variant, 1, 2))

const screenCable: Draw = (variant) => {
  const pins = choose(variant, 10, 8, 12, 9, 11, 7)
  const pitch = 150 / pins
  return [
    cable('M150 96V190Q150 250 210 250T270 310V390', 70, choose(variant, dark, wash)),
    inked(
      choose(variant, wash, accent),
      thin(path('M138 96V190Q138 262 210 262T258 310V390M162 96V190Q162 238 210 238T282 310V390')),
    ),
    wires(300, 340, 3, 8, 0, 'c0 50 80 10 84 -50'),
    box(350, 234, 76, 60, paper, 5),
    contacts(362, 246, 4, 14, 7, 22),
    box(60, 44, 180, 62, pale, 6),
    contacts(75, 54, pins, pitch, pitch * 0.55, 26),
    thin(path('M60 90h180')),
    box(190, 384, 160, 56, pale, 6),
    contacts(204, 404, 10, 13.5, 7, 26),
    flat(box(180, 236, 56, 28, accent, 4)),
  ].join('')
}

const flatFlexCable: Draw = (variant) => {
  const lines = choose(variant, 9, 7, 11, 6, 8, 12)
  const width = choose(variant, 150, 130, 170, 120, 140, 180)
  const pitch = width / (lines + 1)
  const left = 90
  return [
    path(`M${left} 50h${width}V240L${left + width} 240L${390} 240V430h${-width}V${240 + width}H${left}z`, pale),
    path(`M${left} ${240 + width}V240H${left + width}z`, mid),
    inked(steel, hatch(left + pitch, 104, lines, pitch, 0, `V${240}`)),
    thin(path(repeat(lines, (line) => `M${390 - pitch * (line + 1)} ${240 + width}V370`))),
    path(`M390 240V${240 + width}H${390 - width}z`, paper),
    inked(
      steel,
      thin(path(repeat(lines, (line) => `M${left + pitch * (line + 1)} 240V${240 + width - pitch * (line + 1)}`))),
    ),
    box(left, 72, width, 40, accent, 2),
    box(390 - width, 368, width, 40, accent, 2),
    contacts(left + pitch * 0.72, 50, lines, pitch, pitch * 0.55, 22, dark),
    contacts(390 - width + pitch * 0.72, 408, lines, pitch, pitch * 0.55, 22, dark),
  ].join('')
}

const antenna: Draw = (variant) => {
  const half = (tone: string): string =>
    [
      cable(`M120 190C120 300 ${choose(variant, 40, 70)} 320 90 380T190 414`, 14, tone),
      box(40, 50, choose(variant, 160, 140, 150), 146, wash, 8),
      thin(path('M60 172V74H176V148H92V102H146V124', 'none')),
      disc(192, 414, 24, pale),
      thin(disc(192, 414, 9, dark)),
    ].join('')
  return half(dark) + mirror(half(choose(variant, mid, dark, pale)))
}

export const cables = {
  'usb-cable': usbCable,
  'video-cable': videoCable,
  'network-cable': networkCable,
  'power-cord': powerCord,
  'screen-cable': screenCable,
  'flat-flex-cable': flatFlexCable,
  antenna,
} satisfies Record<string, Draw>
