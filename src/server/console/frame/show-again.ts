/**
 * The value of the Refresh header of a page that shows itself again after two seconds. It names the address without its
 * fragment: an address with one would only be scrolled to, and the page would stay as it is.
 */
export function showAgain({ pathname, search }: URL): string {
  return `2; url=${pathname}${search}`
}
