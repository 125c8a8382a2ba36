import { z } from 'zod/mini'
import { formText } from '../form-fields.ts'

/** The buttons of the sandbox provider's page; `seconds` is how late a late payment is. */
export const sandboxPaymentForm = z.object({ choice: formText(), seconds: z.catch(z.coerce.number(), 20) })
