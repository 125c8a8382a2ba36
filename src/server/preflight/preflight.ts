import { dayMs } from '../../domain/durations.ts'
import { vatRateAt } from '../../domain/money/vat.ts'
import { homeRules } from '../../domain/places/home.ts'
import { languages } from '../../domain/places/locales.ts'
import { dayOf } from '../../domain/places/working-days.ts'
import { isAccountMissing } from '../../domain/settings/bookkeeping.ts'
import { methodsWithoutZone } from '../../domain/settings/delivery-faults.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { href } from '../../routes.ts'
import { feedTroubles } from '../catalog/product-feeds/feed-states.ts'
import { vatRows } from '../catalog/rate-queries.ts'
import { sourceTroubles } from '../catalog/sources/source-states.ts'
import { hiddenFooterLinks } from '../content/footer.ts'
import { emptyPlaceholders } from '../content/placeholders.ts'
import { brokenLinks } from '../content/records/links.ts'
import type { PasswordHasher } from '../identity/login/password-hasher.ts'
import { BootError } from '../platform/boot-error.ts'
import type { DatabaseKind } from '../platform/db/connect.ts'
import type { Database, Queryable } from '../platform/db/tables.ts'
import type { Env } from '../platform/env.ts'
import type { ShopSettings } from '../platform/settings/shop-settings.ts'
import { ratesAt } from '../pricing/exchange-rates/change-rates.ts'
import { checksOf, type Check, type Facts } from './checks.ts'
import { demoPassword } from './demo-identity.ts'
import { contentOfDemoCompany, demoAccounts, openTexts, publishedSlugs, textsWithPlaceholders } from './queries.ts'

/** The parts of the shop that the checks need. */
export type Inspected = {
  env: Env
  db: Database
  kind: DatabaseKind
  now: () => Date
  passwords: Pick<PasswordHasher, 'matches'>
  settings: ShopSettings
}

/** Runs every check of settings and database, and writes nothing. */
export async function preflight(shop: Inspected): Promise<Check[]> {
  return checksOf(shop.env, await readFacts(shop))
}

/** Finds the oldest exchange rate of the currencies that shoppers may choose. */
export async function oldestRate(
  db: Queryable,
  settings: Pick<ShopSettings, 'all'>,
  now: Date,
): Promise<Facts['rates']> {
  const { sales, rates } = settings.all
  const offered = (await ratesAt(db, now)).filter(({ currency }) => sales.currencies.includes(currency))
  const [oldest] = offered.toSorted((one, other) => (one.since < other.since ? -1 : 1))
  const days = oldest ? Math.floor((now.getTime() - Date.parse(oldest.since)) / dayMs) : 0
  return { currency: oldest?.currency ?? '', days: Math.max(0, days), mostDays: rates.warnAfterDays }
}

async function vatFacts(db: Database, { home, bookkeeping }: Pick<Settings, 'home' | 'bookkeeping'>, now: Date) {
  const rows = await vatRows(db, [home.country])
  const day = dayOf(now, home)
  const rateOf = (vatClass: string) => vatRateAt(rows, home.country, vatClass, day)
  // Rates that count today, or will.
  const used = rows.filter((row) => row.valid_from > day || row.rate === rateOf(row.vat_class))
  const missing = used.map(({ rate }) => rate).filter((rate) => isAccountMissing(rate, bookkeeping))
  return {
    home: { ...home, inPrices: homeRules(home).vatInPrices, today: rateOf('standard') },
    withoutAccount: [...new Set(missing)].sort((a, b) => b - a),
  }
}

async function readFacts(shop: Inspected): Promise<Facts> {
  const { env, db, passwords, settings } = shop
  const accounts = await demoAccounts(db)
  const published: string[] = []
  for (const { email, password_hash: hash } of env.isLoopback || env.isProduction ? [] : accounts) {
    if (hash !== null && (await passwords.matches(demoPassword, hash))) published.push(email)
  }
  return {
    demoAccounts: accounts.map(({ email }) => email),
    published,
    demoContent: env.isProduction ? await contentOfDemoCompany(db) : [],
    seller: { en: settings.seller('en'), sv: settings.seller('sv') },
    operator: settings.all.mail.operatorAddress,
    ...(await vatFacts(db, settings.all, new Date())),
    rates: await oldestRate(db, settings, new Date()),
    withoutZone: methodsWithoutZone(settings.all.delivery),
    sources: await sourceTroubles(db, settings.all, new Date()),
    feeds: await feedTroubles(db, settings.all, new Date()),
    links: await deadLinks(shop),
    texts: {
      open: await openTexts(db),
      missing: await missingPages({ db, settings }),
      unfilled: await unfilledTexts({ db, settings }),
    },
  }
}

/** Lists links that lead to nothing, such as "“Guider” (/sv/reparationsguide) of the page about (sv)". */
async function deadLinks(shop: Inspected): Promise<string[]> {
  const { db, settings, now } = shop
  const ofTexts = (await brokenLinks(shop)).map(
    ({ from, text, path }) => `“${text || 'picture'}” (${path}) of the ${from.kind} ${from.id} (${from.language})`,
  )
  const ofFooter = await hiddenFooterLinks({ db, settings: settings.all, at: now().toISOString() })
  return [
    ...ofTexts,
    ...ofFooter.map(({ language, text, target }) => `“${text}” (${target}) of footer.columns (${language})`),
  ]
}

/** Lists published texts whose placeholders have no value, with these, such as "page terms (sv): company.phone". */
async function unfilledTexts({ db, settings }: Pick<Inspected, 'db' | 'settings'>): Promise<string[]> {
  return (await textsWithPlaceholders(db)).flatMap(({ name, language, text }) => {
    const empty = emptyPlaceholders(text, settings.all, language)
    return empty.length > 0 ? [`${name}: ${empty.join(', ')}`] : []
  })
}

/** Lists the pages that every page links to and that nobody has published, as paths. */
export async function missingPages({ db, settings }: Pick<Inspected, 'db' | 'settings'>): Promise<string[]> {
  const missing: string[] = []
  for (const language of languages) {
    const { termsURL, privacyURL, contactURL } = settings.all.locales[language]
    const slugs = [termsURL, privacyURL, contactURL]
    const published = await publishedSlugs(db, language, slugs)
    const others = slugs.filter((slug) => !published.includes(slug))
    missing.push(...others.map((slug) => href(language, 'page', { slug })))
  }
  return missing
}

/** Throws BootError with a sentence for each check that refuses; returns the warnings to be logged. */
export async function refuseUnfit(shop: Inspected): Promise<Check[]> {
  const checks = await preflight(shop)
  const refused = checks.filter(({ verdict }) => verdict === 'refuses')
  if (refused.length > 0) {
    const lines = refused.map(({ name, text }) => `  ${name}: ${text}`)
    throw new BootError(
      [
        'The shop does not start, because this is production or can be reached by others:',
        ...lines,
        '"npm run shop -- doctor" says more.',
      ].join('\n'),
    )
  }
  return checks.filter(({ verdict }) => verdict === 'warning')
}
