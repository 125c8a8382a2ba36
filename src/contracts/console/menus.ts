import { z } from 'zod/mini'
import { formChoice, formText, formTextsByKey } from '../form-fields.ts'
import type { AuditLine } from './staff.ts'

export const widgetPlaces = ['after', 'before', 'off'] as const

/**
 * The columns of the footer as typed: `column:` has fields such as `0.en`, `link:` such as `0.1.en`. `version`
 * is that of the footer that the page showed.
 */
export const menusForm = z.object({
  version: formText(64),
  widget: formChoice(widgetPlaces),
  'column:': formTextsByKey,
  'link:': formTextsByKey,
})

/** Why a column or a link cannot be saved. */
type MenuFault = 'texts' | 'target' | 'address' | 'no_links' | 'too_many'

/** A link as typed; `to` is `screen:NAME`, `page:ID` or `address`. */
export type MenuLink = { en: string; sv: string; to: string; address: string; place: string; fault: MenuFault | null }
export type MenuColumn = {
  id: string
  en: string
  sv: string
  place: string
  links: readonly MenuLink[]
  fault: MenuFault | null
}

export type MenusPage = {
  version: string
  /** Somebody else has saved the footer since this form was opened; it still holds what was typed. */
  isOvertaken: boolean
  widget: (typeof widgetPlaces)[number]
  /** The last column, and the last link of each, are empty: for a new one. */
  columns: readonly MenuColumn[]
  /** Content pages that can be linked to. */
  pages: readonly { id: string; title: string }[]
  audit: readonly AuditLine[]
  mayChange: boolean
}
