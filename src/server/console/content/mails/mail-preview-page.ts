import { mailForm, type MailInput } from '../../../../contracts/console/mails.ts'
import { drawSample, sampleMail, textsInstead } from '../../../notifications/mail-samples/sample-mail.ts'
import type { OwnTexts } from '../../../notifications/mail/texts/mail-texts.ts'
import { storedMail } from '../../../notifications/mail/texts/save-mail-texts.ts'
import { appendAudit } from '../../../platform/audit/audit.ts'
import { addedToOutbox } from '../../../platform/outbox/queries.ts'
import type { ConsoleContext } from '../../frame/console-context.ts'
import { ConsoleError } from '../../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../../frame/console-screen.ts'
import { requestedMail } from './mail-actions.ts'
import { requestedView } from './mail-page.ts'
import { typedTexts } from './mail-typed.ts'
import { mailTitle } from './mails-page.ts'

/** One sample in so many milliseconds for each person. */
const sampleMs = 10_000

/**
 * A mail with sample data, as an answer for the frame beside its texts: as it is stored, or of a form as it is typed.
 * Nothing of it is saved, and a sample goes to the person alone.
 */
export const contentMailPreviewScreen = consoleScreen<never>({
  screen: 'content-mail-preview',
  permission: 'content.view',
  load: async (context) => {
    const { searchParams } = context.request.url
    const requested = { view: searchParams.get('view') ?? '', case: searchParams.get('case') ?? '' }
    return (await preview(context, requested)) ?? undefined
  },
  actions: {
    show: consoleAction({
      permission: 'content.view',
      form: mailForm,
      run: async (context, input) => requireResponse(await preview(context, input, input)),
    }),
    test: consoleAction({ permission: 'content.change', form: mailForm, run: sendSample }),
  },
})

type RequestedView = Pick<MailInput, 'view' | 'case'>

/** The asked case of the mail, with what is typed in place of what is stored. */
async function preview(
  context: ConsoleContext,
  requested: RequestedView,
  typed?: MailInput,
): Promise<Response | undefined> {
  const { shop, session } = context
  const mail = requestedMail(context)
  if (!mail) return undefined
  const { language, width } = requestedView(requested.view, session.staff.language)
  const own = typed ? typedTexts(typed, mail, language) : (await storedMail(shop.db, { mail, language })).own
  const texts = await textsInstead(shop, language, mail, own)
  const drawn = await drawSample(shop, sampleMail(shop, { mail, at: caseOf(requested) }, texts))
  return width === 'text' ? framed(plainPage(drawn.text)) : framed(drawn.html)
}

function caseOf({ case: text }: RequestedView): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : 0
}

function requireResponse(response: Response | undefined): Response {
  if (!response) throw new ConsoleError('unknown')
  return response
}

/** Sends the mail as it is typed to the person who types it; one that is not sent again is not logged again. */
async function sendSample(context: ConsoleContext, input: MailInput): Promise<Response> {
  const { shop, session, request } = context
  const mail = requestedMail(context)
  if (!mail) throw new ConsoleError('unknown')
  const { id, email: to, language: own } = session.staff
  const { language } = requestedView(input.view, own)
  const texts: OwnTexts = typedTexts(input, mail, language)
  const action = {
    operation: 'mails.test',
    subject: { kind: 'mail', id: mail, label: mailTitle(context, mail) },
    note: to,
  }
  const now = shop.now()
  const dedupeKey = `sample:${id}:${Math.floor(now.getTime() / sampleMs)}`
  const payload = { to, language, mail, at: caseOf(input), texts }
  await shop.db.transaction().execute(async (trx) => {
    if (await addedToOutbox(trx, { kind: 'mail.sample', dedupeKey, payload }, now))
      await appendAudit(trx, session.actor, action, now)
  })
  return framed(plainPage(request.locals.t('console-mails:test_sent', { to })))
}

/** A page that shows text as it is. */
function plainPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const style = 'margin:16px;font:14px/20px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere'
  return (
    '<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">' +
    `<title>–</title></head><body><pre style="${style}">${escaped}</pre></body></html>`
  )
}

/** An answer that the console alone can show in a frame, and that runs, loads and sends nothing. */
function framed(html: string): Response {
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'; " +
        'sandbox allow-same-origin',
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}
