import type { FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { limitedText } from './cell-text.ts'
import type { Definitions } from './definitions.ts'

const maxLength = 80
const maxContactLength = 300

/** Creates a reader of a row's brand id; collects brands that the shop may not have yet in `definitions`. */
export function brandReader({ brand }: Profile, definitions: Definitions): (row: FeedRow) => string | null {
  if (!brand) return () => null
  if ('name' in brand) return () => definitions.brand(brand.name)
  if ('column' in brand) {
    return (row) => {
      const id = definitions.brand(limitedText(row.get(brand.column), brand.column, maxLength))
      const text = (column: string | undefined) =>
        column === undefined ? '' : limitedText(row.get(column), column, maxContactLength)
      if (id !== null) definitions.contact(id, { maker: text(brand.maker), eu_contact: text(brand.euContact) })
      return id
    }
  }
  const byFirstWord = Map.groupBy(
    brand.brands.toSorted((a, b) => b.length - a.length),
    (name) => firstWord(name).toLowerCase(),
  )
  return (row) => {
    const text = limitedText(row.get(brand.startOf), brand.startOf, 250)
    const first = firstWord(text)
    const begins = (name: string) => `${text} `.toLowerCase().startsWith(`${name} `.toLowerCase())
    return definitions.brand(byFirstWord.get(first.toLowerCase())?.find(begins) ?? first)
  }
}

/** Leaves out the brand that a feed has put before a name that begins with it: "Corsair CORSAIR RM". */
export function brandedOnce(name: string, { brand }: Pick<Profile, 'brand'>): string {
  return brand && 'startOf' in brand ? name.replace(/^(\S+) (?=\1(?: |$))/iu, '') : name
}

function firstWord(text: string): string {
  return text.split(' ', 1)[0] ?? ''
}
