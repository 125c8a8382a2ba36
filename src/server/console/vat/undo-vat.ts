import type * as z from 'zod/mini'
import type { undoForm } from '../../../contracts/console/staff.ts'
import { dayOf } from '../../../domain/places/working-days.ts'
import type { Queryable } from '../../platform/db/tables.ts'
import { removeVatRate, setVatRate, type VatPlace } from '../../pricing/vat-rates/change-vat-rate.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { recordChanged } from '../frame/record-changed.ts'
import { fieldsWithout, type LogFields, type Undoing } from '../staff/undo-record.ts'
import { changeVat, vatLog, vatSubject } from './on-vat.ts'

/** The rate that differs, if it is one to come: orders count by the others. */
function changedPlace(
  { shop }: ConsoleContext,
  now: LogFields,
  former: LogFields,
): (VatPlace & { name: string }) | undefined {
  const names = [...new Set([...Object.keys(now), ...Object.keys(former)])].filter((name) => now[name] !== former[name])
  const [name = '', ...others] = names
  const [country = '', vatClass = '', from = ''] = name.split(' ')
  if (others.length > 0 || from <= dayOf(shop.now(), shop.settings.all.home)) return undefined
  return { name, country, vatClass, from }
}

/** How changes of rates to come are taken back. */
export async function undoingOfVat(context: ConsoleContext): Promise<Undoing> {
  const now = await vatLog(context.shop.db)
  return {
    subject: vatSubject,
    operations: ['vat.set', 'vat.remove', 'vat.undo'],
    now,
    canBe: (former) => changedPlace(context, now, former) !== undefined,
    permission: 'settings.change',
  }
}

/** Takes one change of a rate to come back. */
export async function undoVat(context: ConsoleContext, { entry }: z.output<typeof undoForm>): Promise<void> {
  const undoing = await undoingOfVat(context)
  const former = await fieldsWithout(context, undoing, entry)
  const place = changedPlace(context, undoing.now, former)
  if (!place) throw new ConsoleError('not_possible')
  const percent = former[place.name]
  const guard = async (trx: Queryable) => {
    if ((await vatLog(trx, place.country))[place.name] !== undoing.now[place.name])
      throw await recordChanged(trx, vatSubject)
  }
  await changeVat(context, { operation: 'vat.undo', place, guard }, async ({ db, now }) => {
    const who = { by: context.session.actor.name, now: now() }
    if (typeof percent === 'number') await setVatRate(db, place, percent, { ...who, isReplaced: true })
    else await removeVatRate(db, place, who)
  })
}
