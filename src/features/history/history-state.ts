import { fieldOf, isPath, isText } from '../../browser/stored-fields.ts'
import type { Language } from '../../domain/places/locales.ts'
import type { Thumb } from '../../domain/products/products.ts'

/** A product as "recently viewed" shows it in either language. */
export type ViewedProduct = {
  sku: string
  name: string
  paths: Record<Language, string>
  thumb: Thumb | null
  images: string[]
}
type Visit = { to: string }
export type HistoryState = { viewed: ViewedProduct[]; visited: Visit[] }

/** Spec section 9: both lists hold five. */
export const historyCap = 5
const maxLength = 500
const maxImages = 20

/** Reads what is stored, entry by entry. */
export function readHistory(stored: unknown): HistoryState {
  return {
    viewed: listOf(fieldOf(stored, 'viewed'))
      .flatMap((each) => readViewed(each) ?? [])
      .slice(0, historyCap),
    visited: listOf(fieldOf(stored, 'visited'))
      .flatMap((each) => readVisit(each) ?? [])
      .slice(-historyCap),
  }
}

/** Undefined when it does not say which product it is and where. */
export function readViewed(value: unknown): ViewedProduct | undefined {
  const [sku, name, paths] = [fieldOf(value, 'sku'), fieldOf(value, 'name'), fieldOf(value, 'paths')]
  const [en, sv] = [fieldOf(paths, 'en'), fieldOf(paths, 'sv')]
  if (!isText(sku, maxLength) || !isText(name, maxLength) || !isPath(en, maxLength) || !isPath(sv, maxLength))
    return undefined
  const images = listOf(fieldOf(value, 'images'))
    .filter((each) => isPath(each, maxLength))
    .slice(0, maxImages)
  return { sku, name, paths: { en, sv }, thumb: readThumb(fieldOf(value, 'thumb')), images }
}

function readVisit(value: unknown): Visit | undefined {
  const to = fieldOf(value, 'to')
  return isPath(to, maxLength) ? { to } : undefined
}

function readThumb(value: unknown): Thumb | null {
  const [url, width, height] = [fieldOf(value, 'url'), fieldOf(value, 'width'), fieldOf(value, 'height')]
  return isPath(url, maxLength) && typeof width === 'number' && typeof height === 'number'
    ? { url, width, height }
    : null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
