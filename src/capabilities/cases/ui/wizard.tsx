import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isoDay } from '../../../chile/dates.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { focusFirstInvalid } from '../../../ui/fields/focus-first-invalid.ts'
import { bottomBarScrollClass, keepAboveBottomBar } from '../../../ui/fields/keep-above-bottom-bar.ts'
import { Stepper } from '../../../ui/layout/stepper.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { caseSentence, PUBLISH_BUTTON } from '../../consents/rules.ts'
import { ConsentSentence } from '../../consents/ui/consent-sentence.tsx'
import { type Intake, mentionsChildren, questionAnswers } from '../intake/answers.ts'
import { isCaseSpecialty, OTHER_SPECIALTY } from '../intake/questions.ts'
import { FAILED_TITLE, useIntake } from './use-intake.ts'
import type { ClassifyProblem } from './use-problem-classification.ts'
import { type PublishedCase, useWizardNavigation } from './use-wizard-navigation.ts'
import { WizardAside } from './wizard-aside.tsx'
import { WizardDone } from './wizard-done.tsx'
import { WizardQuestions } from './wizard-questions.tsx'
import { WizardSpecialty } from './wizard-specialty.tsx'
import { WizardSummary } from './wizard-summary.tsx'
import { furthestStep, isForMarket, stepProblems, type WizardStepProps } from './wizard-values.ts'

export interface WizardProps {
  userId: string
  /** What the user typed elsewhere on the site: the initial search text. Empty when nothing. */
  initialQuery: string
  /** Classifies a problem described in free text; provided by a later slice. */
  classify: ClassifyProblem
  /** Renders the recommended lawyers of the confirmation (WIZ-30); provided by a later slice. */
  renderRecommended(published: PublishedCase): ReactNode
}

const STEPS = ['Especialidad', 'Detalles', 'Resumen'] as const
const LAST_STEP = STEPS.length - 1
const blockedClass = 'aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-muted'

