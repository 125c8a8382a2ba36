import type { ReturnPage } from '../../../contracts/console/returns.ts'

type Units = Map<number, number>
type Written = { 'units:': ReadonlyMap<string, string>; 'scrap:': ReadonlyMap<string, string> }

/** The units of a parcel in an address, `got=1x2 3x1`; undefined before the first scan. */
export function gotOf({ searchParams }: URL): Units | undefined {
  const got = unitsIn(searchParams.get('got'))
  return got.size === 0 ? undefined : got
}

/** Those of them that are scrapped, where somebody has said so, `scrapped=1x1`. */
export function scrappedOf({ searchParams }: URL): Units {
  return unitsIn(searchParams.get('scrapped'))
}

/** The queries of an address that hold a parcel. */
export function parcelQuery({ got, scrapped }: { got: Units; scrapped: Units }): Record<string, string> {
  const text = (units: Units) => [...units].map((each) => each.join('x')).join(' ')
  return {
    ...(got.size === 0 ? {} : { got: text(got) }),
    ...(scrapped.size === 0 ? {} : { scrapped: text(scrapped) }),
  }
}

/**
 * The parcel of an address with what was typed: counts that differ from those that the page had shown, each of at most
 * the units that are awaited. A form with typed units and no scanned code counts the others as they were shown.
 */
export function typedParcel(
  url: URL,
  lines: ReturnPage['lines'],
  form: Written & { code: string },
): { got: Units; scrapped: Units } {
  const [got, scrapped] = [gotOf(url) ?? new Map<number, number>(), scrappedOf(url)]
  const awaited = lines.filter(({ left }) => left > 0)
  const units = typedOf(form['units:'], awaited, 'came')
  if (units.size > 0 && form.code === '') for (const { position, came } of awaited) got.set(position, came)
  for (const [position, count] of units) got.set(position, count)
  for (const [position, count] of typedOf(form['scrap:'], awaited, 'scrapped')) scrapped.set(position, count)
  return { got, scrapped }
}

/** The counts that are others than the page had shown. */
function typedOf(written: ReadonlyMap<string, string>, lines: ReturnPage['lines'], shown: 'came' | 'scrapped'): Units {
  const counts = lines.flatMap((line) => {
    const text = written.get(String(line.position)) ?? ''
    const count = /^\d{1,6}$/.test(text) ? Math.min(line.left, Number(text)) : line[shown]
    return count === line[shown] ? [] : [[line.position, count] as const]
  })
  return new Map(counts)
}

function unitsIn(written: string | null): Units {
  const pairs = (written ?? '')
    .slice(0, 2_000)
    .split(' ')
    .flatMap((each) => {
      const [, position, units] = /^(\d{1,4})x(\d{1,6})$/.exec(each) ?? []
      return position && units ? [[Number(position), Number(units)] as const] : []
    })
  return new Map(pairs)
}
