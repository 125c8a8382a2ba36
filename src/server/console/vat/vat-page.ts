import { undoForm } from '../../../contracts/console/staff.ts'
import { vatRateForm, vatRemoveForm, type VatPage } from '../../../contracts/console/vat.ts'
import { vatCountry, vatPercent, type VatRow } from '../../../domain/money/vat.ts'
import { countries } from '../../../domain/places/countries.ts'
import { chargesVatIn } from '../../../domain/places/taxed-countries.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { plannedRate, removeVatRate, setVatRate, type VatPlace } from '../../pricing/vat-rates/change-vat-rate.ts'
import { storedVatRates } from '../../pricing/vat-rates/queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError, refusalText } from '../frame/console-error.ts'
import { consoleAction, consoleScreen } from '../frame/console-screen.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { undoableHistory } from '../staff/undo-record.ts'
import { changeVat, vatSubject } from './on-vat.ts'
import { undoingOfVat, undoVat } from './undo-vat.ts'
import { vatEffect } from './vat-effect.ts'

const permission = 'settings.change'
type Typed = { country: string; class: string; from: string; percent: string }

/** VAT by country, class and day; what is to come can be added and taken back. */
export const vatScreen = consoleScreen<VatPage>({
  screen: 'vat',
  permission: 'settings.view',
  load: vatContent,
  actions: {
    set: consoleAction({
      permission,
      stepUp: true,
      form: vatRateForm,
      run: async (context, form) => {
        const [place, percent] = [placeOf(form), percentOf(form.percent)]
        await changeVat(context, { operation: 'vat.set', place }, async ({ db, now }) => {
          const done = await setVatRate(db, place, percent, {
            by: context.session.actor.name,
            now: now(),
            isReplaced: form.replace === 'yes',
          })
          if (done.before === done.after) throw new ConsoleError('nothing_changed')
        })
      },
    }),
    undo: consoleAction({ permission, stepUp: true, form: undoForm, run: undoVat }),
    remove: consoleAction({
      permission,
      stepUp: true,
      form: vatRemoveForm,
      run: async (context, form) => {
        const place = placeOf(form)
        const guard = async (trx: Queryable) => {
          const stored = (await storedVatRates(trx, place.country)).find((row) => isAt(row, place))
          if (stored && String(vatPercent(stored.rate)) !== form.percent) throw await recordChanged(trx, vatSubject)
        }
        await changeVat(context, { operation: 'vat.remove', place, guard }, ({ db, now }) =>
          removeVatRate(db, place, { by: context.session.actor.name, now: now() }),
        )
      },
    }),
  },
})

const isAt = (row: VatRow, { vatClass, from }: VatPlace) => row.vat_class === vatClass && row.valid_from === from

function placeOf({ country, class: vatClass, from }: Omit<Typed, 'percent'>): VatPlace {
  return { country: country.toUpperCase(), vatClass: vatClass.trim().toLowerCase(), from }
}

/** With a comma or a point; what is no number is refused where the rate is checked. */
function percentOf(text: string): number {
  return /^\d{1,3}(?:[.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN
}

async function vatContent(context: ConsoleContext): Promise<VatPage> {
  const { shop, session, request } = context
  const { home, sales } = shop.settings.all
  const today = dayOf(shop.now(), home)
  const rows = (await storedVatRates(shop.db)).filter(({ country }) => chargesVatIn(country, home))
  const sold = new Set<string>([home.country, ...sales.countries].map((code) => vatCountry(code)))
  const parameter = (name: string, max: number) => (request.url.searchParams.get(name) ?? '').trim().slice(0, max)
  const fields = {
    country: parameter('country', 2) || home.country,
    class: parameter('class', 20) || 'standard',
    percent: parameter('percent', 10),
    from: parameter('from', 10),
    sku: parameter('sku', 80),
  }
  return {
    home: home.country,
    rates: [...Map.groupBy(rows, ({ country, vat_class: name }) => `${country} ${name}`).values()].flatMap((all) =>
      ratesOf(all, today, sold),
    ),
    countries: countries
      .map(({ code }) => code)
      .filter((code) => vatCountry(code) === code && chargesVatIn(code, home)),
    classes: [...new Set(['standard', 'reduced', ...rows.map((row) => row.vat_class)])].toSorted(),
    fields,
    ...(await effectOf(context, fields)),
    mayChange: may(session, permission),
    audit: await undoableHistory(context, await undoingOfVat(context)),
  }
}

/** The rates of one class of one country; earlier ones are in the log. */
function ratesOf(rows: readonly VatRow[], today: string, sold: ReadonlySet<string>): VatPage['rates'] {
  const [first] = rows
  if (!first) return []
  const now = rows.findLast(({ valid_from: from }) => from <= today)
  return [
    {
      country: first.country,
      vatClass: first.vat_class,
      percent: now ? vatPercent(now.rate) : null,
      since: now?.valid_from ?? null,
      toCome: rows
        .filter(({ valid_from: from }) => from > today)
        .map(({ rate, valid_from: from }) => ({ percent: vatPercent(rate), from })),
      isSold: sold.has(first.country),
    },
  ]
}

/** The effect of what the address asks about; a rate that is refused is said to be, and nothing is stored. */
async function effectOf(
  context: ConsoleContext,
  typed: VatPage['fields'],
): Promise<Pick<VatPage, 'effect' | 'noEffect'>> {
  if (typed.percent === '' && typed.from === '') return { effect: null, noEffect: null }
  const { shop, request } = context
  try {
    const planned = plannedRate(placeOf(typed), percentOf(typed.percent), shop.now(), shop.settings.all.home)
    return { effect: await vatEffect(context, planned, typed.sku), noEffect: null }
  } catch (error) {
    const refusal = refusalText(error, request.locals.t)
    if (refusal === undefined) throw error
    return { effect: null, noEffect: refusal }
  }
}
