import type { FinderForm } from './find-parts-page.ts'
import type { GuideLink } from './guide-page.ts'
import type { NamedListPage } from './named-list-page.ts'

/** All parts of one device, and their categories. */
export type DevicePage = NamedListPage & {
  /** The search that led here; '' without one. */
  query: string
  typeNumbers: string
  categories: { name: string; path: string; count: number }[]
  guides: GuideLink[]
  form: FinderForm
}
