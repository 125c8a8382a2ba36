import { staffInvitationMail } from '../mail/accounts/staff-invitation.ts'
import {
  requestMail,
  heldMail,
  orderedMail,
  returnedMail,
  failureMail,
  webhookOffMail,
} from '../mail/operator/operator-mails.ts'
import { fact } from '../mail/template/email-template.ts'
import { testMail } from '../mail/test-mail.ts'
import type { SampleMail } from './order-samples.ts'

const requested =
  (kind: 'quote' | 'request'): SampleMail =>
  (texts, { number, units, name, email, time: when, message: typed }) =>
    requestMail(texts, kind, {
      number,
      units,
      who: [name, email],
      about: kind === 'request' ? fact(texts.t('orders:request.device'), 'ThinkPad T480') : [],
      when,
      typed,
      command: `npm run shop -- ${kind} show ${number}`,
    })

const returned =
  (kind: 'return' | 'withdrawal', isSettled: boolean): SampleMail =>
  (texts, { number, other: order, fewer: units, time: when, message: typed }) =>
    returnedMail(texts, {
      kind,
      number,
      order,
      units,
      reasons: kind === 'return' ? [texts.t('orders:return_reason.changed_mind')] : [],
      when,
      typed,
      isSettled,
    })

const failure =
  (kind: 'source' | 'backup', isFailing: boolean): SampleMail =>
  (texts, { time: when }) =>
    failureMail(texts, { kind, name: 'parts', isFailing, why: 'ECONNREFUSED', when })

/** Samples of the mails to the shop itself. */
export const operatorSamples = {
  operator: [
    (texts, { number, name, email, time: when, goods, facts }) =>
      orderedMail(texts, { number, isHeld: true, goods, who: [name, email], when, facts }),
    (texts, { number, organization, name, email, time: when }) =>
      heldMail(texts, { number, who: [organization, name, email], when }),
    requested('quote'),
    requested('request'),
    returned('return', false),
    returned('withdrawal', true),
    failure('source', true),
    failure('source', false),
    failure('backup', true),
    failure('backup', false),
    (texts, { time: when }) => webhookOffMail(texts, { name: 'Lager', endpointId: 'ENDPOINT', when }),
  ],
  staff_invitation: [
    (texts, { name: by, link }) => staffInvitationMail(texts, { by, isKnown: false, link }),
    (texts, { name: by, link }) => staffInvitationMail(texts, { by, isKnown: true, link }),
  ],
  test: [(texts, { name }) => testMail(texts, name)],
} as const satisfies Record<string, readonly SampleMail[]>
