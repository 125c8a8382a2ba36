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
  return { got: text(got), ...(scrapped.size === 0 ? {} : { scrapped: text(scrapped) }) }
}

/**
 * The parcel of an address with what was typed: counts that differ from those that the page had shown. A form with such
 * counts and no scanned code counts the others as they were shown.
 */
export function typedParcel(
  url: URL,
  lines: ReturnPage['lines'],
  form: Written & { code: string },
): { got: Units; scrapped: Units; isTyped: boolean } {
  const got = gotOf(url) ?? new Map<number, number>()
  const scrapped = scrappedOf(url)
  let isTyped = false
  for (const { position, came, scrapped: shown, left } of lines) {
    const [units, scrap] = [unitsOf(form['units:'], position), unitsOf(form['scrap:'], position)]
    const isCounted = units !== undefined && units !== came
    const isScrapped = scrap !== undefined && scrap !== shown
    if (isCounted) got.set(position, units)
    else if (form.code === '' && left > 0) got.set(position, came)
    if (isScrapped) scrapped.set(position, scrap)
    isTyped ||= isCounted || isScrapped
  }
  return { got, scrapped, isTyped }
}

function unitsOf(written: ReadonlyMap<string, string>, position: number): number | undefined {
  const text = written.get(String(position)) ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
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
