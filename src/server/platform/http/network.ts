import { isIPv6 } from 'node:net'

/**
 * Returns the network by which an address is counted in every limit: an IPv4 address itself, also when mapped into
 * IPv6 (`::ffff:192.0.2.7`, `::ffff:c000:207`), and the /64 of an IPv6 address, which belongs to one subscriber.
 */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** How many networks of one site count in full; more of them share what these have. */
export const networksPerSite = 2
const ipv6Network = /^((?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/

/**
 * Returns the site that a network belongs to: the /48 of an IPv6 network, which one subscriber may have whole, with
 * 65,536 networks; any other network is its own site.
 */
export function siteOf(network: string): string {
  const [, beginning] = ipv6Network.exec(network) ?? []
  return beginning === undefined ? network : `${beginning}:/48`
}

/** Expands a valid IPv6 address to its eight groups. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::')
  const before = numbers(head)
  if (tail === undefined) return before
  const after = numbers(tail)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function numbers(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16))
}

/** Converts `::ffff:192.0.2.7` to `::ffff:c000:207`. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
}
