import { BlockList, isIP, type IPVersion } from 'node:net'

const addressBits: Readonly<Record<IPVersion, number>> = { ipv4: 32, ipv6: 128 }

/** Parses addresses and networks such as `10.0.0.0/8, 2001:db8::1`; undefined when a part is neither. */
export function parseAddresses(text: string): BlockList | undefined {
  const list = new BlockList()
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.every((part) => add(list, part)) ? list : undefined
}

/** Tells whether an address is in the list; an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) counts as IPv4. */
export function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const family = familyOf(plain)
  return family !== undefined && list.check(plain, family)
}

function add(list: BlockList, part: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(part) ?? []
  const family = familyOf(address)
  if (family === undefined || Number(bits ?? 0) > addressBits[family]) return false
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
  return true
}

function familyOf(address: string): IPVersion | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}
