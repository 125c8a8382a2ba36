import type * as z from 'zod/mini'
import type { MailInput, resetMailForm, restoreMailForm } from '../../../../contracts/console/mails.ts'
import { isLanguage, languages, type Language } from '../../../../domain/places/locales.ts'
import { mergeValues } from '../../../content/records/save-values.ts'
import { isMailName, type MailName } from '../../../notifications/mail/texts/mail-fields.ts'
import { mailTextsVersion } from '../../../notifications/mail/texts/mail-text-queries.ts'
import type { OwnTexts } from '../../../notifications/mail/texts/mail-texts.ts'
import { saveMailTexts, shownTexts, storedMail } from '../../../notifications/mail/texts/save-mail-texts.ts'
import { audited } from '../../../platform/audit/audit.ts'
import { mailTextsJson } from '../../../platform/db/json-columns.ts'
import type { DatabaseTransaction, Queryable } from '../../../platform/db/tables.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { isUniqueViolation } from '../../frame/is-unique-violation.ts'
import { recordChanged } from '../../frame/record-changed.ts'
import { checkedTexts, typedSide } from './mail-typed.ts'

/** The mail of the address; undefined for one that does not exist. */
export function requestedMail({ request }: Pick<ConsoleContext, 'request'>): MailName | undefined {
  const name = request.params['name'] ?? ''
  return isMailName(name) ? name : undefined
}

/** Saves what somebody changed of a mail, in both languages or in none. */
export async function saveMail(context: ConsoleContext, input: MailInput): Promise<void> {
  await onMail(context, 'mails.save', async (trx, mail) => {
    let isChanged = false
    for (const language of languages) {
      const stored = await storedMail(trx, { mail, language })
      const { own } = stored
      const { changes, conflicts } = mergeValues(shownTexts({ mail, language }, own), typedSide(input, mail, language))
      if (conflicts.length > 0) throw await changedMeanwhile(trx, mail)
      if (Object.keys(changes).length === 0) continue
      isChanged = true
      await saveMailTexts(trx, stored, { ...own, ...checkedTexts(mail, language, changes) }, madeBy(context, 'saved'))
    }
    if (!isChanged) throw new ConsoleError('nothing_changed')
  })
}

/** Makes an earlier version of a mail in a language the newest one. */
export async function restoreMail(context: ConsoleContext, input: z.output<typeof restoreMailForm>): Promise<void> {
  const language = requestedLanguage(input.language)
  const number = /^\d+$/.test(input.number) ? Number(input.number) : 0
  await onMail(context, 'mails.restore', async (trx, mail) => {
    const version = await mailTextsVersion(trx, { mail, language }, number)
    if (!version) throw new ConsoleError('unknown')
    await replaceTexts(trx, { mail, language }, mailTextsJson.read(version.texts), madeBy(context, 'restored'))
  })
}

/** Leaves a mail in a language to the shop's own texts. */
export async function resetMail(context: ConsoleContext, input: z.output<typeof resetMailForm>): Promise<void> {
  const language = requestedLanguage(input.language)
  await onMail(context, 'mails.reset', (trx, mail) =>
    replaceTexts(trx, { mail, language }, {}, madeBy(context, 'reset')),
  )
}

type Side = { mail: MailName; language: Language }
type Made = Parameters<typeof saveMailTexts>[3]

async function replaceTexts(trx: DatabaseTransaction, side: Side, texts: OwnTexts, made: Made): Promise<void> {
  const stored = await storedMail(trx, side)
  const { own } = stored
  const isSame =
    Object.keys(own).length === Object.keys(texts).length &&
    Object.entries(texts).every(([name, text]) => own[name] === text)
  if (isSame) throw new ConsoleError('nothing_changed')
  await saveMailTexts(trx, stored, texts, made)
}

function madeBy({ shop, session }: ConsoleContext, event: Made['event']): Made {
  return { by: session.actor.name, at: shop.now(), event }
}

function requestedLanguage(text: string): Language {
  if (!isLanguage(text)) throw new ConsoleError('unknown')
  return text
}

/** Carries out something with the mail of the address in one transaction, with its entry in the audit log. */
async function onMail(
  context: ConsoleContext,
  operation: string,
  work: (trx: DatabaseTransaction, mail: MailName) => Promise<void>,
): Promise<void> {
  const { shop, session } = context
  const mail = requestedMail(context)
  if (!mail) throw new ConsoleError('unknown')
  const action = {
    operation,
    subject: { kind: 'mail', id: mail, label: context.request.locals.t(`console-mails:name.${mail}`) },
    fields: (trx: Queryable) => loggedTexts(trx, mail),
  }
  try {
    await audited(shop, session.actor, action, ({ db }) => db.transaction().execute((trx) => work(trx, mail)))
  } catch (error) {
    throw isUniqueViolation(error) ? await changedMeanwhile(shop.db, mail) : error
  }
}

function changedMeanwhile(db: Queryable, mail: MailName): Promise<ConsoleError> {
  return recordChanged(db, { kind: 'mail', id: mail })
}

/** What staff have written of a mail, by language and name. */
async function loggedTexts(db: Queryable, mail: MailName): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const language of languages)
    for (const [name, text] of Object.entries((await storedMail(db, { mail, language })).own))
      fields[`${language}.${name}`] = text
  return fields
}
