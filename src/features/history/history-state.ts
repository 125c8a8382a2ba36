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
const longest = 500
const mostImages = 20

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
  if (!isText(sku, longest) || !isText(name, longest) || !isPath(en, longest) || !isPath(sv, longest)) return undefined
  const images = listOf(fieldOf(value, 'images'))
    .filter((each) => isPath(each, longest))
    .slice(0, mostImages)
  return { sku, name, paths: { en, sv }, thumb: readThumb(fieldOf(value, 'thumb')), images }
}

function readVisit(value: unknown): Visit | undefined {
  const to = fieldOf(value, 'to')
  return isPath(to, longest) ? { to } : undefined
}

function readThumb(value: unknown): Thumb | null {
  const [url, width, height] = [fieldOf(value, 'url'), fieldOf(value, 'width'), fieldOf(value, 'height')]
  return isPath(url, longest) && typeof width === 'number' && typeof height === 'number' ? { url, width, height } : null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
