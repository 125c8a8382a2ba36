import type { ColumnFacts } from './column-facts.ts'

export type LinkRole =
  | 'replaces'
  | 'successor'
  | 'set'
  | 'accessories'
  | 'alternatives'
  | 'devices'
  | 'documents'
  | 'tier'
  | 'saleFrom'
  | 'saleUntil'

const oneOf = (words: string): string => `(?:${words.replaceAll(' ', '|')})`
const exactly = (words: string): RegExp => new RegExp(`^${oneOf(words)}$`)

const campaigns =
  '(?:campaign|sale|offer|special|kampanj|kampanje|kampagne|kampanja|rea|tilbud|tarjous|aktion|angebot)' +
  '(?:-?(?:price|pris|preis|hinta))?'
const beginnings = oneOf('from start starts fra fran begin ab von alkaa alkaen')
const ends = oneOf('to until end ends till til slut slutt bis ende paattyy asti')
const day = /^(?:\d{4}-\d\d-\d\d|\d{1,2}\.\s?\d{1,2}\.\s?\d{4})/
const areDays = ({ cells }: ColumnFacts): boolean => cells.length > 0 && cells.every((cell) => day.test(cell))
const areShort = ({ cells }: ColumnFacts): boolean => cells.length > 0 && cells.every((cell) => cell.length <= 200)
const tier = /^(?:price|pris|preis|hinta)(?:-(?:from|at|fra|fran|ved|vid|ab|alk))?-(\d{1,4})(?:-?[a-z]{1,8})?$/
const [minUnits, maxUnits] = [2, 1000]

/** Headings of columns that name other products, devices, numbers and documents, or a price for several. */
export const linkRoles: Record<LinkRole, { heading: RegExp; fits: (facts: ColumnFacts) => boolean }> = {
  replaces: {
    heading: exactly(
      'replaces replaced-numbers old-numbers? ersatter erstatter ersetzt korvaa supersedes gamla-nummer gamle-numre ' +
        'gamle-nummer alte-nummern vanhat-numerot',
    ),
    fits: areShort,
  },
  successor: {
    heading: exactly(
      'successor replaced-by superseded-by etterfolger efterfolger eftertradare ersatts-av erstattes-av nachfolger ' +
        'korvaava-tuote seuraaja',
    ),
    fits: areShort,
  },
  set: {
    heading: exactly('set sett saet sats kit pieces set-pieces inneholder innehall indeholder setin-osat set-inhalt'),
    // Of what is called so, only lists of pieces: FAN-120 x 2.
    fits: ({ cells }) => cells.some((cell) => /\S\s+[x\u00D7]\s*\d/i.test(cell)),
  },
  accessories: { heading: exactly('accessory accessories tilbehor tillbehor zubehor lisavarusteet'), fits: areShort },
  alternatives: { heading: exactly('alternatives alternativer alternativ alternativen vaihtoehdot'), fits: areShort },
  devices: {
    heading: exactly(
      'fits fits-models? compatible-with compatible-devices compatible-models passer-til passer passar-till passar ' +
        'passt-zu passt-fur sopii sopii-laitteisiin devices models modeller',
    ),
    fits: areShort,
  },
  documents: {
    heading: /data-?(?:sheet|blad|blatt)|manual|handbok|document|dokument|bruksanvisning|kayttoohje|tuote-?esite/,
    fits: ({ cells }) => cells.length > 0 && cells.every((cell) => /^https?:\/\//.test(cell)),
  },
  tier: { heading: tier, fits: ({ plain, isNumeric }) => isNumeric && unitsOf(plain) !== undefined },
  saleFrom: { heading: new RegExp(`^${campaigns}-${beginnings}$`), fits: areDays },
  saleUntil: { heading: new RegExp(`^${campaigns}-${ends}$`), fits: areDays },
}

/** From how many units the heading says that its price holds. */
export function unitsOf(plain: string): number | undefined {
  const units = Number(tier.exec(plain)?.[1])
  return units >= minUnits && units <= maxUnits ? units : undefined
}
