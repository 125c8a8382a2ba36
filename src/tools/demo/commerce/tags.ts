import { slugify } from '../../../domain/products/slugs.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import type { Part } from '../parts/part.ts'
import { drawsFor } from '../random.ts'
import { words, type Words } from '../words.ts'

type Tag = { id: string; name: Words; description: Words; most: number; has: (part: Part) => boolean }

const tags: readonly Tag[] = [
  {
    id: 'quiet',
    name: words('Quiet', 'Tystgående'),
    most: 80,
    has: (part) => part.facts['bearing'] === 'fluid',
    description: words(
      'Fans and coolers with fluid bearings, below 30 dB(A).',
      'Fläktar och kylare med vätskelager, under 30 dB(A).',
    ),
  },
  {
    id: 'original',
    name: words('Original parts', 'Originaldelar'),
    most: 120,
    has: (part) => part.origin === 'original',
    description: words(
      "Parts from the maker of the device, with the maker's part number.",
      'Delar från datorns tillverkare, med tillverkarens artikelnummer.',
    ),
  },
  {
    id: 'refurbished',
    name: words('Refurbished', 'Renoverat'),
    most: 120,
    has: (part) => part.origin === 'refurbished',
    description: words(
      'Tested, cleaned and with twelve months of warranty.',
      'Testat, rengjort och med tolv månaders garanti.',
    ),
  },
  {
    id: 'faster-laptop',
    name: words('A faster laptop', 'Snabbare dator'),
    most: 60,
    has: (part) => (part.family === 'memory' && part.facts['form_factor'] === 'so_dimm') || part.family === 'ssd',
    description: words(
      'Memory and drives: the two upgrades that are felt at once.',
      'Minne och disk: de två uppgraderingar som märks direkt.',
    ),
  },
  {
    id: 'bench-favourites',
    name: words('Favourites of our bench', 'Verkstadens favoriter'),
    most: 40,
    has: (part) => part.family === 'tools' || part.categories[0] === 'cleaning',
    description: words('What our own technicians reach for every day.', 'Det våra egna tekniker använder varje dag.'),
  },
  {
    id: 'gaming',
    name: words('For gaming laptops', 'För speldatorer'),
    most: 80,
    has: (part) => /Rapid|Saker|W7/.test(part.name.en),
    description: words(
      'Cooling, power and screens for laptops that work hard.',
      'Kylning, ström och skärmar för datorer som jobbar hårt.',
    ),
  },
  {
    id: 'travel',
    name: words('On the road', 'På resan'),
    most: 40,
    has: (part) =>
      part.categories[0] === 'chargers-usb-c' || part.family === 'adapters' || part.categories[0] === 'external-drives',
    description: words('Small, light and for every socket.', 'Smått, lätt och för alla uttag.'),
  },
  {
    id: 'subscribe',
    name: words('As a subscription', 'Som prenumeration'),
    most: 80,
    has: (part) => part.intervals.length > 0,
    description: words(
      'Comes every 30, 60 or 90 days; pause or stop when you like.',
      'Kommer var 30:e, 60:e eller 90:e dag; pausa eller avsluta när du vill.',
    ),
  },
]

type TagRows = {
  tags: NewRow<'product_tags'>[]
  texts: NewRow<'product_tag_texts'>[]
  products: NewRow<'product_tag_products'>[]
}

/** Tags with their parts, in an order that mixes the families. */
export function tagRows(parts: readonly Part[], idOf: (key: string) => string): TagRows {
  return {
    tags: tags.map(({ id }, position) => ({ id, position })),
    texts: tags.flatMap(({ id, name, description }) =>
      (['en', 'sv'] as const).map((language) => ({
        tag_id: id,
        language,
        name: name[language],
        slug: slugify(name[language]),
        description: description[language],
      })),
    ),
    products: tags.flatMap(({ id, has, most }) =>
      parts
        .filter(has)
        .map((part) => ({ part, draw: drawsFor(`tag ${id} ${part.key}`).next() }))
        .sort((a, b) => a.draw - b.draw)
        .slice(0, most)
        .map(({ part }, position) => ({ tag_id: id, product_id: idOf(part.key), position })),
    ),
  }
}
