import {
  mailForm,
  mailWidths,
  resetMailForm,
  restoreMailForm,
  type MailPage,
  type MailSide,
  type MailTextField,
  type MailView,
} from '../../../../contracts/console/mails.ts'
import { missingPlaceholders, wrongPlaceholder } from '../../../../domain/content/mail-placeholders.ts'
import { isLanguage, languages, type Language } from '../../../../domain/places/locales.ts'
import { may } from '../../../identity/staff/staff-session.ts'
import { subjectsOfCases } from '../../../notifications/mail-samples/sample-mail.ts'
import { fieldsOfMail, originalTexts, type MailName } from '../../../notifications/mail/texts/mail-fields.ts'
import { mailTextsVersion, mailTextsVersions } from '../../../notifications/mail/texts/mail-text-queries.ts'
import { mailTexts, type OwnTexts } from '../../../notifications/mail/texts/mail-texts.ts'
import { shownTexts, storedMail } from '../../../notifications/mail/texts/save-mail-texts.ts'
import { mailTextsJson } from '../../../platform/db/json-columns.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { requestedMail, resetMail, restoreMail, saveMail } from './mail-actions.ts'
import { mailTitle } from './mails-page.ts'

const shownVersions = 40
const change = 'content.change' as const

/** The texts of one mail in both languages, with its versions. */
export const contentMailScreen = consoleScreen<MailPage>({
  screen: 'content-mail',
  permission: 'content.view',
  load: mailContent,
  actions: {
    save: consoleAction({ permission: change, form: mailForm, run: saveMail }),
    restore: consoleAction({ permission: change, form: restoreMailForm, run: restoreMail }),
    reset: consoleAction({ permission: change, form: resetMailForm, run: resetMail }),
  },
})

async function mailContent(context: ConsoleContext): Promise<MailPage | undefined> {
  const { shop, session } = context
  const mail = requestedMail(context)
  if (!mail) return undefined
  const own = new Map<Language, OwnTexts>()
  for (const language of languages) own.set(language, (await storedMail(shop.db, { mail, language })).own)
  const { language } = session.staff
  return {
    name: mail,
    title: mailTitle(context, mail),
    sides: languages.map((each) => sideOf(mail, each, own.get(each) ?? {})),
    versions: await mailTextsVersions(shop.db, mail, shownVersions),
    comparison: await comparisonOf(context, mail, own),
    cases: subjectsOfCases(shop, mail, await mailTexts(shop, language)),
    view: { language, width: 'desk' },
    mayChange: may(session, change),
  }
}

function sideOf(mail: MailName, language: Language, own: OwnTexts): MailSide {
  const shown = shownTexts({ mail, language }, own)
  const original = originalTexts(mail, language)
  const fields = fieldsOfMail(mail).map(({ name, kind, placeholders }): MailTextField => {
    const isOwn = Object.hasOwn(own, name)
    const stored = shown[name] ?? ''
    return {
      name,
      kind,
      stored,
      original: original[name] ?? '',
      isOwn,
      placeholders,
      missing: isOwn ? missingPlaceholders(stored, original[name] ?? '') : [],
      ignored: (isOwn && wrongPlaceholder(stored, placeholders)) || null,
    }
  })
  return { language, isOwn: Object.keys(own).length > 0, fields }
}

/** What a version that the address names, such as `sv.3`, says otherwise than the mail does now. */
async function comparisonOf({ shop, request }: ConsoleContext, mail: MailName, own: ReadonlyMap<Language, OwnTexts>) {
  const [, language = '', number = ''] = /^(\w\w)\.(\d{1,9})$/.exec(request.url.searchParams.get('compare') ?? '') ?? []
  if (!isLanguage(language)) return null
  const version = await mailTextsVersion(shop.db, { mail, language }, Number(number))
  if (!version) return null
  const before = shownTexts({ mail, language }, mailTextsJson.read(version.texts))
  const after = shownTexts({ mail, language }, own.get(language) ?? {})
  const fields = fieldsOfMail(mail)
    .map(({ name }) => ({ name, before: before[name] ?? '', after: after[name] ?? '' }))
    .filter((field) => field.before !== field.after)
  return { language, at: version.at, fields }
}

/** What a form or an address asks to be shown, such as `sv.phone`. */
export function requestedView(text: string, own: Language): MailView {
  const [language = '', requested = ''] = text.split('.')
  return {
    language: isLanguage(language) ? language : own,
    width: mailWidths.find((width) => width === requested) ?? 'desk',
  }
}
