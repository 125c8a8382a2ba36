import type { MailReader, MailsPage } from '../../../../contracts/console/mails.ts'
import { inEachLanguage, type Language } from '../../../../domain/places/locales.ts'
import { mailNames, type MailName } from '../../../notifications/mail/texts/mail-fields.ts'
import { newestMailTexts } from '../../../notifications/mail/texts/mail-text-queries.ts'
import { mailTextsJson } from '../../../platform/db/json-columns.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { consoleScreen } from '../../frame/console-screen.ts'

/** All mails that the shop sends, with what staff have written of them. */
export const contentMailsScreen = consoleScreen<MailsPage>({
  screen: 'content-mails',
  permission: 'content.view',
  load: async (context) => {
    const rows = Map.groupBy(await newestMailTexts(context.shop.db), ({ mail }) => mail)
    const mails = mailNames.map((name) => {
      const own = rows.get(name) ?? []
      const [last] = own.toSorted((one, other) => (one.at < other.at ? 1 : -1))
      const count = (language: Language) =>
        own
          .filter((row) => row.language === language)
          .reduce((sum, { texts }) => sum + Object.keys(mailTextsJson.read(texts)).length, 0)
      return {
        name,
        title: mailTitle(context, name),
        reader: readerOf(name),
        own: inEachLanguage(count),
        last: last ? { at: last.at, author: last.author } : null,
      }
    })
    const { language } = context.session.staff
    return { mails: mails.toSorted((one, other) => one.title.localeCompare(other.title, language)) }
  },
})

/** What staff call a mail. */
export function mailTitle({ request }: Pick<ConsoleContext, 'request'>, name: MailName): string {
  return request.locals.t(`console-mails:name.${name}`)
}

function readerOf(name: MailName): MailReader {
  if (name === 'footer') return 'shared'
  return name === 'operator' || name === 'test' ? 'operators' : 'customers'
}
