import { readStored } from '../../../browser/storage.ts'
import { isPostalCode } from '../../../domain/places/postal-codes.ts'

/** Fills in the postal code that this browser's cart knows (spec section 3, "Cart state"), where none is typed. */
export function fillPostalCode(): void {
  const field = document.querySelector<HTMLInputElement>('.checkout [name="postal_code"]')
  const country = document.querySelector<HTMLSelectElement>('.checkout [name="country"]')?.value ?? ''
  const cart = readStored('cart')
  const known: unknown = typeof cart === 'object' && cart !== null ? Reflect.get(cart, 'postalCode') : null
  if (!field || field.value !== '' || typeof known !== 'string' || !isPostalCode(country, known)) return
  field.value = known
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
