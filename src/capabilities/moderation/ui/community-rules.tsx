import { RULE_TEXTS } from './rule-texts.ts'

/** DAT-73: the numbered rules, which a sanction names. */
export function RuleList() {
  return (
    <ol className="mt-4 grid gap-3">
      {RULE_TEXTS.map(({ title, text }, at) => (
        <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
          <span aria-hidden="true" className="font-semibold tabular-nums">
            {at + 1}.
          </span>
          <span>
            <b>{title}.</b> {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
