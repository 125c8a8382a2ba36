/** Postal codes (without spaces, `from` to `to`) where a parcel takes this many working days more. */
export type DeliveryArea = { from: string; to: string; extraDays: number }

/** Additional working days to a postal code; areas are compared with codes of the same length. */
export function extraDays(areas: readonly DeliveryArea[], postalCode: string): number {
  const code = postalCode.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  const area = areas.find(({ from, to }) => code.length === from.length && from <= code && code <= to)
  return area?.extraDays ?? 0
}
