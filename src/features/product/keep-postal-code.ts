/** The checkout fills in the postal code that was typed on a product's page (spec section 3, "Cart state"). */
export async function keepPostalCode(): Promise<void> {
  const field = document.querySelector<HTMLInputElement>('.buying-terms [name="postal"]')
  // What the page came with: a browser may fill in something else, which nobody asked for.
  if (!field || field.defaultValue === '' || field.ariaInvalid === 'true') return
  const { rememberPostalCode } = await import('../cart/store/cart-store.ts')
  rememberPostalCode(field.defaultValue)
}
