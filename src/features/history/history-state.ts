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
const longestText = 500
const mostImages = 20

/**
 * Reads what is stored, entry by entry; written by hand, because this runs on every page and a validator would be
 * heavier.
 */
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
  if (!isText(sku) || !isText(name) || !isPath(en) || !isPath(sv)) return undefined
  const images = listOf(fieldOf(value, 'images')).filter(isPath).slice(0, mostImages)
  return { sku, name, paths: { en, sv }, thumb: readThumb(fieldOf(value, 'thumb')), images }
}

function readVisit(value: unknown): Visit | undefined {
  const to = fieldOf(value, 'to')
  return isPath(to) ? { to } : undefined
}

function readThumb(value: unknown): Thumb | null {
  const [url, width, height] = [fieldOf(value, 'url'), fieldOf(value, 'width'), fieldOf(value, 'height')]
  return isPath(url) && typeof width === 'number' && typeof height === 'number' ? { url, width, height } : null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestText
}

/** Only a path of this shop: what is stored must never lead elsewhere. */
function isPath(value: unknown): value is string {
  return isText(value) && /^\/(?![/\\])/.test(value)
}
