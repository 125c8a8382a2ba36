import type { LineUnits } from '../../ordering/orders/fulfilment-queries.ts'
import { OrderError } from '../../ordering/orders/order-error.ts'
import { ConsoleError } from '../frame/console-error.ts'

/** Units as a form names them, `units:2` being those of line 2; lines without units are left out. */
export function readUnits(written: ReadonlyMap<string, string>): LineUnits[] {
  return [...written]
    .map(([position, quantity]) => ({ position: wholeNumber(position), quantity: wholeNumber(quantity || '0') }))
    .filter(({ quantity }) => quantity > 0)
}

/** Like `readUnits`, for a form that does nothing without units. */
export function chosenUnits(written: ReadonlyMap<string, string>): LineUnits[] {
  const units = readUnits(written)
  if (units.length === 0) throw new ConsoleError('units_missing')
  return units
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new OrderError('units_unknown', `"${text}" is no number of units.`)
  return Number(text)
}
