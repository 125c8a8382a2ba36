import type { LoginPage } from '../../../contracts/customer-pages/login-page.ts'
import type { Translate } from '../../../i18n/translator.ts'

type LinkPage = Exclude<LoginPage, { kind: 'form' | 'sent' }>
/** `submit` is null where this browser may not use the link, or the link does nothing any more. */
type Question = { title: string; helps: string[]; submit: string | null }

/** What is asked before a mailed link is used. */
export function linkQuestion(page: LinkPage, t: Translate): Question {
  switch (page.kind) {
    case 'order':
      return {
        title: t('account:login.order_title', { number: page.number }),
        helps: [t('account:login.order_help')],
        submit: t('account:login.order_submit'),
      }
    case 'new_email':
      return newEmail(page, t)
    case 'stop_email':
      return {
        title: t('account:login.stop_title', page),
        helps: [t('account:login.stop_help', page)],
        submit: t('account:login.stop_submit'),
      }
    case 'over':
      return over(page, t)
    case 'link':
      return page.isNew ? newAccount(page, t) : signIn(page, t)
  }
}

function signIn({ email, isElsewhere }: Extract<LinkPage, { kind: 'link' }>, t: Translate): Question {
  const warning = isElsewhere ? [t('account:login.link_elsewhere', { email })] : []
  return {
    title: t('account:login.link', { email }),
    helps: [...warning, t('account:login.link_help')],
    submit: t('account:login.link_submit'),
  }
}

function newAccount({ email, isElsewhere }: Extract<LinkPage, { kind: 'link' }>, t: Translate): Question {
  const warning = isElsewhere ? [t('account:login.link_new_elsewhere')] : []
  return {
    title: t('account:login.link_new', { email }),
    helps: [...warning, t('account:login.link_help')],
    submit: t('account:login.link_new_submit'),
  }
}

function over({ email, number }: Extract<LinkPage, { kind: 'over' }>, t: Translate): Question {
  const who = email ? t('account:login.over_as', { email }) : t('account:login.over_order', { number })
  return { title: t('account:login.over_title'), helps: [t('account:login.over_help'), who], submit: null }
}

function newEmail({ from, to, isHere }: Extract<LinkPage, { kind: 'new_email' }>, t: Translate): Question {
  const title = t('account:login.email_title', { from, to })
  return isHere
    ? { title, helps: [t('account:login.email_help', { from })], submit: t('account:login.email_submit') }
    : { title, helps: [t('account:login.email_elsewhere', { from }), t('account:login.email_unknown')], submit: null }
}
