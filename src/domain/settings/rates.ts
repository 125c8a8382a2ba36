import { z } from 'zod/mini'

/** Where exchange rates come from, and when they are too old. */
export const ratesSettings = z.strictObject({
  /** `manual`: by the command alone; `ecb`: every day from the European Central Bank's file. */
  source: z.prefault(z.enum(['manual', 'ecb']), 'manual'),
  /** `npm run shop -- doctor` warns of rates that are older. */
  warnAfterDays: z.prefault(z.int().check(z.minimum(1), z.maximum(365)), 30),
})
