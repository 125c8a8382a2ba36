import { words } from '../words.ts'
import type { WorkshopArticle } from './workshop-article.ts'

const esd = { family: 'tools', category: 'esd-protection', kind: 'esd-mat', maker: 'mejsla', weight: 240 } as const

export const esdProtection: readonly WorkshopArticle[] = [
  {
    ...esd,
    id: 'esd mat',
    name: words('ESD mat 60 × 40 cm with cord', 'ESD-matta 60 × 40 cm med kabel'),
    facts: { length_mm: 600, width_mm: 400, material: 'rubber' },
    price: 299,
    weight: 900,
    lines: [
      words(
        'Two-layer mat with press studs for strap and earth.',
        'Matta i två lager med tryckknappar för armband och jord.',
      ),
      words('The surface bears soldering heat for a short while.', 'Ytan tål lödvärme en kort stund.'),
    ],
  },
  {
    ...esd,
    id: 'esd mat large',
    name: words('ESD mat 120 × 60 cm with cord', 'ESD-matta 120 × 60 cm med kabel'),
    facts: { length_mm: 1200, width_mm: 600, material: 'rubber' },
    price: 549,
    weight: 2300,
    lines: [
      words('Covers a whole bench, with two studs.', 'Täcker en hel arbetsbänk, med två tryckknappar.'),
      words('Can be cut with a knife.', 'Kan skäras till med kniv.'),
    ],
  },
  {
    ...esd,
    id: 'wrist strap',
    name: words('Wrist strap with 2 m cord', 'Armband med 2 m kabel'),
    facts: { length: 2 },
    price: 79,
    weight: 35,
    lines: [
      words(
        'Leads static charge away through a resistor of 1 megohm.',
        'Leder bort statisk laddning genom ett motstånd på 1 megaohm.',
      ),
      words('The elastic band fits every wrist.', 'Det elastiska bandet passar alla handleder.'),
    ],
  },
  {
    ...esd,
    id: 'bags',
    name: words('Antistatic bags 20 × 30 cm, pack of 50', 'Antistatpåsar 20 × 30 cm, 50-pack'),
    facts: { pieces: 50, length_mm: 300, width_mm: 200 },
    price: 129,
    group: 50,
    lines: [
      words(
        'Shielding bags for boards and drives, with a label field.',
        'Skärmande påsar för kretskort och diskar, med skrivfält.',
      ),
      words('For storing and for sending.', 'För lagring och för frakt.'),
    ],
  },
  {
    ...esd,
    id: 'gloves',
    name: words('ESD gloves, one pair', 'ESD-handskar, ett par'),
    facts: { material: 'carbon', pieces: 2 },
    price: 59,
    weight: 30,
    lines: [
      words(
        'Thin gloves with carbon thread and rubber fingertips.',
        'Tunna handskar med kolfibertråd och gummerade fingertoppar.',
      ),
      words('No fingerprints on lens and panel.', 'Inga fingeravtryck på lins och panel.'),
    ],
  },
]
