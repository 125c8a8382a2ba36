import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { ratesFetchForm, ratesFileForm, ratesForm, type RatesPage } from '../../../contracts/console/rates.ts'
import { undoForm } from '../../../contracts/console/staff.ts'
import { dayMs } from '../../../domain/durations.ts'
import { currencyCodes, type CurrencyCode } from '../../../domain/money/currencies.ts'
import { basePerUnit, foreignCurrencies, type BasePerUnit } from '../../../domain/money/exchange-rates.ts'
import { numberField } from '../../../i18n/typed-numbers.ts'
import { may } from '../../identity/staff/staff-session.ts'
import { audited } from '../../platform/audit/audit.ts'
import type { DatabaseTransaction, Queryable } from '../../platform/db/tables.ts'
import { changeRates, ratesAt } from '../../pricing/exchange-rates/change-rates.ts'
import { maxCharacters, readEcbFile } from '../../pricing/exchange-rates/ecb-file.ts'
import { fetchEcbRates } from '../../pricing/exchange-rates/fetch-ecb-rates.ts'
import { lockRates, newestRates } from '../../pricing/exchange-rates/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { fieldsWithout, undoableHistory, type Undoing } from '../staff/undo-record.ts'

const permission = 'prices.change'
const subject = { kind: 'rates', id: 'rates', label: 'rates' }
const shownHistory = 60
/** How far a rate may move, in percent, and how far where the person says that it is right. */
const limits = { usual: 10, large: 1_000 } as const

/** What other currencies cost in the shop's own. */
export const ratesScreen = consoleScreen<RatesPage>({
  screen: 'rates',
  permission: 'products.view',
  load: ratesContent,
  actions: {
    save: consoleAction({
      permission,
      form: ratesForm,
      run: async (context, input) => {
        const typed = typedRates(context, input['rate:'], input['was:'])
        if (typed.size === 0) throw new ConsoleError('nothing_changed')
        const rates = Object.fromEntries([...typed].map(([currency, { price }]) => [currency, price])) as BasePerUnit
        await store(context, { rates, large: input.large }, async (trx) => {
          await lockRates(trx)
          const now = await pricesNow(trx, context)
          for (const [currency, { was }] of typed)
            if (was !== numberField(now.get(currency) ?? '', context.session.staff.language))
              throw await recordChanged(trx, subject)
        })
      },
    }),
    file: consoleAction({
      permission,
      form: ratesFileForm,
      run: async (context, { file, large }) => {
        if (!file || file.size === 0) throw new ConsoleError('import_file_missing')
        // One byte more than is allowed is enough to see that it is too long.
        const text = await file.slice(0, maxCharacters + 1).text()
        await store(context, { rates: readEcbFile(text, context.shop.settings.all.home.currency).rates, large })
      },
    }),
    undo: consoleAction({
      permission,
      form: undoForm,
      run: (context, { entry }) => undoRates(context, entry),
    }),
    fetch: consoleAction({
      permission,
      form: ratesFetchForm,
      run: async (context, { large }) => {
        const { rates } = await fetchEcbRates(context.shop.env, context.shop.settings.all.home.currency)
        await store(context, { rates, large })
      },
    }),
  },
})

type Stored = { rates: BasePerUnit; large: string; operation?: 'rates.change' | 'rates.undo' }

async function store(
  { shop, session }: ConsoleContext,
  { rates, large, operation = 'rates.change' }: Stored,
  guard: (trx: DatabaseTransaction) => Promise<void> = async () => {},
): Promise<void> {
  const maxPercent = large === 'yes' ? limits.large : limits.usual
  const action = { operation, subject, guard, fields: (trx: DatabaseTransaction) => logOfRates(trx, shop.now()) }
  await audited(shop, session.actor, action, ({ db, now }) => changeRates(db, rates, { now: now(), maxPercent }))
}

/** What the audit log records of the rates. */
async function logOfRates(db: Queryable, at: Date): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries((await ratesAt(db, at)).map(({ currency, basePerUnit: price }) => [currency, price]))
}

/** How a change of rates is taken back: by new rates that count from now on. Orders keep those they were paid by. */
async function undoingOf({ shop }: ConsoleContext): Promise<Undoing> {
  const now = await logOfRates(shop.db, shop.now())
  return { subject, operations: ['rates.change', 'rates.undo'], now, permission }
}

/** Throws a refusal where somebody has changed a rate since, and for the first rate of a currency. */
async function undoRates(context: ConsoleContext, entry: string): Promise<void> {
  const undoing = await undoingOf(context)
  const former = await fieldsWithout(context, undoing, entry)
  const changed = Object.entries(former).filter(([currency, price]) => undoing.now[currency] !== price)
  const read = z.partialRecord(z.enum(currencyCodes), z.number().positive()).safeParse(Object.fromEntries(changed))
  if (!read.success) throw new ConsoleError('not_possible')
  await store(context, { rates: read.data, large: 'yes', operation: 'rates.undo' }, async (trx) => {
    await lockRates(trx)
    if (!isDeepStrictEqual(await logOfRates(trx, context.shop.now()), undoing.now))
      throw await recordChanged(trx, subject)
  })
}

/** The rates that the person has changed, with what stood in their fields before. */
function typedRates({ shop }: ConsoleContext, typed: ReadonlyMap<string, string>, was: ReadonlyMap<string, string>) {
  const changed = foreignCurrencies(shop.settings.all.home.currency).flatMap((currency) => {
    const text = typed.get(currency)?.trim().slice(0, 20) ?? ''
    const before = was.get(`rate:${currency}`) ?? ''
    return text === '' || text === before ? [] : [[currency, { price: parseRate(text), was: before }] as const]
  })
  return new Map<CurrencyCode, { price: number; was: string }>(changed)
}

function parseRate(text: string): number {
  if (!/^\d{1,6}(?:[.,]\d{1,8})?$/.test(text)) throw new ConsoleError('rate_invalid')
  return Number(text.replace(',', '.'))
}

async function pricesNow(trx: DatabaseTransaction, { shop }: ConsoleContext): Promise<Map<CurrencyCode, string>> {
  return new Map((await ratesAt(trx, shop.now())).map(({ currency, basePerUnit: price }) => [currency, String(price)]))
}

async function ratesContent(context: ConsoleContext): Promise<RatesPage> {
  const { shop, session } = context
  const { db, settings } = shop
  const { home, rates, sales } = settings.all
  const base = home.currency
  const now = shop.now()
  const known = new Map((await ratesAt(db, now)).map((rate) => [rate.currency, rate]))
  const history = await newestRates(db, { at: now, base, limit: shownHistory })
  return {
    base,
    source: rates.source,
    warnAfterDays: rates.warnAfterDays,
    maxUsualPercent: limits.usual,
    rates: foreignCurrencies(base).map((currency) => {
      const rate = known.get(currency)
      const days = rate ? Math.floor((now.getTime() - Date.parse(rate.since)) / dayMs) : 0
      return {
        currency,
        price: rate ? numberField(String(rate.basePerUnit), session.staff.language) : '',
        since: rate?.since ?? null,
        days,
        isOld: rate !== undefined && days > rates.warnAfterDays,
        isOffered: sales.currencies.some((each) => each === currency),
      }
    }),
    history: history.map(({ currency, per_sek_micro: micro, valid_from: since }) => ({
      currency,
      price: String(basePerUnit(micro)),
      since,
    })),
    mayChange: may(session, permission),
    audit: await undoableHistory(context, await undoingOf(context)),
  }
}
