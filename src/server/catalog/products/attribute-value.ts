import type { Language } from '../../../domain/places/locales.ts'
import { formatMeasure } from '../../../i18n/formats.ts'

/** A stored value of an attribute; `label` is its text in the reader's language, where it has one. */
export type AttributeValue = { unit: string; value: string; label: string | null }

/**
 * Writes a value as the reader's language does: its label, else numbers with their unit, as in `24 mm`, `16×` and
 * `450–2000 rpm`.
 */
export function attributeText({ unit, value, label }: AttributeValue, language: Language): string {
  if (label) return label
  const ends = value.split('–')
  const measure = ends.every(isNumber) ? ends.map((end) => formatMeasure(Number(end), language)).join('–') : value
  return unit ? `${measure}${unit === '×' ? '' : ' '}${unit}` : measure
}

/** Tells whether a value is a number and nothing else. */
export function isNumber(value: string): boolean {
  return value !== '' && Number.isFinite(Number(value))
}
