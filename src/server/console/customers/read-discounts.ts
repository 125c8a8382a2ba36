import { categoryPercent } from '../../identity/customers/change-customer.ts'
import { ConsoleError } from '../frame/console-error.ts'

const maxDiscounts = 200

/**
 * Reads the rows of discounts in a form: `discounts.<place>.category` and `.percent`. Rows with nothing in them, and
 * those that are to go, are left out. Throws what is wrong with the first row that is not right, at its field.
 */
export function readDiscounts(typed: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const percents = new Map<string, number>()
  for (const place of placesIn(typed)) {
    const textOf = (field: string) => (typed.get(`discounts.${place}.${field}`) ?? '').replace(/\s/g, '')
    const [category, percent] = [textOf('category'), textOf('percent').replace(/%$/, '')]
    if (textOf('remove') !== '' || category + percent === '') continue
    const refuse = (fault: 'discount_category' | 'discount_percent' | 'discount_twice' | 'too_many', field: string) => {
      throw new ConsoleError(fault, {}, `set:discounts.${place}.${field}`)
    }
    if (!categoryPercent(`${category}=0`)) refuse('discount_category', 'category')
    const read = categoryPercent(`${category}=${percent}`)
    if (!read) refuse('discount_percent', 'percent')
    else if (percents.has(category)) refuse('discount_twice', 'category')
    else if (percents.size === maxDiscounts) refuse('too_many', 'category')
    else percents.set(...read)
  }
  return percents
}

function placesIn(typed: ReadonlyMap<string, string>): number[] {
  const places = [...typed.keys()].flatMap((name) => /^discounts\.(\d{1,4})\./.exec(name)?.[1] ?? [])
  return [...new Set(places.map(Number))].toSorted((one, other) => one - other)
}
