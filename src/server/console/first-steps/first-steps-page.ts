import { isDeepStrictEqual } from 'node:util'
import { consolePath } from '../../../console-routes.ts'
import { firstSteps, type FirstStep, type FirstStepsPage } from '../../../contracts/console/first-steps.ts'
import type { TodayPage } from '../../../contracts/console/today.ts'
import { brandSettings } from '../../../domain/settings/brand.ts'
import type { SettingsGroup } from '../../../domain/settings/settings.ts'
import { passkeysOf } from '../../identity/staff/factor-queries.ts'
import type { Shop } from '../../ordering/shop.ts'
import { offeredProviders } from '../../payments/providers.ts'
import { settingsRows } from '../../platform/settings/settings-queries.ts'
import { missingPages, oldestRate } from '../../preflight/preflight.ts'
import { openTexts } from '../../preflight/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { hasOrders, hasProducts } from './first-steps-queries.ts'

/** Takes no money, so it is no way to be paid. */
const testProvider = 'sandbox'

/** What a new shop needs before it can sell, with what is done of it. */
export const firstStepsScreen = consoleScreen<FirstStepsPage>({
  screen: 'first-steps',
  permission: 'settings.view',
  load: firstStepsOf,
})

/** How many steps are done and which is next, while no order was placed; null afterwards. */
export async function stepsBeforeFirstOrder(context: ConsoleContext): Promise<TodayPage['firstSteps']> {
  if (await hasOrders(context.shop.db)) return null
  const { steps, done } = await firstStepsOf(context)
  return { done, all: firstSteps.length, next: steps.find(({ isDone }) => !isDone)?.name ?? null }
}

async function firstStepsOf(context: ConsoleContext): Promise<FirstStepsPage> {
  const { shop } = context
  const saved = new Set((await settingsRows(shop.db)).map(({ name }) => name))
  const missing = await missingPages(shop)
  const rate = await oldestRate(shop.db, shop.settings, shop.now())
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    company: saved.has('company') && shop.settings.all.company.organizationNumber !== '',
    looks: hasLooks(shop),
    sales: saved.has('sales'),
    rates: rate.days <= rate.mostDays,
    delivery: saved.has('delivery'),
    payment: isPaid(shop),
    texts: missing.length === 0 && (await openTexts(shop.db)).length === 0,
    goods: await hasProducts(shop.db),
    staff: await hasSecondFactor(context),
    mail: shop.env.SMTP_URL !== undefined && (shop.env.OPERATOR_EMAIL ?? shop.settings.all.mail.operatorAddress) !== '',
    backups: shop.env.BACKUP_FOLDER !== undefined,
    order: await hasOrders(shop.db),
  }
  const steps = firstSteps.map((name) => ({
    name,
    isDone: isDone[name],
    address: addresses[name](shop),
    details: name === 'texts' ? missing : [],
  }))
  return { steps, done: steps.filter((step) => step.isDone).length }
}

const group = (name: SettingsGroup) => () => consolePath('setting', { group: name })
const addresses: Readonly<Record<FirstStep, (shop: Shop) => string | null>> = {
  company: group('company'),
  looks: group('brand'),
  sales: group('sales'),
  rates: () => consolePath('rates'),
  delivery: group('delivery'),
  payment: group('payment'),
  texts: () => consolePath('content'),
  goods: () => consolePath('import-new'),
  staff: () => consolePath('account'),
  mail: group('mail'),
  backups: () => consolePath('system'),
  order: ({ env }) => env.ORIGIN,
}

/** The looks that a shop has as long as nobody has chosen any; `init` sets its names alone. */
const usualLooks = brandSettings.parse({})

function hasLooks({ settings }: Shop): boolean {
  const { logo, colours, font, radius } = settings.all.brand
  const { logo: noLogo, colours: usual, font: usualFont, radius: usualRadius } = usualLooks
  return !isDeepStrictEqual([logo, colours, font, radius], [noLogo, usual, usualFont, usualRadius])
}

function isPaid(shop: Shop): boolean {
  const { country } = shop.settings.all.home
  return offeredProviders(shop, 'en', { country }).some((name) => name !== testProvider)
}

async function hasSecondFactor({ shop, session: { staff } }: ConsoleContext): Promise<boolean> {
  return staff.totp_secret !== null || (await passkeysOf(shop.db, staff.id)).length > 0
}
