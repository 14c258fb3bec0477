import { Lock } from 'lucide-react'
import { SunkenBox } from '../../../ui/layout/card.tsx'
import type { Intake } from '../intake/answers.ts'
import { OTHER_SPECIALTY } from '../intake/questions.ts'
import { isForMarket } from './wizard-values.ts'

const MATCH = 'Te recomendamos hasta 3 abogados de la especialidad.'
const MARKET = 'Los abogados suscritos ven tu causa sin tu nombre.'
/** PLZ-66 */
const HIDDEN = 'Tu causa queda fuera del mercado: la ve solo el abogado que tú elijas.'

/** The remaining steps, by current step. */
const AHEAD: readonly (readonly string[])[] = [
  ['Respondes tres preguntas cortas y revisas tu causa.', MATCH, MARKET],
  ['Indicas la comuna y revisas tus respuestas.', MATCH, MARKET],
  [MATCH, MARKET, 'Conversas en privado y eliges con quién seguir.'],
]

/** WIZ-18: «Otro» has no questions. */
const AHEAD_OF_OTHER = ['Indicas la comuna y revisas tu causa.', MATCH, MARKET]

/** Shown next to each step: what follows, and where the answers are stored. */
export function WizardAside({ step, values }: { step: number; values: Intake }) {
  const ahead = step === 0 && values.specialty === OTHER_SPECIALTY ? AHEAD_OF_OTHER : AHEAD[step]
  return (
    <SunkenBox className="px-5 py-5">
      <h2 className="text-h4">Qué pasa después</h2>
      <ol className="mt-3.5 grid gap-4 text-ui">
        {ahead?.map((line, index) => (
          <li key={line} className="grid grid-cols-[1.625rem_minmax(0,1fr)]">
            <span aria-hidden="true" className="font-serif text-h4 font-medium text-primary-ink">
              {index + 1}
            </span>
            {line === MARKET && !isForMarket(values) ? HIDDEN : line}
          </li>
        ))}
      </ol>
      <p className="mt-4.5 flex gap-2 border-t border-line pt-4 text-small text-muted">
        <Lock aria-hidden="true" className="mt-0.5 size-4.25 flex-none" />
        Tus respuestas se guardan en esta pestaña hasta que las envíes.
      </p>
    </SunkenBox>
  )
}
