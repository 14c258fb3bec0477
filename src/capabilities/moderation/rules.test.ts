import { expect, test } from 'vitest'
import {
  APPEAL_GRAPH,
  type AppealEvent,
  type GraphActor,
  nextReportState,
  REPORT_GRAPH,
  type ReportEvent,
  ruleText,
  SANCTION_GRAPH,
  type SanctionEvent,
  stateAfter,
  type Transition,
} from './rules.ts'
import { APPEAL_STATES, REPORT_REASONS, REPORT_STATES, RULES, SANCTION_STATES } from './schema.ts'
import { RULE_TEXTS } from './ui/rule-texts.ts'

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

/** Every cell of a graph that leads somewhere. */
function cellsOf<State extends string, Event extends string>(
  graph: readonly Transition<State, Event>[],
  states: readonly State[],
  events: readonly Event[],
) {
  const found: Record<string, string> = {}
  for (const state of states)
    for (const event of events)
      for (const actor of ACTORS) {
        const next = stateAfter(graph, state, event, actor)
        if (next) found[`${state} ${event} ${actor}`] = next
      }
  return found
}

test('DAT-70, DAT-72 the graphs of a sanction and of an appeal, cell by cell', () => {
  const events: readonly SanctionEvent[] = ['begin', 'acceptAnswer', 'end', 'lift', 'winAppeal']
  expect(cellsOf(SANCTION_GRAPH, SANCTION_STATES, events)).toEqual({
    'anunciada begin system': 'vigente',
    'anunciada acceptAnswer admin': 'retirada',
    'vigente end system': 'terminada',
    'vigente lift admin': 'terminada',
    'vigente winAppeal admin': 'terminada',
  })
  const appeals: readonly AppealEvent[] = ['appeal', 'confirm', 'revoke']
  expect(cellsOf(APPEAL_GRAPH, ['ninguna', ...APPEAL_STATES], appeals)).toEqual({
    'ninguna appeal person': 'apelada',
    'apelada confirm admin': 'confirmada',
    'apelada revoke admin': 'revocada',
  })
})

test('DAT-73 a sanction names a rule of /normas by its number', () => {
  expect(RULE_TEXTS.map(({ title }) => title)).toEqual(RULES.map((reason) => REPORT_REASONS[reason]))
  expect([2, 8].map(ruleText)).toEqual(['2, amenazas o acoso', '8, otro'])
})
