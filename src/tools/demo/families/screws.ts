import { words } from '../words.ts'
import type { WorkshopArticle } from './workshop-article.ts'

/** Laptop screws by thread and length, sold in packs of ten; the price is per pack. */
export const screws: readonly WorkshopArticle[] = ['M1.6', 'M2', 'M2.5', 'M3'].flatMap((thread, at) =>
  [3, 4, 5, 6, 8, 10].map((length): WorkshopArticle => ({
    id: `screw ${thread} ${length}`,
    family: 'consumables',
    category: 'screws',
    kind: 'screws',
    maker: 'mejsla',
    name: words(
      `Screws ${thread} × ${length} mm, pack of 10`,
      `Skruvar ${thread.replace('.', ',')} × ${length} mm, 10-pack`,
    ),
    facts: {
      thread: thread.replace('.', '_').toLowerCase(),
      length_mm: length,
      drive_type: 'phillips',
      pieces: 10,
      material: 'steel',
      colour: 'black',
    },
    price: 39 + at * 5,
    weight: 4 + length,
    group: 10,
    lines: [
      words(
        `Ten black screws ${thread} × ${length} mm with flat head and thread lock.`,
        `Tio svarta skruvar ${thread.replace('.', ',')} × ${length} mm med platt huvud och gänglåsning.`,
      ),
      words(
        'The blue patch keeps them from working loose; change the screw after three uses.',
        'Den blå beläggningen hindrar dem från att skaka loss; byt skruv efter tre monteringar.',
      ),
      words(
        'Measure below the head: a screw that is too long goes into the board.',
        'Mät under huvudet: en för lång skruv går in i kretskortet.',
      ),
    ],
  })),
)
