/**
 * How a part is graded for a query. The rules were written from what shoppers want, without knowledge of the search,
 * and read nothing but the database.
 *
 * A query says what its shopper wants as facts (`query.ts`): a kind of part (a category), the device that it has to fit
 * (the shop's own table of what fits), values of attributes or limits of them, what it must not be, a brand, words of
 * its name, a part number. Every product of the catalogue, found or not, gets a grade:
 *
 * - 3: all facts hold and it can be bought now: it has a price and is in stock, of variants the one asked for.
 * - 2: all facts hold, but it is sold out or has no price; or it is something else that the query names in `also`; or
 *   a kit whose main part is what was asked for. A kit is never 3 unless kits were asked for: the part comes first.
 * - 1: of the kind and for the device asked for, but of another brand, name or values; or a kit that holds the part
 *   beside its main part. Gains only where the catalogue has nothing better (`metric.ts`).
 * - 0: everything else. A part of the right kind that does not fit the device is of no use, so it is 0 and not 1, and
 *   so is an accessory; a query for a number wants that part alone.
 *
 * A device without a kind wants all that fits it, and its page before that: a search that leads to the device's page
 * has answered even where that page lists no products, and scores 1. A device without its generation wants what fits
 * one of them, a brand of devices what fits one of its devices. A kind in two sorts (screens of laptops and of phones)
 * wants either. A query with words that name nothing in the catalogue wants what its other words name. A query with a
 * number that nobody has, or of nonsense alone, wants nothing: its score is 1 without hits, else 0.
 *
 * A product is judged by its first place among the hits: a second one is 0. Variants count as their product.
 */
import type { CatalogueFacts, PartFacts, Version } from './catalogue-facts.ts'
import type { Grade } from './metric.ts'
import type { Facts, Wanted } from './query.ts'

type Condition = (part: PartFacts, version: Version) => boolean

export class Judge {
  readonly #catalogue: CatalogueFacts

  constructor(catalogue: CatalogueFacts) {
    this.#catalogue = catalogue
  }

  /** The grade of every product in turn. */
  gradesOf(wanted: Wanted): ReadonlyMap<PartFacts, Grade> {
    const grade = this.#grader(wanted)
    return new Map(this.#catalogue.parts.map((part) => [part, grade(part)]))
  }

  /** The devices that the facts name. @throws on a device that does not exist. */
  devicesOf({ devices = [] }: Facts): CatalogueFacts['devices'] {
    return devices.flatMap((name) => {
      const found = this.#catalogue.devices.filter(({ id }) =>
        name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name,
      )
      return requireSome(found, `device ${name}`)
    })
  }

  #grader(wanted: Wanted): (part: PartFacts) => Grade {
    const isWanted = this.#condition(wanted)
    const isAlso = (wanted.also ?? []).map((facts) => this.#condition(facts))
    const { attributes: _, brands: __, named: ___, limits: ____, without: _____, ...less } = wanted
    const isClose = less.kinds ? this.#condition(less) : () => false
    const ofItself = (part: PartFacts): Grade => {
      const versions = part.versions.filter((version) => isWanted(part, version))
      if (versions.length > 0) return versions.some(({ purchasable }) => purchasable) ? 3 : 2
      if (isAlso.some((condition) => holds(part, condition))) return 2
      return holds(part, isClose) ? 1 : 0
    }
    const asKit = (kit: PartFacts): Grade => {
      const [main, ...rest] = this.#contentsOf(kit)
      if (main && holds(main, isWanted)) return 2
      return rest.some((part) => holds(part, isWanted)) ? 1 : 0
    }
    const takesKits = !wanted.number && !wanted.skus
    return (part) => {
      const grade = ofItself(part)
      if (part.contents.length === 0 || !takesKits) return grade
      return wanted.kinds ? higher(grade, asKit(part)) : lower(grade, 2)
    }
  }

  #contentsOf(kit: PartFacts): PartFacts[] {
    return kit.contents.flatMap((id) => this.#catalogue.byId.get(id) ?? [])
  }

