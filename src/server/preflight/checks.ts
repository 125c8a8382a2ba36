import { vatPercent, type VatRate } from '../../domain/money/vat.ts'
import type { Home } from '../../domain/places/home.ts'
import { languages, type Language } from '../../domain/places/locales.ts'
import type { Seller } from '../../domain/places/seller.ts'
import type { Env } from '../platform/env.ts'
import { demoDomain, demoOrganizationNumber } from './demo-identity.ts'

/** `refuses`: the shop does not start. */
export type Verdict = 'ok' | 'warning' | 'refuses'
export type Check = { name: string; verdict: Verdict; text: string }

/** What the checks need to know about the database and the company. */
export type Facts = {
  demoAccounts: readonly string[]
  /** Demo accounts whose password is the published one; not checked on a loopback address. */
  published: readonly string[]
  /** Published content that names the demo's company. */
  demoContent: readonly string[]
  seller: Readonly<Record<Language, Seller>>
  /** The address of mails to the operator, empty for none. */
  operator: string
  /** The home country, its currency, the VAT that prices include and that of today, both in basis points. */
  home: Home & { inPrices: VatRate; today: VatRate }
  /** Rates of VAT at home that the books have no accounts for. */
  withoutAccount: readonly VatRate[]
  /** The oldest exchange rate of the offered currencies, '' for none; its age, and from which age on it is too old. */
  rates: { currency: string; days: number; mostDays: number }
  /** Delivery methods that are on, but in no zone. */
  withoutZone: readonly string[]
  /** Feeds that fail or have not run for long, each with what is wrong. */
  sources: readonly string[]
  /** What is wrong with the files for comparison sites. */
  feeds: readonly string[]
  /** Links of published texts and of the footer that lead to nothing, or to screens that are switched off. */
  links: readonly string[]
  /** Published texts with open points, and paths of pages that must be published. */
  texts: { open: readonly string[]; missing: readonly string[]; unfilled: readonly string[] }
}

/** Checks settings and database for whether the shop is safe for the people who can reach it. */
export function checksOf(env: Env, facts: Facts): Check[] {
  return [
    ...settingsChecks(env),
    operatorCheck(env, facts),
    homeCheck(facts),
    ratesCheck(env, facts),
    accountsCheck(facts),
    deliveryCheck(facts),
    sourcesCheck(facts),
    feedsCheck(facts),
    demoAccountsCheck(env, facts),
    companyCheck(env, facts),
    textsCheck(env, facts),
    linksCheck(env, facts),
  ]
}

/** Checks that need the settings only. */
export function settingsChecks(env: Env): Check[] {
  return [
    mode(env),
    origin(env),
    sandboxCheck(env),
    cardsCheck(env),
    vatCheck(env),
    mailCheck(env),
    proxyCheck(env),
    cdnCheck(env),
  ]
}

function ok(name: string, text: string): Check {
  return { name, verdict: 'ok', text }
}

function warning(name: string, text: string): Check {
  return { name, verdict: 'warning', text }
}

/** Returns a check that refuses in production, unless its variable allows it; elsewhere it is reported as harmless. */
function unfit(env: Env, name: string, variable: keyof Env, text: string): Check {
  if (!env.isProduction) return ok(name, `${text} Fine outside production.`)
  if (env[variable] === true) return warning(name, `${text} Allowed by ${variable}=1.`)
  return { name, verdict: 'refuses', text: `${text} Change it, or set ${variable}=1 if this is what you want.` }
}

function mode(env: Env): Check {
  if (env.isProduction)
    return ok(
      'mode',
      env.NODE_ENV === 'production'
        ? 'Production, because NODE_ENV is production.'
        : 'Production, because ORIGIN is https.',
    )
  if (env.isLoopback) return ok('mode', 'Not production; nobody but this machine reaches it.')
  return warning(
    'mode',
    `Not production, though ${env.HOST} (HOST) or ${env.ORIGIN} (ORIGIN) can be reached from elsewhere. Shoppers ` +
      'need an https ORIGIN.',
  )
}

function origin(env: Env): Check {
  if (env.ORIGIN.startsWith('https:')) return ok('origin', env.ORIGIN)
  return unfit(
    env,
    'origin',
    'ALLOW_HTTP_ORIGIN',
    `ORIGIN is ${env.ORIGIN}: over http, passwords and cookies can be read on the way.`,
  )
}

