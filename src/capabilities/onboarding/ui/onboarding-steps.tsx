import { PageContainer } from '../../../ui/layout/page-container.tsx'
import { Stepper } from '../../../ui/layout/stepper.tsx'

/** OPEN-27: onboarding steps of a lawyer. */
const STEPS = ['Verificar Email', 'Información Profesional', 'Verificación', 'Listo'] as const
const STEP_INDEX = { email: 0, profile: 1, review: 2, done: 4 } as const

/** ONV-01, ONP-01, ONR-01: progress band under the navigation bar that shows the lawyer's onboarding step. */
export function OnboardingSteps({ step }: { step: keyof typeof STEP_INDEX }) {
  return (
    <div className="border-b border-line bg-sunken">
      <PageContainer className="py-4">
        <div className="mx-auto max-w-190">
          <Stepper
            label="Pasos para activar tu perfil"
            steps={STEPS}
            current={STEP_INDEX[step]}
            numbered={false}
          />
        </div>
      </PageContainer>
    </div>
  )
}
