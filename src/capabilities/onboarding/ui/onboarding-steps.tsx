import { Wrap } from '../../../ui/page.tsx'
import { Stepper } from '../../../ui/stepper.tsx'

/** OPEN-27: the way of a lawyer's account, from the first code to the panel. */
const STEPS = ['Verificar Email', 'Información Profesional', 'Verificación', 'Listo'] as const
const PLACES = { email: 0, profile: 1, review: 2, done: 4 } as const

/** ONV-01, ONP-01, ONR-01: where a lawyer stands on the way to their panel. A band under the navigation bar. */
export function OnboardingSteps({ step }: { step: keyof typeof PLACES }) {
  return (
    <div className="border-b border-line bg-sunken">
      <Wrap className="py-4">
        <div className="mx-auto max-w-190">
          <Stepper
            label="Pasos para activar tu perfil"
            steps={STEPS}
            current={PLACES[step]}
            numbered={false}
          />
        </div>
      </Wrap>
    </div>
  )
}
