import type { Language } from '../../../domain/places/locales.ts'
import { formatMeasure } from '../../../i18n/formats.ts'

/** A stored value of an attribute; `label` is its text in the reader's language, where it has one. */
export type AttributeValue = { unit: string; value: string; label: string | null }

/** Writes a value as the reader's language does: its label, else a number with its unit, as in `24 mm` and `16×`. */
export function attributeText({ unit, value, label }: AttributeValue, language: Language): string {
  if (label) return label
  const number = value !== '' && Number.isFinite(Number(value)) ? formatMeasure(Number(value), language) : value
  return unit ? `${number}${unit === '×' ? '' : ' '}${unit}` : number
}
