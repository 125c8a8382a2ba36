/**
 * Codes that were entered at checkout belong to the cart of this tab too, so that its next sync does not forget them.
 */
export async function adoptCodes(): Promise<void> {
  const codes = document.querySelector<HTMLElement>('.coupon-field')?.dataset['codes']?.split(' ').filter(Boolean) ?? []
  const { replaceCodes } = await import('../../discounts/discount-store.ts')
  replaceCodes(codes)
}
