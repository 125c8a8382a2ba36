/** Carriers with their tracking pages; `{number}` is replaced by the tracking number. */
const carriers: Readonly<Record<string, { name: string; page: string }>> = {
  postnord: { name: 'PostNord', page: 'https://tracking.postnord.com/?id={number}' },
  dhl: { name: 'DHL', page: 'https://www.dhl.com/se-en/home/tracking.html?tracking-id={number}' },
  schenker: { name: 'DB Schenker', page: 'https://www.dbschenker.com/app/tracking-public/?refNumber={number}' },
  bring: { name: 'Bring', page: 'https://tracking.bring.se/tracking/{number}' },
  ups: { name: 'UPS', page: 'https://www.ups.com/track?tracknum={number}' },
}

/** Display name of a carrier; an unknown carrier is shown as the operator entered it. */
export function carrierName(carrier: string): string {
  return carrierOf(carrier)?.name ?? carrier
}

/** The URL of a carrier's page for a parcel; null for an unknown carrier or without a number. */
export function trackingPage(carrier: string, number: string): string | null {
  const known = carrierOf(carrier)
  return known && number !== '' ? known.page.replace('{number}', encodeURIComponent(number)) : null
}

function carrierOf(carrier: string) {
  return Object.hasOwn(carriers, carrier) ? carriers[carrier] : undefined
}
