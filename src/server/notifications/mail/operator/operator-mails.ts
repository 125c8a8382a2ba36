import type { UnitsView } from '../../../../contracts/customer-pages/order-page.ts'
import type { TextKey } from '../../../../i18n/translator.ts'
import { fact, text, type Block, type Fact, type MailContent } from '../template/email-template.ts'
import type { MailTexts } from '../texts/mail-texts.ts'

/** Who did something and when, as rows; '' for what is not known. */
type Notice = { number: string; who: readonly string[]; when: string }

/** A quote or a request for parts; `about` are facts besides, `typed` what the customer wrote. */
type RequestNotice = Notice & { units: readonly UnitsView[]; about?: readonly Fact[]; typed: string; command: string }

export function requestMail(texts: MailTexts, kind: 'quote' | 'request', request: RequestNotice): MailContent {
  const { t, head } = texts
  const { number, who, when, units, about = [], typed, command } = request
  return {
    ...head(kind === 'quote' ? 'mail:operator.quote' : 'mail:operator.request', { number }),
    blocks: [
      { kind: 'units', units },
      { kind: 'facts', facts: [...fact(t('mail:operator.who'), ...who), ...about, ...whenFact(texts, when)] },
      ...typedBlocks(typed),
      text(t('mail:operator.answer_quote')),
      text(command),
    ],
  }
}

type Returned = {
  kind: 'return' | 'withdrawal'
  number: string
  order: string
  units: readonly UnitsView[]
  reasons: readonly string[]
  when: string
  typed: string
  isSettled: boolean
}

export function returnedMail(texts: MailTexts, returned: Returned): MailContent {
  const { t, head } = texts
  const { kind, number, order, units, reasons, when, typed, isSettled } = returned
  return {
    ...head(kind === 'withdrawal' ? 'mail:operator.withdrawal' : 'mail:operator.return', { number, order }),
    blocks: [
      { kind: 'units', units },
      { kind: 'facts', facts: [...fact(t('mail:operator.why'), ...reasons), ...whenFact(texts, when)] },
      ...typedBlocks(typed),
      text(t(isSettled ? 'mail:operator.settled' : 'mail:operator.receive')),
      text(isSettled ? `npm run shop -- order show ${order}` : `npm run shop -- order return receive ${number}`),
    ],
  }
}

export function heldMail(texts: MailTexts, { number, who, when }: Notice): MailContent {
  const { t, head } = texts
  return {
    ...head('mail:operator.hold', { number }),
    blocks: [
      text(t('mail:operator.hold_why')),
      { kind: 'facts', facts: [...fact(t('mail:operator.who'), ...who), ...whenFact(texts, when)] },
      text(`npm run shop -- order release ${number} --by NAME`),
      text(`npm run shop -- order cancel ${number}`),
    ],
  }
}

type Ordered = Notice & { isHeld: boolean; goods: Block; facts: readonly Fact[] }

export function orderedMail(texts: MailTexts, { number, who, when, isHeld, goods, facts }: Ordered): MailContent {
  const { t, head } = texts
  return {
    ...head('mail:operator.order', { number }),
    blocks: [
      ...(isHeld ? [text(t('mail:operator.order_held'))] : []),
      goods,
      { kind: 'facts', facts: [...fact(t('mail:operator.who'), ...who), ...whenFact(texts, when), ...facts] },
      text(t('mail:operator.order_next')),
      text(`npm run shop -- order show ${number}`),
    ],
  }
}

const failureSubjects = {
  source: ['mail:operator.source_works', 'mail:operator.source_fails'],
  backup: ['mail:operator.backup_works', 'mail:operator.backup_fails'],
} as const satisfies Record<string, readonly [TextKey, TextKey]>

/** `name` is that of the feed, `why` what failed. */
type FailureNotice = { kind: keyof typeof failureSubjects; name: string; isFailing: boolean; why: string; when: string }

/** A feed or the backups fail, or work again. */
export function failureMail(texts: MailTexts, { kind, name, isFailing, why, when }: FailureNotice): MailContent {
  const { t, head } = texts
  return {
    ...head(failureSubjects[kind][isFailing ? 1 : 0], { name }),
    blocks: [
      {
        kind: 'facts',
        facts: [...fact(t('mail:operator.why'), isFailing ? why : ''), ...whenFact(texts, when)],
      },
      text(kind === 'source' ? `npm run shop -- sources history ${name}` : 'npm run shop -- backup list'),
    ],
  }
}

export function webhookOffMail(
  texts: MailTexts,
  { name, endpointId, when }: { name: string; endpointId: string; when: string },
): MailContent {
  const { t, head } = texts
  return {
    ...head('mail:operator.webhook_off', { name }),
    blocks: [
      text(t('mail:operator.webhook_why')),
      { kind: 'facts', facts: whenFact(texts, when) },
      text(`npm run shop -- webhooks deliveries ${endpointId}`),
      text(`npm run shop -- webhooks resume ${endpointId}`),
    ],
  }
}

function whenFact({ t }: MailTexts, when: string): Fact[] {
  return fact(t('mail:operator.when'), when)
}

function typedBlocks(typed: string): Block[] {
  return typed === '' ? [] : [{ kind: 'typed', text: typed }]
}
