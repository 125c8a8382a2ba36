import { RowProblem } from '../feeds/feed-row.ts'
import type { ProfileAttribute } from '../profile/profile-attribute.ts'
import type { Words } from '../profile/profile.ts'
import { parseNumber, numberText, type NumberStyle } from './cell-numbers.ts'
import { cleanText, itemsOf, limitedText, splitCell } from './cell-text.ts'
import { yesOrNo } from './yes-or-no.ts'

/** A value as it is stored and compared, and its translations where they are not simply the value with its unit. */
export type AttributeValue = { value: string; words?: Words }

const maxLength = 200
const yes: AttributeValue = { value: 'yes', words: { en: 'Yes', sv: 'Ja' } }
const no: AttributeValue = { value: 'no', words: { en: 'No', sv: 'Nej' } }

/** Parses a cell into attribute values; an empty cell gives none. */
export function attributeValues(attribute: ProfileAttribute, cell: string, style: NumberStyle): AttributeValue[] {
  const text = cell.trim()
  if (text === '') return []
  const mapped = mappedValue(attribute, cleanText(text))
  if (mapped) return [mapped]
  switch (attribute.kind) {
    case 'yes-no':
      return [yesOrNo(text, attribute.column) ? yes : no]
    case 'present':
      return [yes]
    case 'range':
      return [range(attribute, text, style)]
    case 'number':
      return [{ value: scaled(attribute, filled(attribute, text), style) }]
    case 'capacity':
      return [capacity(scaled(attribute, filled(attribute, text), style), attribute.unit)]
    case 'text':
      return textValues(attribute, text)
  }
}

function textValues(attribute: ProfileAttribute, text: string): AttributeValue[] {
  if (attribute.template !== undefined) return [toAttributeValue(attribute, filled(attribute, text))]
  const items = attribute.separator === undefined ? [cleanText(text)] : itemsOf(text, attribute.separator)
  return items.filter((item) => item !== '').map((item) => toAttributeValue(attribute, item))
}

function toAttributeValue(attribute: ProfileAttribute, text: string): AttributeValue {
  return mappedValue(attribute, text) ?? { value: limitedText(text, attribute.column, maxLength) }
}

function mappedValue({ values }: ProfileAttribute, text: string): AttributeValue | undefined {
  const found = Object.hasOwn(values, text) ? values[text] : undefined
  return found && { value: found.value ?? text, words: { en: found.en, sv: found.sv } }
}

/** Fills the attribute's template with the cell's parts; without a template returns the cell. */
function filled({ template, separator, column }: ProfileAttribute, text: string): string {
  if (template === undefined) return text
  const pieces = splitCell(text, separator)
  return template.replace(/\{(\d)\}/g, (_, place: string) => {
    const piece = pieces[Number(place) - 1]
    if (!piece) throw new RowProblem(column, 'no_part', { text: text.slice(0, 40), place })
    return piece
  })
}

/** A number in the attribute's unit; "2 × 16" is 32. */
function scaled({ column, multiply, decimals }: ProfileAttribute, text: string, style: NumberStyle): string {
  const factors = text.split('×').map((factor) => parseNumber(factor, column, style))
  const product = factors.reduce((one, other) => one * other)
  return numberText(product * multiply, decimals)
}

function range(attribute: ProfileAttribute, text: string, style: NumberStyle): AttributeValue {
  const ends = splitCell(text, attribute.separator).map((piece) => scaled(attribute, piece, style))
  if (ends.length > 2) throw new RowProblem(attribute.column, 'range_ends', { text: text.slice(0, 40) })
  // Feeds name the greater end first, too.
  const ascending = [...new Set(ends)].toSorted((one, other) => Number(one) - Number(other))
  return { value: ascending.join('–') }
}

/** Formats a capacity in gigabytes; from 1,000 on in terabytes, of 1,024 where they are whole, as memory is sold. */
function capacity(gigabytes: string, unit: string): AttributeValue {
  const size = Number(gigabytes)
  if (size < 1_000)
    return unit === '' ? { value: gigabytes, words: numberWords(`${gigabytes} GB`) } : { value: gigabytes }
  const terabytes = size % 1_024 === 0 ? size / 1_024 : size / 1_000
  return { value: gigabytes, words: numberWords(`${numberText(terabytes, 2)} TB`) }
}

const numberWords = (en: string): Words => ({ en, sv: en.replace('.', ',') })