/** WIZ-01 to WIZ-34: the intake wizard in three steps, and its confirmation. */
export function Wizard({ userId, initialQuery, classify, renderRecommended }: WizardProps) {
  const intake = useIntake(userId, (sent) => {
    const { specialty, commune } = sent
    if (isCaseSpecialty(specialty)) finish({ specialty, commune, isHidden: !isForMarket(sent) })
    setTriedStep(null)
  })
  const { values, restoredStep, clear, submission } = intake
  const { pending, failure } = submission
  const today = isoDay(new Date())
  const { step, published, key, go, finish } = useWizardNavigation(furthestStep(values, today), restoredStep)
  const formRef = useRef<HTMLFormElement>(null)
  const heading = useHeadingFocus(key)
  /** The step on which the user pressed «Siguiente» with missing values; its problems are shown. */
  const [triedStep, setTriedStep] = useState<number | null>(null)
  const [hasMoved, setHasMoved] = useState(false)
  const open = stepProblems(step, values, today)
  const problems = new Map([...intake.problems, ...(triedStep === step ? open : [])])
  const isBlocked = step < LAST_STEP && open.size > 0

  const clearFailure = () => {
    submission.toasts.dismiss()
    submission.clear()
  }
  const changeValues = (next: (before: Intake) => Intake) => {
    clearFailure()
    // Another specialty has other questions: do not mark them before the user has seen them.
    if (step === 0) setTriedStep(null)
    intake.setValues(next)
  }
  const moveTo = (to: number) => {
    clearFailure()
    setTriedStep(null)
    setHasMoved(true)
    intake.setLastStep(to)
    go(to)
  }
  const restart = () => {
    clear()
    moveTo(0)
  }
  const focusFirstProblem = () => {
    flushSync(() => setTriedStep(step))
    focusFirstInvalid(formRef.current)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    clearFailure()
    if (open.size > 0) return focusFirstProblem()
    if (step < LAST_STEP) return moveTo(step + 1)
    void submission.submit()
  }

  if (published)
    return (
      <WizardDone published={published} heading={heading}>
        {renderRecommended(published)}
      </WizardDone>
    )
  const stepProps: WizardStepProps = { values, problems, onChange: changeValues }
  const { title, text } = stepHeading(step, values.specialty)
  return (
    <form
      ref={formRef}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      {...keepAboveBottomBar}
      className={`${bottomBarScrollClass} grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,40rem)_18.75rem] lg:grid-rows-[auto_1fr] lg:justify-between`}
    >
      <div className="min-w-0">
        <h1>Ingresa tu Causa</h1>
        <div className="mt-5 border-b border-line pb-6">
          <Stepper label="Pasos para ingresar tu causa" steps={STEPS} current={step} />
        </div>
        {restoredStep !== null && !hasMoved && (
          <Notice
            live
            className="mt-6"
            action={
              <Button size="sm" data-leads-on="" onClick={restart}>
                Empezar de nuevo
              </Button>
            }
          >
            Recuperamos lo que habías escrito.
          </Notice>
        )}
        <h2 ref={heading} tabIndex={-1} className="mt-7 text-[1.625rem]/8 outline-none">
          <span className="sr-only">{`Paso ${step + 1} de ${STEPS.length}, ${STEPS[step]}: `}</span>
          {title}
        </h2>
        <p className="mt-1 text-muted">{text}</p>
        {problems.size > 1 && (
          <Notice kind="danger" live className="mt-5">
            {`Faltan ${problems.size} respuestas. Revisa los campos marcados.`}
          </Notice>
        )}
        <div inert={pending} className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-8 empty:hidden">
          {step === 0 && (
            <WizardSpecialty
              {...stepProps}
              initialQuery={initialQuery}
              classify={classify}
              onForget={clear}
            />
          )}
          {step === 1 && <WizardQuestions {...stepProps} onForget={clear} />}
          {step === LAST_STEP && <WizardSummary {...stepProps} onEdit={moveTo} />}
        </div>
      </div>
      <aside className="min-w-0 self-start lg:sticky lg:top-6 lg:row-span-2">
        <WizardAside step={step} values={values} />
      </aside>
      <div
        // Not sticky in the last step, so that the consent above the button is on screen when it is pressed.
        data-bottom-bar=""
        className={classNames(
          'z-10 -mx-5 flex flex-wrap gap-3 self-start border-t border-line bg-paper px-5 py-3 md:static md:mx-0 md:justify-between md:px-0 md:pt-5',
          step < LAST_STEP && 'sticky bottom-0',
        )}
      >
        {failure && (
          // Scroll to the message with the button below it.
          <div
            ref={(note) => note?.parentElement?.scrollIntoView({ block: 'nearest' })}
            className="basis-full"
          >
            <Notice kind="danger" title={FAILED_TITLE}>
              {failure.message}
            </Notice>
          </div>
        )}
        {step === LAST_STEP && (
          <div className="basis-full">
            <ConsentSentence>
              {`${caseSentence(PUBLISH_BUTTON, {
                hasChildren: mentionsChildren(values.specialty, questionAnswers(values)),
                isHidden: !isForMarket(values),
              })} Lee los Términos y Condiciones y la Política de Privacidad.`}
            </ConsentSentence>
          </div>
        )}
        {step > 0 && (
          <Button
            key={`back ${step}`}
            data-leads-on=""
            disabled={pending}
            onMouseDown={keepFocus}
            onClick={() => moveTo(step - 1)}
          >
            Anterior
          </Button>
        )}
        <SubmitButton
          // A new button per step: a double press of «Siguiente» must not submit.
          key={step}
          pending={pending}
          pendingLabel="Ingresando tu causa…"
          aria-disabled={isBlocked}
          onMouseDown={keepFocus}
          className={`max-md:flex-1 md:ml-auto ${isBlocked ? blockedClass : ''}`}
        >
          {step < LAST_STEP ? 'Siguiente' : PUBLISH_BUTTON}
        </SubmitButton>
      </div>
    </form>
  )
}

function stepHeading(step: number, specialty: string): { title: string; text: string } {
  if (step === 0) return { title: STEPS[0], text: 'Elige el tema que más se parece a lo que te pasa.' }
  if (step === LAST_STEP)
    return { title: STEPS[2], text: 'Revisa tu causa y dinos dónde ocurren los hechos.' }
  const text =
    specialty === OTHER_SPECIALTY
      ? 'No hay preguntas adicionales para este tipo de caso.'
      : 'Tres preguntas para que el abogado entienda tu situación.'
  return { title: specialty, text }
}

/** Keeps the focus in the field: losing it may show an error line, which moves the button away. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Focuses the heading after a step change, so that screen readers announce it. */
function useHeadingFocus(key: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [key])
  return heading
}
