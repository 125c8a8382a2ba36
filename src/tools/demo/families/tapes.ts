import { words } from '../words.ts'
import type { WorkshopArticle } from './workshop-article.ts'

const tape = {
  family: 'consumables',
  category: 'tapes',
  kind: 'adhesive-strips',
  maker: 'renodla',
  weight: 30,
} as const

export const tapes: readonly WorkshopArticle[] = [
  ...[2, 3, 5, 8].map((width): WorkshopArticle => ({
    ...tape,
    id: `tape ${width}`,
    name: words(`Double-sided tape ${width} mm, 10 m`, `Dubbelhäftande tejp ${width} mm, 10 m`),
    facts: { width_mm: width, length: 10, colour: 'black' },
    price: 49 + width * 4,
    intervals: [60, 90],
    lines: [
      words(
        `Thin, strong tape ${width} mm wide for screens, lids and bezels.`,
        `Tunn, stark tejp, ${width} mm bred, för skärmar, lock och ramar.`,
      ),
      words(
        'Press for thirty seconds and leave it overnight before use.',
        'Pressa i trettio sekunder och låt vila över natten före användning.',
      ),
      words('Comes off with heat and a thread.', 'Lossas med värme och en tråd.'),
    ],
  })),
  {
    ...tape,
    id: 'pull tabs',
    name: words('Pull tabs for batteries, pack of 20', 'Dragflikar för batterier, 20-pack'),
    facts: { pieces: 20 },
    price: 79,
    group: 20,
    lines: [
      words(
        'Stretch adhesive that lets a battery go without tools the next time.',
        'Töjbar häftremsa som släpper batteriet utan verktyg nästa gång.',
      ),
      words('Pull slowly and flat along the case.', 'Dra långsamt och plant längs höljet.'),
    ],
  },
  {
    ...tape,
    id: 'kapton',
    name: words('Polyimide tape 12 mm, 33 m', 'Polyimidtejp 12 mm, 33 m'),
    facts: { width_mm: 12, length: 33, colour: 'yellow' },
    price: 99,
    lines: [
      words('Insulates and bears 260 °C.', 'Isolerar och tål 260 °C.'),
      words(
        'Keeps cables in place and shields neighbours while you solder.',
        'Håller kablar på plats och skyddar närliggande delar vid lödning.',
      ),
    ],
  },
  {
    ...tape,
    id: 'glue',
    name: words('Frame adhesive B-7, 15 ml', 'Ramlim B-7, 15 ml'),
    facts: { volume: 15, colour: 'black' },
    price: 59,
    lines: [
      words(
        'Black elastic glue for screens and frames, with a needle tip.',
        'Svart, elastiskt lim för skärmar och ramar, med nålspets.',
      ),
      words('Clamp for three hours; full strength after two days.', 'Kläm i tre timmar; full styrka efter två dygn.'),
    ],
  },
]
