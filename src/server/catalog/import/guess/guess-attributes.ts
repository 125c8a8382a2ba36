import { slugify } from '../../../../domain/products/slugs.ts'
import { itemMark } from '../feeds/feed-row.ts'
import { parseNumber } from '../rows/cell-numbers.ts'
import type { ColumnFacts, GuessedStyle } from './column-facts.ts'
import type { NamedColumn } from './feature-columns.ts'

const units: Record<string, string> = {
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  in: 'in',
  w: 'W',
  kw: 'kW',
  v: 'V',
  a: 'A',
  ah: 'Ah',
  mah: 'mAh',
  wh: 'Wh',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
  hz: 'Hz',
  mhz: 'MHz',
  ghz: 'GHz',
  rpm: 'rpm',
  dpi: 'dpi',
  db: 'dB',
  ms: 'ms',
  g: 'g',
  kg: 'kg',
}
/** A text with more values than this is no filter. */
const maxChoices = 40
const maxValueLength = 120

type GuessedAttribute = {
  id: string
  column: string
  en: string
  sv: string
  unit: string
  facet: boolean
  kind: 'text' | 'number' | 'yes-no'
  separator?: string
}

/** What no shopper looks for: addresses of other pages, moments of a database, numbers of its records. */
const address = /^https?:\/\//i
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
const recordHeading = /(?:^|-)(?:id|uuid|guid)$/

function isOfRecords({ plain, cells }: ColumnFacts): boolean {
  return recordHeading.test(plain) || [address, moment].some((pattern) => cells.every((cell) => pattern.test(cell)))
}

/** Makes attributes of columns: numbers with the unit in their heading, yes or no, else texts. */
export function guessAttributes(
  columns: readonly ColumnFacts[],
  style: GuessedStyle,
  nameOf: (column: string) => NamedColumn,
): GuessedAttribute[] {
  const ids = new Set<string>()
  return columns.flatMap((facts) => {
    const { column, cells, isYesNo } = facts
    const isNumeric = facts.isNumeric && cells.every((cell) => isReadable(cell, style))
    if (cells.length === 0 || isOfRecords(facts) || cells.some((cell) => cell.length > maxValueLength)) return []
    const { heading, unit } = nameOf(column)
    const id = idOf(heading, ids)
    if (id === undefined) return []
    const kind = isYesNo ? 'yes-no' : isNumeric ? 'number' : 'text'
    return [
      {
        id,
        column,
        en: heading,
        sv: heading,
        unit: isNumeric ? unit : '',
        facet: isFilter({ ...facts, isNumeric }),
        kind,
        ...(kind === 'text' && cells.some((cell) => cell.includes(itemMark)) ? { separator: '|' } : {}),
      },
    ]
  })
}

function isReadable(cell: string, style: GuessedStyle): boolean {
  try {
    parseNumber(cell, '', style)
    return true
  } catch {
    return false
  }
}

/** The heading without its unit, and the unit: "Length (mm)" or `length_mm`. */
export function headingAndUnit(column: string): NamedColumn {
  const words = column
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_()[\]/-]+/)
    .filter(Boolean)
  const unit = words.length > 1 ? units[words.at(-1)?.toLowerCase() ?? ''] : undefined
  const text = (unit === undefined ? words : words.slice(0, -1)).join(' ').slice(0, 80)
  return { heading: text.slice(0, 1).toUpperCase() + text.slice(1), unit: unit ?? '' }
}

function idOf(heading: string, taken: Set<string>): string | undefined {
  const plain = slugify(heading)
    .replaceAll('-', '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 36)
  if (plain === '') return undefined
  const id = [plain, ...Array.from({ length: 99 }, (_, at) => `${plain}_${at + 2}`)].find((each) => !taken.has(each))
  if (id !== undefined) taken.add(id)
  return id
}

function isFilter({ distinct, cells, isNumeric, isYesNo }: ColumnFacts): boolean {
  if (distinct < 2 && !isYesNo) return false
  return isYesNo || isNumeric || (distinct <= maxChoices && distinct < cells.length)
}
