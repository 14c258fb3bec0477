/**
 * Setup of the mutation tests: leaves out what needs the built pages, or a process of its own, in files whose other tests run the
 * sources (vitest.mutation.config.ts).
 */
import { beforeEach } from 'vitest'

const BUILT_ONLY = [
  'abuse 38: a stream is never the answer to another request of the same',
  'what was acknowledged is stored, whoever sends again ends with each message once',
  'older than the 7 days kept is a reset',
  'the application ends in order: its streams are cut at once',
  'kill -9 of the application and a new one',
  'leaves a part and a row that the sweep finds',
  'OPEN-29, OPEN-52: a language model is named where the operator set one up',
  'first-time 14, abuse 25: without a plan a lawyer reads how many open cases',
  'abuse 28: 500 rapid searches of one address over two processes',
  'OPEN-03 cases by status, messages and proposals of each of the last 30 days',
  'COL-07, COL-08, CAL-27, TRAP-36, abuse 27: verified lawyers but oneself',
  'ROU-39, TRAP-32: nobody else, at the door and on the page',
  'looking at the page, as mail scanners do, confirms nothing',
  'metrics are there for this machine alone',
  'H-07, A5, abuse 10: forty invented accounts from one address shut nobody out',
  'H-05, A4: in a chat from the market the client is «Camila Q.»',
  'MKT-14, TRAP-03, abuse 25: gratis does not',
  'clients, administrators and lawyers who are not verified do not; visitors sign in',
  'TRAP-35, OPEN-50, abuse 25: neither client nor details leave',
  'whoever hangs up in mid-request is noted and no fault',
  'the refusals of a crowd that signs in are no faults',
  'ENT-17, AIS-12, abuse 27: a result is these fields and nothing else',
  'abuse 36, 37: hostile search texts are answered quickly and properly',
  'a page renews it too, and hands the cookie on',
  'AUT-23 a profile that cannot be read',
  'ADM-15, ROU-29 the lawyer’s own session and panel follow at once',
  'OPEN-03, OPEN-08 /admin-dashboard',
  'OPEN-05, ADM-16, TRAP-28, abuse 6: 50 GET and HEAD of each page',
]

beforeEach(({ task, skip }) => {
  if (BUILT_ONLY.some((title) => task.name.startsWith(title))) skip()
})