function demoAccountsCheck(env: Env, { demoAccounts, published }: Facts): Check {
  const name = 'demo-accounts'
  if (demoAccounts.length === 0) return ok(name, 'There are no accounts of the demo.')
  if (env.isProduction)
    return unfit(
      env,
      name,
      'ALLOW_DEMO_ACCOUNTS',
      `The demo's accounts are in the database (${demoAccounts.join(', ')}).`,
    )
  if (published.length === 0)
    return ok(
      name,
      `The demo's accounts (${demoAccounts.join(', ')}) are ` +
        `${env.isLoopback ? 'reached from this machine alone' : 'there with passwords of their own'}.`,
    )
  const text = `The shop can be reached from elsewhere, and everybody knows the password of ${published.join(', ')}.`
  if (env.ALLOW_DEMO_ACCOUNTS) return warning(name, `${text} Allowed by ALLOW_DEMO_ACCOUNTS=1.`)
  return { name, verdict: 'refuses', text: `${text} Change it, or set ALLOW_DEMO_ACCOUNTS=1 if this is what you want.` }
}

function companyCheck(env: Env, { demoContent, seller }: Facts): Check {
  const isDemo = languages.some(
    (each) =>
      seller[each].organizationNumber === demoOrganizationNumber || seller[each].email.endsWith(`@${demoDomain}`),
  )
  const inSettings = isDemo ? ['the company of the settings'] : []
  const named = [...inSettings, ...demoContent.map((each) => `the ${each}`)]
  if (seller.en.organizationNumber === '')
    return unfit(
      env,
      'demo-company',
      'ALLOW_DEMO_COMPANY',
      'Nobody has set which company runs the shop: npm run shop -- settings list company.',
    )
  if (named.length === 0)
    return ok('demo-company', `The shop sells as ${seller.en.name}, ${seller.en.organizationNumber}.`)
  return unfit(
    env,
    'demo-company',
    'ALLOW_DEMO_COMPANY',
    `Shoppers would buy from the demo's company, which does not exist: it is ${named.join(', ')}.`,
  )
}

function textsCheck(env: Env, { texts: { open, missing, unfilled } }: Facts): Check {
  const sentences = [
    ...(missing.length > 0 ? [`These pages are not published: ${missing.join(', ')}.`] : []),
    ...(open.length > 0 ? [`These texts have open points marked […]: ${open.join(', ')}.`] : []),
    ...(unfilled.length > 0 ? [`Placeholders of these texts have no value: ${unfilled.join('; ')}.`] : []),
  ]
  if (sentences.length === 0) return ok('texts', 'Terms, privacy and contact are published; no text has open points.')
  const text = `${sentences.join(' ')} "npm run shop -- content" publishes and changes them.`
  // Shoppers read what a published text leaves open, wherever the shop runs.
  return env.isProduction || open.length > 0 ? warning('texts', text) : ok('texts', text)
}

/** Links that a check names one by one. */
const maxLinks = 10

function linksCheck(env: Env, { links }: Facts): Check {
  if (links.length === 0) return ok('links', 'Every link of the texts and of the footer leads to something.')
  const named = `${links.slice(0, maxLinks).join('; ')}${links.length > maxLinks ? ' …' : ''}`
  const text = `These links lead to nothing, or to what is switched off (${links.length}): ${named}.`
  return env.isProduction ? warning('links', text) : ok('links', text)
}

function sandboxCheck(env: Env): Check {
  if (!env.SANDBOX_PAYMENTS) return ok('sandbox-payments', 'The sandbox is off: nothing is paid without money.')
  return unfit(
    env,
    'sandbox-payments',
    'ALLOW_SANDBOX_PAYMENTS',
    'SANDBOX_PAYMENTS is on: orders are paid without money.',
  )
}

function cardsCheck(env: Env): Check {
  if (env.STRIPE_SECRET_KEY === undefined) {
    const text = 'STRIPE_SECRET_KEY is not set: no card can be charged.'
    return env.isProduction ? warning('cards', text) : ok('cards', text)
  }
  const isTest = /^(sk|rk)_test_/.test(env.STRIPE_SECRET_KEY)
  return isTest && env.isProduction
    ? warning('cards', 'STRIPE_SECRET_KEY is a test key: no money moves.')
    : ok('cards', 'Stripe takes card payments.')
}

