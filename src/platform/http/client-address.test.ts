import { expect, test } from 'vitest'
import { clientAddress } from './requests.server.ts'

test.each([
  ['10.8.8.8', '10.8.8.8'],
  ['::ffff:10.8.8.8', '10.8.8.8'],
  ['::FFFF:0a08:0808', '10.8.8.8'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:0000:0000:0000:0009', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::2:0:0:7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nobody', 'unknown'],
  ['1:2:3', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is client %s', (ip, client) => {
  expect(clientAddress(ip)).toBe(client)
})
