import { contacts } from './details.ts'
import { accent, dark, mid, pale, paper, steel, wash } from './palette.ts'
import { box, disc, flat, inked, path, thin } from './strokes.ts'

/** A barrel plug: its sleeve is as wide as the plug's outer diameter, 9 units per millimetre. */
const barrel = (outer: number): string =>
  path('M-22 0h44v50l-6 10h-32l-6 -10z', dark) +
  box(outer * -4.5, 58, outer * 9, 58, pale, 4) +
  flat(box(outer * -4.5 + 3, 98, outer * 9 - 6, 8, dark, 0))

/** Plugs from the side: they hang down from the end of their cable at 0,0 and are about 120 units long. */
const plugs: Readonly<Record<string, string>> = {
  usb_a:
    box(-34, 0, 68, 68, dark, 8) +
    box(-26, 66, 52, 54, pale, 3) +
    thin(path('M-14 84h10v10h-10zM4 84h10v10h-10z', dark)),
  usb_c: box(-26, 0, 52, 74, dark, 14) + box(-19, 72, 38, 38, pale, 16),
  micro_usb: box(-28, 0, 56, 72, dark, 8) + path('M-18 72h36v20l-8 10h-20l-8 -10z', pale),
  usb_b: box(-36, 0, 72, 70, dark, 8) + path('M-26 68h52v46h-52z', pale) + thin(path('M-12 84h24v30h-24z', dark)),
  hdmi:
    path('M-44 0h88v72h-88z', dark) +
    path('M-36 72h72v24l-12 14h-48l-12 -14z', pale) +
    inked(accent, path('M-20 88h40')),
  displayport:
    path('M-44 0h88v72h-88z', dark) + path('M-36 72h72v38h-58l-14 -14z', pale) + inked(accent, path('M-20 88h40')),
  mini_displayport: path('M-32 0h64v68h-64z', dark) + path('M-22 68h44v26l-8 10h-28l-8 -10z', pale),
  dvi:
    path('M-54 0h108v64h-108z', dark) +
    box(-46, 62, 92, 44, pale, 4) +
    contacts(-36, 72, 8, 9, 4, 5, dark) +
    contacts(-36, 84, 8, 9, 4, 5, dark) +
    thin(path('M-62 44v60M62 44v60')),
  vga:
    path('M-50 0h100v60h-100z', '#7299c4') +
    path('M-36 60h72l-6 42h-60z', pale) +
    thin(path('M-60 40v60M60 40v60')) +
    flat(disc(-14, 78, 3, dark), disc(0, 78, 3, dark), disc(14, 78, 3, dark)),
  rj45:
    path('M-26 0h52v34h-52z', dark) +
    box(-38, 30, 76, 88, wash, 4) +
    contacts(-29, 84, 8, 8, 4, 31) +
    path('M-12 30v44h24v-44', paper),
  sata:
    path('M-62 0h124v52h-124z', dark) +
    path('M-56 52h44v40h-14v-14h-30zM0 52h56v40h-14v-14h-42z', pale) +
    inked(accent, path('M-48 66h26M8 66h38')),
  audio_35:
    box(-17, 0, 34, 56, dark, 8) +
    path('M-10 56h20v42q0 16 -10 22q-10 -6 -10 -22z', pale) +
    path('M-10 74h20M-10 90h20'),
  barrel_4530: barrel(4.5),
  barrel_5525: barrel(5.5),
  barrel_7450: barrel(7.4),
  slim_rectangular: path('M-40 0h80v54h-80z', dark) + box(-34, 54, 68, 52, '#e6c455', 3) + thin(path('M-34 68h68')),
  eu: path('M-30 0h60l26 40v44h-112v-44z', dark) + path('M-26 84v34M26 84v34') + inked(accent, path('M-34 62h68')),
  uk:
    path('M-26 0h52l32 36v42h-116v-42z', dark) +
    box(-9, 78, 18, 42, mid, 2) +
    box(-44, 78, 14, 34, mid, 2) +
    box(30, 78, 14, 34, mid, 2),
  c13: path('M-30 0h60l20 34v80h-100v-80z', dark) + inked(pale, path('M-22 98v-22M0 92v-22M22 98v-22')),
  c7: path('M-22 0h44l14 40v70q-18 10 -36 0q-18 10 -36 0v-70z', dark) + inked(pale, path('M-16 96v-20M16 96v-20')),
  c5: path('M-22 0h44l22 50v30h-26v30h-36v-30h-26v-30z', dark) + inked(pale, path('M-20 64v-10M20 64v-10M0 92v-10')),
  magnetic: box(-34, 0, 68, 60, steel, 12) + box(-28, 58, 56, 20, pale, 8) + contacts(-20, 78, 5, 9, 5, 8),
}

/** The side view of a plug; a plain end for what has no plug. */
export function plug(id: string): string {
  return plugs[id] ?? box(-16, 0, 32, 40, dark, 6)
}
