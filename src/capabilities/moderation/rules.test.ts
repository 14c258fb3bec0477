import { expect, test } from 'vitest'
import { type GraphActor, nextReportState, REPORT_GRAPH, type ReportEvent, stateAfter } from './rules.ts'
import { REPORT_STATES } from './schema.ts'

const ACTORS: readonly GraphActor[] = ['admin', 'reporter', 'person', 'system']

test('DAT-66, DAT-67 the graph of a report, cell by cell; every other event is refused with 409', () => {
  const events: readonly ReportEvent[] = ['take', 'ask', 'answer', 'expire', 'decide', 'leave']
  const allowed = {
    'abierto take admin': 'en_revision',
    'en_revision ask admin': 'esperando',
    'en_revision decide admin': 'cerrado',
    'esperando answer reporter': 'en_revision',
    'esperando expire system': 'en_revision',
    'abierto leave system': 'cerrado',
    'en_revision leave system': 'cerrado',
    'esperando leave system': 'cerrado',
  }
  const found: Record<string, string> = {}
  for (const state of REPORT_STATES)
    for (const event of events)
      for (const actor of ACTORS) {
        const next = stateAfter(REPORT_GRAPH, state, event, actor)
        const result = nextReportState(state, event, actor)
        if (next) found[`${state} ${event} ${actor}`] = next
        expect(result.ok ? result.value : result.refusal.code).toBe(next ?? 'CONFLICT')
      }
  expect(found).toEqual(allowed)
})
