import type { DeviceChoice, Devices } from '../../../contracts/calls/devices.ts'
import { modelName, withoutSeries } from '../../../domain/products/devices.ts'
import type { Operation } from '../../platform/http/calls/endpoint.ts'
import type { Shop } from '../../platform/shop.ts'
import { deviceBrands, deviceModels, deviceSeries } from './device-queries.ts'

const choiceOfText = (text: string): DeviceChoice => ({ value: text, label: text })
const sharedSeconds = 3_600

/**
 * GET /api/devices: the choices for the next field; empty for an unknown maker or series. Models without a series are
 * one without a label.
 */
export const deviceChoices: Operation<typeof Devices, Shop> = async (
  { db },
  { query: { brand, series } },
  { cache },
) => {
  cache.set({ maxAge: sharedSeconds, tags: ['catalog'] })
  if (!brand) return (await deviceBrands(db)).map(choiceOfText)
  if (!series)
    return inOrder(
      (await deviceSeries(db, brand)).map((value) => ({ value, label: value === withoutSeries ? '' : value })),
    )
  return inOrder(
    (await deviceModels(db, brand, series)).map((device) => ({ value: device.slug, label: modelName(device) })),
  )
}

/** Sorts names with their numbers in numeric order, G2 before G10; models without a series come last. */
function inOrder(choices: readonly DeviceChoice[]): DeviceChoice[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const isLast = ({ label }: DeviceChoice) => Number(label === '')
  return choices.toSorted((one, other) => isLast(one) - isLast(other) || compare(one.label, other.label))
}