function vatCheck(env: Env): Check {
  if (env.VAT_CHECK === 'vies') return ok('vat-check', 'VIES confirms VAT numbers.')
  return unfit(
    env,
    'vat-check',
    'ALLOW_SYNTAX_VAT_CHECK',
    'VAT_CHECK is syntax: any number that could be one buys without VAT, which you then owe.',
  )
}

function mailCheck(env: Env): Check {
  if (env.SMTP_URL !== undefined) return ok('mail', 'Mail is sent through SMTP_URL.')
  return unfit(
    env,
    'mail',
    'ALLOW_MAIL_FILES',
    'SMTP_URL is not set: mails become files in SHOP_DATA/mail and nobody gets them.',
  )
}

function homeCheck({ home: { country, currency, inPrices, today } }: Facts): Check {
  const text = `The shop is at home in ${country}: prices are kept in ${currency}, with ${vatPercent(inPrices)} % VAT.`
  if (today === inPrices) return ok('home', text)
  return ok('home', `${text} The rate is ${vatPercent(today)} % now: prices keep what they cost without VAT.`)
}

function accountsCheck({ withoutAccount: rates }: Facts): Check {
  if (rates.length === 0) return ok('accounts', 'The books have accounts for each rate of VAT at home.')
  const text = `Sales at ${rates.map(vatPercent).join(', ')} % VAT have no accounts of their own in the books`
  return warning('accounts', `${text}: npm run shop -- settings set bookkeeping.rates.`)
}

function deliveryCheck({ withoutZone: methods }: Facts): Check {
  if (methods.length === 0) return ok('delivery', 'Each delivery method that is on has a zone.')
  return warning('delivery', `Nobody can choose these delivery methods, which have no zone: ${methods.join(', ')}.`)
}

function ratesCheck(env: Env, { rates: { currency, days, mostDays } }: Facts): Check {
  if (currency === '') return ok('rates', 'No other currency is offered.')
  const text = `The oldest exchange rate, of ${currency}, is ${days} days old`
  if (days <= mostDays) return ok('rates', `${text}.`)
  const advice = `${text}: npm run shop -- rates update, or rates set ${currency}; rates.source ecb does it daily.`
  return env.isProduction ? warning('rates', advice) : ok('rates', advice)
}

function sourcesCheck({ sources }: Facts): Check {
  if (sources.length === 0) return ok('sources', 'No feed fails or is overdue.')
  return warning('sources', `${sources.join('; ')}: npm run shop -- sources history.`)
}

function feedsCheck({ feeds }: Facts): Check {
  if (feeds.length === 0) return ok('feeds', 'No product feed fails, is overdue or is empty.')
  return warning('feeds', `Product feeds: ${feeds.join('; ')}. npm run shop -- feeds list.`)
}

function operatorCheck(env: Env, { operator }: Facts): Check {
  if (env.OPERATOR_EMAIL !== undefined)
    return ok('operator', 'OPERATOR_EMAIL is told of orders, quotes, returns and withdrawals.')
  if (operator !== '') return ok('operator', `${operator} is told of orders, quotes, returns and withdrawals.`)
  const text = 'mail.operatorAddress is not set: nobody is told of orders, quotes, returns and withdrawals.'
  return env.isProduction ? warning('operator', text) : ok('operator', text)
}

function proxyCheck(env: Env): Check {
  const text = `TRUST_PROXY_HOPS is ${env.TRUST_PROXY_HOPS}: `
  if (env.TRUST_PROXY_HOPS > 0)
    return ok('proxy', `${text}address ${env.TRUST_PROXY_HOPS} from the end of X-Forwarded-For is the shopper's.`)
  const own = `${text}the address that connects counts as the shopper's.`
  if (!env.isProduction) return ok('proxy', own)
  return warning(
    'proxy',
    `${own} Behind a proxy all shoppers would share one address and one rate limit: set it to the number of your ` +
      'proxies.',
  )
}

function cdnCheck(env: Env): Check {
  return ok(
    'cdn',
    env.CDN
      ? 'CDN is 1: pages leave with CDN-Cache-Control and Cache-Tag for the cache in front.'
      : 'CDN is 0: pages are cached inside the shop alone.',
  )
}
