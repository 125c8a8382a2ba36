import { languages, type Language } from '../../../domain/places/locales.ts'
import english from '../../../i18n/en/console-content.json' with { type: 'json' }
import type { TextKey } from '../../../i18n/translator.ts'
import { placeholdersOf } from '../../content/placeholders.ts'
import type { ConsoleContext } from '../frame/console-context.ts'

type Titled = { kind: string; id: string; titles: Readonly<Partial<Record<Language, string | undefined>>> }

/** What staff call an item: its title in their language or another one, a widget by its place, else its id. */
export function itemTitle({ shop, session, request }: ConsoleContext, { kind, id, titles }: Titled): string {
  for (const language of [session.staff.language, ...languages]) {
    const title = titles[language]
    if (title) return placeholdersOf(shop.settings.all, language, 'editor').plain(title)
  }
  if (kind !== 'widget' || !Object.hasOwn(english.widget, id)) return id
  return request.locals.t(`console-content:widget.${id}` as TextKey)
}
