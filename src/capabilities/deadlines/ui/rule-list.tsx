import { formatLongDate } from '../../../chile/dates.ts'
import { buttonClass } from '../../../ui/actions/button-style.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { PublicRule, RulesBySubject } from '../schema.ts'
import { amountText, capitalized, certaintyText, sourceText, unbroken } from './rule-texts.ts'

const KIND_TEXTS: Readonly<Record<PublicRule['kind'], string | null>> = {
  own: null,
  other: 'Plazo de la otra parte',
  wait: 'Tiempo de espera',
}

/** PLZ-42: the rules by subject. It reads without JavaScript; the page handles the buttons by their `data-rule`. */
export function RuleList({ subjects }: RulesBySubject) {
  return (
    <>
      <nav aria-label="Materias" className="mt-8">
        <ul className="flex flex-wrap gap-2">
          {subjects.map(({ title }, at) => (
            <li key={title}>
              <a
                href={`#materia-${at + 1}`}
                className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-ui font-medium text-ink no-underline hover:border-control"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {subjects.map(({ title, rules }, at) => (
        <section key={title} aria-labelledby={`materia-${at + 1}`} className="mt-10">
          <h2 id={`materia-${at + 1}`} className="scroll-mt-6 text-h3">
            {title}
          </h2>
          <Card flush className="mt-4">
            <ul className="divide-y divide-line">
              {rules.map((rule) => (
                <RuleRow key={rule.id} rule={rule} />
              ))}
            </ul>
          </Card>
        </section>
      ))}
    </>
  )
}

function RuleRow({ rule }: { rule: PublicRule }) {
  const amount = amountText(rule)
  const kind = KIND_TEXTS[rule.kind]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2.5 px-5 py-4.5 md:flex-nowrap md:px-6">
      <div className="grid min-w-0 gap-1">
        <h3 className="font-sans text-body/6 font-semibold tracking-normal">{rule.name}</h3>
        <p className="max-w-[80ch] text-ui">
          {amount === null ? certaintyText(rule) : `${capitalized(amount)}.`}
        </p>
        <p className="max-w-[80ch] text-small text-muted">
          {amount === null
            ? `${sourceText(rule)} · Revisado el ${unbroken(formatLongDate(rule.checkedOn))}.`
            : `${sourceText(rule)} · ${certaintyText(rule)}`}
          {rule.certainty === 'medium' && ` Revisada el ${unbroken(formatLongDate(rule.checkedOn))}.`}
          {rule.validFrom !== null && ` Rige desde el ${unbroken(formatLongDate(rule.validFrom))}.`}
        </p>
      </div>
      {amount === null ? (
        <Badge icon={<Icon name="info" />}>Por confirmar</Badge>
      ) : (
        <div className="flex flex-none flex-wrap items-center gap-3 md:flex-col md:items-end">
          <button
            type="button"
            data-rule={rule.id}
            aria-label={`Calcular: ${rule.name}`}
            className={buttonClass({ size: 'sm' })}
          >
            Calcular
          </button>
          {kind !== null && <Badge icon={<Icon name="timer" />}>{kind}</Badge>}
        </div>
      )}
    </li>
  )
}
