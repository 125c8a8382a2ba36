import { contacts } from './details.ts'
import { dark, mid, pale, paper, steel, wash } from './palette.ts'
import { box, disc, flat, path, repeat } from './strokes.ts'

/** The end of a barrel plug, 14 units per millimetre; a pin stands in the middle of large ones. */
const barrel = (outer: number, inner: number, hasPin: boolean): string =>
  disc(0, 0, outer * 7, pale) + disc(0, 0, inner * 7, dark) + (hasPin ? flat(disc(0, 0, 8, '#e6c455')) : '')

const dots = (left: number, top: number, across: number, pitch: number): string =>
  repeat(across, (at) => disc(left + at * pitch, top, 3.4, dark))

/** Plugs as seen from the socket, centred on 0,0 and at most 130 units wide. */
export const faces: Readonly<Record<string, string>> = {
  usb_c: box(-58, -19, 116, 38, pale, 19) + flat(box(-40, -6, 80, 12, dark, 6)) + contacts(-33, -3, 8, 9, 5, 6),
  usb_a: box(-60, -24, 120, 48, pale, 3) + box(-52, -2, 104, 18, dark, 1) + contacts(-40, 4, 4, 24, 12, 6),
  usb_b:
    path('M-42 44v-70l18 -18h48l18 18v70z', pale) + box(-22, -12, 44, 30, dark, 1) + contacts(-12, -8, 2, 16, 8, 6),
  micro_usb: path('M-46 -14h92v14l-12 14h-68l-12 -14z', pale) + flat(box(-28, -5, 56, 8, dark, 2)),
  hdmi: path('M-62 -22h124v18l-18 22h-88l-18 -22z', pale) + flat(box(-42, -9, 84, 11, dark, 1)),
  displayport: path('M-62 -22h124v44h-106l-18 -18z', pale) + flat(box(-44, -6, 88, 12, dark, 1)),
  mini_displayport: path('M-38 -22h76v26l-14 18h-48l-14 -18z', pale) + flat(box(-24, -8, 48, 12, dark, 1)),
  dvi:
    box(-64, -24, 128, 48, pale, 6) +
    flat(dots(-52, -11, 8, 10), dots(-52, 0, 8, 10), dots(-52, 11, 8, 10), box(36, -2, 22, 4, dark, 0)),
  vga:
    path('M-56 -26h112l-10 46q-2 6 -8 6h-76q-6 0 -8 -6z', '#7299c4') +
    flat(dots(-32, -12, 5, 16), dots(-38, 1, 5, 16), dots(-30, 14, 5, 15)),
  rj45: path('M-46 -36h92v66h-26v12h-40v-12h-26z', wash) + contacts(-33, -36, 8, 9, 4, 20),
  sata:
    path('M-64 -14h50v24h-12v-10h-38zM-2 -14h66v24h-12v-10h-54z', dark) +
    contacts(-56, -10, 4, 9, 5, 6) +
    contacts(6, -10, 5, 9, 5, 6),
  audio_35: disc(0, 0, 32, pale) + disc(0, 0, 18, steel) + disc(0, 0, 6, dark),
  barrel_4530: barrel(4.5, 3, true),
  barrel_5525: barrel(5.5, 2.5, false),
  barrel_7450: barrel(7.4, 5, true),
  slim_rectangular: box(-58, -26, 116, 52, '#e6c455', 4) + box(-42, -11, 84, 22, dark, 2) + flat(disc(0, 0, 6, mid)),
  eu:
    disc(0, 0, 60, dark) +
    disc(-26, 0, 9, paper) +
    disc(26, 0, 9, paper) +
    path('M-10 -60h20v14h-20zM-10 46h20v14h-20z', mid),
  uk:
    box(-58, -50, 116, 104, dark, 14) +
    box(-8, -38, 16, 34, mid, 1) +
    box(-40, 14, 26, 14, mid, 1) +
    box(14, 14, 26, 14, mid, 1),
  c13:
    path('M-54 -24l16 -20h76l16 20v64h-108z', dark) +
    flat(box(-34, -6, 10, 26, pale, 1), box(24, -6, 10, 26, pale, 1), box(-5, -30, 10, 26, pale, 1)),
  c7:
    path('M-32 -24h64a24 24 0 0 1 0 48h-64a24 24 0 0 1 0 -48z', dark) +
    flat(disc(-24, 0, 9, pale), disc(24, 0, 9, pale)),
  c5:
    path('M-22 -40a22 22 0 0 1 44 0v14h12a24 24 0 1 1 -20 38h-28a24 24 0 1 1 -20 -38h12z', dark) +
    flat(disc(0, -38, 8, pale), disc(-34, -2, 8, pale), disc(34, -2, 8, pale)),
  magnetic: box(-60, -20, 120, 40, steel, 20) + contacts(-38, -6, 5, 16, 12, 12),
}
