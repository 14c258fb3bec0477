/**
 * Normalises an IP address to the client that rate limits count: an IPv4 address, or the /64 prefix of an
 * IPv6 one, because one subscriber owns a whole /64 (RFC 6177). Different spellings of one address give the
 * same client.
 * @param ip from the socket or a trusted proxy; undefined when the connection is closed
 * @returns 'unknown' when `ip` is not an address
 */
export function clientAddress(ip: string | undefined): string {
  const withoutZone = ip?.split('%')[0] ?? ''
  if (!withoutZone.includes(':')) return /^[\d.]{7,15}$/.test(withoutZone) ? withoutZone : 'unknown'
  if (!URL.canParse(`http://[${withoutZone}]`)) return 'unknown'
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...zeros, ...back]
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return dottedIpv4(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The last two groups of an IPv4-mapped IPv6 address in dotted form. */
function dottedIpv4(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}
