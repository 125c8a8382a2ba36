import { z } from 'zod/mini'
import { defineCall } from './contract.ts'

/**
 * An option of the parts finder's next step; `value` is what the form sends (for a model, its slug). `label` is empty
 * for the models without a series.
 */
const deviceChoice = z.object({ value: z.string(), label: z.string() })
export type DeviceChoice = z.infer<typeof deviceChoice>

const chosen = z.optional(z.string().check(z.maxLength(120), z.regex(/^[^\0]*$/)))

/** GET /api/devices: all makers; with `brand` its series; with `series` too, the models of that series. */
export const Devices = defineCall({
  method: 'GET',
  path: '/api/devices',
  query: z.object({ brand: chosen, series: chosen }),
  response: z.array(deviceChoice),
  errors: [],
})