  #condition(facts: Facts): Condition {
    const isOfFacts = this.#conditionOfFacts(facts)
    const limits = Object.entries(facts.limits ?? {})
    const without = (facts.without ?? []).map((each) => this.#conditionOfFacts(each))
    return (part, version) =>
      isOfFacts(part, version) &&
      limits.every(([attribute, limit]) => isWithin(version, attribute, limit)) &&
      !without.some((isUnwanted) => isUnwanted(part, version))
  }

  #conditionOfFacts(facts: Facts): Condition {
    const { kinds, brands, number, skus } = facts
    const words = (facts.named ?? []).map(wordPattern)
    for (const kind of kinds ?? []) this.#require(this.#catalogue.categories.has(kind), `category ${kind}`)
    for (const brand of brands ?? []) this.#require(this.#catalogue.brands.has(brand), `brand ${brand}`)
    for (const sku of skus ?? []) this.#require(this.#catalogue.bySku.has(sku), `article number ${sku}`)
    const devices = facts.devices && this.devicesOf(facts).map(({ id }) => id)
    const values = Object.entries(facts.attributes ?? {}).map(([id, value]) => this.#valuesOf(id, value))
    const named = skus && new Set(skus.map((sku) => this.#catalogue.bySku.get(sku)))
    return (part, version) =>
      (!kinds || kinds.some((kind) => part.categories.has(kind))) &&
      (!devices || devices.some((device) => part.devices.has(device))) &&
      (!brands || brands.includes(part.brand)) &&
      (!number || part.numbers.has(number)) &&
      (!named || named.has(part)) &&
      words.every((word) => word.test(part.name.en)) &&
      values.every((alternatives) => alternatives.some((value) => version.attributes.has(value)))
  }

  /** `65 W` of `power` as `power=65`. */
  #valuesOf(attribute: string, values: string | readonly string[]): string[] {
    const unit = this.#catalogue.units.get(attribute)
    return [values].flat().flatMap((value) => {
      const bare = unit ? value.replace(new RegExp(` ${unit.replaceAll(/[()²³]/g, '\\$&')}$`), '') : value
      const fact = `${attribute}=${bare}`
      this.#require(!unit || bare !== value, `unit ${unit ?? ''} in ${attribute} = ${value}`)
      if (fact.endsWith('*')) return this.#valuesBeginning(fact.slice(0, -1))
      this.#require(this.#catalogue.values.has(fact), `product with ${fact}`)
      return fact
    })
  }

  #valuesBeginning(beginning: string): readonly string[] {
    const all = [...this.#catalogue.values].filter((value) => value.startsWith(beginning))
    return requireSome(all, `product with ${beginning}…`)
  }

  #require(holds: boolean, what: string): void {
    if (!holds) throw new Error(`The catalogue has no ${what}, which a query asks for.`)
  }
}

function isWithin(
  version: Version,
  attribute: string,
  { from = -Infinity, to = Infinity }: { from?: number; to?: number },
): boolean {
  return [...version.attributes].some((fact) => {
    const [name, value = ''] = fact.split('=')
    return name === attribute && value !== '' && Number(value) >= from && Number(value) <= to
  })
}

/** Finds one of these words in a name, as `Facts.named` says. */
function wordPattern(words: string | readonly string[]): RegExp {
  const patterns = [words].flat().map((word) => {
    const isBeginning = word.endsWith('*')
    const letters = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    return [...letters].join('[^\\p{L}\\p{N}]*') + (isBeginning ? '' : '(?![\\p{L}\\p{N}])')
  })
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})`, 'iu')
}

const higher = (left: Grade, right: Grade): Grade => (left > right ? left : right)
const lower = (left: Grade, right: Grade): Grade => (left < right ? left : right)

function holds(part: PartFacts, condition: Condition): boolean {
  return part.versions.some((version) => condition(part, version))
}

function requireSome<Item>(items: readonly Item[], what: string): readonly Item[] {
  if (items.length === 0) throw new Error(`The catalogue has no ${what}, which a query asks for.`)
  return items
}
