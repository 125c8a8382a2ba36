import type { Language } from '../../domain/places/locales.ts'
import type { GuideHead } from '../../domain/products/guides.ts'
import type { Thumb } from '../../domain/products/products.ts'
import type { Alternates, ProductCard } from './product-lists.ts'

/** A guide as lists and other pages name it; times are minutes. */
export type GuideLink = GuideHead & { path: string }

type Link = { name: string; path: string }
/** `html` is the text with lists, links and emphasis, sanitized; '' for one that has none. */
type Step = { title: string; text: string; html: string; warning: string; picture: Thumb | null }

/** A repair guide; its texts but `html` are plain text, paragraphs separated by empty lines. */
export type GuidePage = GuideLink & {
  introduction: string
  steps: Step[]
  /** What to buy; parts of a category are named by the category, because they differ by device. */
  tools: ProductCard[]
  parts: ProductCard[]
  partsCategory: Link | null
  /** The devices, series or category that the guide is for. */
  devices: Link[]
  alternates: Alternates
  writtenIn: Language[]
}

/** All guides of a language, each with the first sentences of its introduction. */
export type GuidesPage = { guides: (GuideLink & { introduction: string })[]; path: string; alternates: Alternates }
