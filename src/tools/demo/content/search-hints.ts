import { languages } from '../../../domain/places/locales.ts'
import type { NewRow } from '../../../server/platform/db/tables.ts'
import { fill, words, type Words } from '../words.ts'
import { links } from './links.ts'

type Hint = { id: string; trigger: Words; hint: Words; url: Words; title: Words }

/** Hints shown beside the search results for certain words. */
const hints: readonly Hint[] = [
  {
    id: 'hint-battery',
    trigger: words('battery', 'batteri'),
    hint: words(
      'Compare voltage and plug with the label of the old battery.',
      'Jämför spänning och kontakt med etiketten på det gamla batteriet.',
    ),
    url: words('{batterycare}'),
    title: words('Battery care', 'Sköt om batteriet'),
  },
  {
    id: 'hint-screen',
    trigger: words('screen', 'skärm'),
    hint: words('30 or 40 pins? Count them before you order.', '30 eller 40 stift? Räkna dem innan du beställer.'),
    url: words('{partnumber}'),
    title: words('Find your part number', 'Hitta artikelnumret'),
  },
  {
    id: 'hint-keyboard',
    trigger: words('keyboard', 'tangentbord'),
    hint: words('Choose the layout on the product page.', 'Layouten väljer du på produktsidan.'),
    url: words('{keyboards}'),
    title: words('All laptop keyboards', 'Alla tangentbord till laptop'),
  },
  {
    id: 'hint-charger',
    trigger: words('charger', 'laddare'),
    hint: words(
      'More watts than the original does no harm; the plug must fit.',
      'Fler watt än originalet gör ingen skada; kontakten måste passa.',
    ),
    url: words('{chargers}'),
    title: words('Chargers by plug', 'Laddare efter kontakt'),
  },
  {
    id: 'hint-return',
    trigger: words('return', 'retur'),
    hint: words(
      'You have 30 days to return what you don’t need.',
      'Du har 30 dagar på dig att returnera det du inte behöver.',
    ),
    url: words('{returns}'),
    title: words('Returns and withdrawal', 'Retur och ångerrätt'),
  },
  {
    id: 'hint-delivery',
    trigger: words('delivery', 'frakt'),
    hint: words('Free delivery within Sweden from €46.', 'Fri frakt inom Sverige från 500 kr.'),
    url: words('{delivery}'),
    title: words('Delivery', 'Leverans'),
  },
  {
    id: 'hint-shipping',
    trigger: words('ship', 'leverans'),
    hint: words('We deliver within Sweden and abroad.', 'Vi levererar i Sverige och utomlands.'),
    url: words('{delivery}'),
    title: words('Delivery', 'Leverans'),
  },
  {
    id: 'hint-warranty',
    trigger: words('warranty', 'garanti'),
    hint: words(
      'New parts have a two-year warranty, refurbished ones twelve months.',
      'Nya delar har två års garanti, renoverade tolv månader.',
    ),
    url: words('{returns}'),
    title: words('Returns and withdrawal', 'Retur och ångerrätt'),
  },
  {
    id: 'hint-gift',
    trigger: words('gift', 'present'),
    hint: words('Gift cards are emailed straight away.', 'Presentkort kommer med e-post direkt.'),
    url: words('{giftcards}'),
    title: words('Gift cards', 'Presentkort'),
  },
]

export function searchHintRows(): NewRow<'search_hints'>[] {
  return hints.flatMap(({ id, trigger, hint, url, title }) => {
    const address = fill(url, links)
    return languages.map((language) => ({
      id,
      language,
      trigger: trigger[language],
      hint: hint[language],
      url: address[language],
      url_title: title[language],
    }))
  })
}
