/** What a column is called for people, and the unit of its numbers. */
export type NamedColumn = { heading: string; unit: string }

/** The columns of a format that says what its elements mean: paths, names for paths, and features by their names. */
export type CatalogColumns = {
  paths: readonly string[]
  named: Readonly<Record<string, string>>
  features: ReadonlyMap<string, NamedColumn>
  /** Rows whose price is that of several units. */
  pricesOfSeveral: number
}

export type TextsAt = (path: string) => readonly string[]

const limits = { features: 150, name: 60 }

/** A feature: its name, the path of its values, and the units that they have. */
type Feature = { name: string; path: string; units: readonly string[] }

/** Names that are codes of a classification (ETIM, ECLASS), which no shopper can read. */
const code = /^(?:EF\d{6}|\d{4}-\d#\d\d-[A-Z]{3}\d{3}.*|\d\d-[A-Z]{3}\d{3}.*)$/

/** The names of features that a path can ask for. */
export function featureNames(texts: readonly string[]): string[] {
  const names = [...new Set(texts)].filter(
    (name) => name.length <= limits.name && !/["\p{Cc}]/u.test(name) && !code.test(name),
  )
  return names.slice(0, limits.features)
}

/** Adds features as columns, each with its unit where all of its values have the same. */
export function withFeatures(fixed: Readonly<Record<string, string>>, features: readonly Feature[]) {
  const named = { ...fixed }
  const headings = new Map<string, NamedColumn>()
  for (const { name, path, units } of features) {
    const [first = ''] = units
    const unit = units.every((each) => each === first) ? unitOf(first) : ''
    const wanted = unit === '' ? name : `${name} (${unit})`
    const column = Object.hasOwn(named, wanted) ? `${wanted} 2` : wanted
    named[column] = path
    headings.set(column, { heading: name.slice(0, 1).toUpperCase() + name.slice(1), unit })
  }
  return { named, features: headings }
}

/** Codes of UN/ECE recommendation 20, which BMEcat has for units. */
const uneceUnits: Readonly<Record<string, string>> = {
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  INH: 'in',
  GRM: 'g',
  KGM: 'kg',
  WTT: 'W',
  KWT: 'kW',
  VLT: 'V',
  AMP: 'A',
  AMH: 'Ah',
  WHR: 'Wh',
  HTZ: 'Hz',
  MHZ: 'MHz',
  GHZ: 'GHz',
  CEL: '°C',
  LTR: 'l',
  MLT: 'ml',
  P1: '%',
  RPM: 'rpm',
  SEC: 's',
  C62: '',
  PCE: '',
}

const unitOf = (text: string): string => uneceUnits[text.toUpperCase()] ?? text.slice(0, 20)
