/**
 * Who counts as one client: an IPv4 address, or the /64 of an IPv6 one, since a single connection owns that many
 * (RFC 6177). One spelling each, so that `::ffff:10.0.0.1`, `10.0.0.1` and the many forms of an IPv6 address are not
 * different clients to a limit.
 * @param ip as the socket or a trusted proxy names it; undefined when the connection is gone
 */
export function clientAddress(ip: string | undefined): string {
  const plain = ip?.split('%')[0] ?? ''
  if (!plain.includes(':')) return /^[\d.]{7,15}$/.test(plain) ? plain : 'unknown'
  if (!URL.canParse(`http://[${plain}]`)) return 'unknown'
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...zeros, ...back]
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return fromMapped(groups.slice(6))
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The last two groups of an IPv4-mapped address, dotted. */
function fromMapped(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.')
}
