import type { ContentItemPage, ContentView } from '../../../contracts/console/content.ts'
import { isLanguage, languages, type Language } from '../../../domain/places/locales.ts'
import { ContentError } from '../../content/content-item.ts'
import { previewLink } from '../../content/preview/preview-link.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import type { ItemKey } from './on-content.ts'

/** How long the links of a preview beside an editor are valid. */
const previewHours = 12

/** Reads what a preview shows, such as `sv.inc.phone`; without it, the reader's language at the width of a desktop. */
export function viewOf(text: string | null, language: Language): ContentView {
  const [first = '', vat, width] = (text ?? '').split('.')
  return {
    language: isLanguage(first) ? first : language,
    vat: vat === 'ex' ? 'ex' : 'inc',
    width: width === 'phone' ? 'phone' : 'desk',
  }
}

/** A view as addresses have it; '' for a text that is none. */
export function viewText(text: string): string {
  return /^[a-z]{2}\.(?:inc|ex)\.(?:phone|desk)$/.test(text) ? text : ''
}

/** The links of the preview, for each language that the item has; null when it has none. */
export async function previewOf(
  { shop, session, request }: ConsoleContext,
  item: ItemKey,
): Promise<ContentItemPage['preview']> {
  const wanted = viewOf(request.url.searchParams.get('view'), session.staff.language)
  const links: Record<string, string> = {}
  for (const language of languages)
    for (const vat of ['inc', 'ex'] as const) {
      const link = await linkOrNone(shop, { ...item, language, vat })
      if (link !== undefined) links[`${language}.${vat}`] = link
    }
  const known = [wanted.language, ...languages].find((language) => links[`${language}.inc`] !== undefined)
  return known ? { ...wanted, language: known, links } : null
}

async function linkOrNone(
  shop: ConsoleContext['shop'],
  wanted: Parameters<typeof previewLink>[1],
): Promise<string | undefined> {
  try {
    return (await previewLink(shop, wanted, previewHours)).url
  } catch (error) {
    if (error instanceof ContentError) return undefined
    throw error
  }
}
