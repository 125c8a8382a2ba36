import { words } from '../words.ts'
import type { WorkshopArticle } from './workshop-article.ts'

const cleaner = {
  family: 'consumables',
  category: 'cleaning',
  kind: 'cleaning-kit',
  maker: 'renodla',
  weight: 320,
} as const

export const cleaning: readonly WorkshopArticle[] = [
  {
    ...cleaner,
    id: 'isopropanol 100',
    name: words('Isopropanol 99.9 %, 100 ml', 'Isopropanol 99,9 %, 100 ml'),
    facts: { volume: 100 },
    price: 69,
    weight: 110,
    intervals: [60, 90],
    lines: [
      words(
        'Removes old paste, flux and adhesive and leaves no residue.',
        'Löser gammal kylpasta, flussmedel och lim utan att lämna rester.',
      ),
      words(
        'Highly flammable: air the room and keep it from sparks.',
        'Mycket brandfarligt: vädra rummet och håll borta från gnistor.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'isopropanol 1000',
    name: words('Isopropanol 99.9 %, 1 litre', 'Isopropanol 99,9 %, 1 liter'),
    facts: { volume: 1000 },
    price: 199,
    weight: 860,
    intervals: [30, 60, 90],
    lines: [
      words(
        'The litre bottle for workshops, with a child-proof cap.',
        'Literflaskan för verkstaden, med barnskyddad kork.',
      ),
      words('Highly flammable: delivered by road only.', 'Mycket brandfarligt: levereras endast med vägtransport.'),
    ],
  },
  {
    ...cleaner,
    id: 'air',
    name: words('Compressed air, 400 ml', 'Tryckluft, 400 ml'),
    facts: { volume: 400 },
    price: 89,
    intervals: [30, 60, 90],
    lines: [
      words(
        'Blows dust from fins and keyboards, also upside down.',
        'Blåser damm ur kylflänsar och tangentbord, även upp och ned.',
      ),
      words(
        'Hold the fan still while you blow, or it generates a voltage.',
        'Håll fast fläkten medan du blåser, annars alstrar den spänning.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'screen wipes',
    name: words('Screen wipes, pack of 100', 'Skärmdukar, 100-pack'),
    facts: { pieces: 100 },
    price: 79,
    group: 100,
    intervals: [30, 60, 90],
    lines: [
      words(
        'Moist wipes for screens and glass, without ammonia.',
        'Fuktiga dukar för skärmar och glas, utan ammoniak.',
      ),
      words('Dries without streaks within a minute.', 'Torkar utan ränder inom en minut.'),
    ],
  },
  {
    ...cleaner,
    id: 'cloths',
    name: words('Microfibre cloths, pack of 10', 'Mikrofiberdukar, 10-pack'),
    facts: { pieces: 10 },
    price: 99,
    group: 10,
    weight: 150,
    lines: [
      words(
        'Lint-free cloths for screens and contacts, washable at 60 °C.',
        'Luddfria dukar för skärmar och kontakter, tvättas i 60 °C.',
      ),
      words(
        'In three colours, so that the dirty one is not taken for the clean.',
        'I tre färger, så att den smutsiga inte förväxlas med den rena.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'contact',
    name: words('Contact cleaner, 200 ml', 'Kontaktrengöring, 200 ml'),
    facts: { volume: 200 },
    price: 119,
    lines: [
      words('Dissolves oxide on plugs and potentiometers.', 'Löser oxid på kontakter och potentiometrar.'),
      words(
        'Let it dry for ten minutes before you connect the power.',
        'Låt torka i tio minuter innan du ansluter strömmen.',
      ),
    ],
  },
  {
    ...cleaner,
    id: 'brushes',
    name: words('Antistatic brushes, 3 sizes', 'Antistatiska borstar, 3 storlekar'),
    facts: { pieces: 3 },
    price: 89,
    group: 3,
    weight: 60,
    lines: [
      words('Conducting bristles that do not charge the board.', 'Ledande borst som inte laddar upp kretskortet.'),
      words('Small, medium and wide.', 'Liten, mellan och bred.'),
    ],
  },
  {
    ...cleaner,
    id: 'kit',
    name: words('Cleaning kit for laptops', 'Rengöringssats för bärbara datorer'),
    facts: { pieces: 5, volume: 100 },
    price: 179,
    intervals: [90],
    lines: [
      words('Spray, cloth, brush, wipes and swabs in a bag.', 'Spray, duk, borste, våtservetter och tops i en påse.'),
      words('Enough for a year with one computer.', 'Räcker i ett år för en dator.'),
    ],
  },
]
