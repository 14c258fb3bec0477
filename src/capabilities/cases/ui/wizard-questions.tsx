import type { ChangeEvent } from 'react'
import { isoDay } from '../../../chile/dates.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { EARLIEST_DATE, MAX_NUMBER } from '../intake/answers.ts'
import { isSafetySpecialty, type Question, questionsOf } from '../intake/questions.ts'
import { SafetyNotice } from './safety-notice.tsx'
import type { WizardStepProps } from './wizard-values.ts'

/** Step of the arrow keys by unit: 100,000 for pesos. */
const NUMBER_STEP = { días: 1, meses: 1, CLP: 100_000 } as const

/** WIZ-14 to WIZ-18: the questions of the specialty. */
export function WizardQuestions({
  values,
  problems,
  onChange,
  onForget,
}: WizardStepProps & { onForget(): void }) {
  const { specialty, answers } = values
  return (
    <>
      {questionsOf(specialty).map((question) => (
        <QuestionField
          key={`${specialty} ${question.id}`}
          question={question}
          value={answers[question.id]}
          error={problems.get(`answers.${question.id}`)}
          onChange={(answer) =>
            onChange((before) => ({ ...before, answers: { ...before.answers, [question.id]: answer } }))
          }
        />
      ))}
      {isSafetySpecialty(specialty) && <SafetyNotice onForget={onForget} />}
    </>
  )
}

interface QuestionFieldProps {
  question: Question
  value: string
  error: string | undefined
  onChange(answer: string): void
}

/** Makes the question larger than a normal field label. */
const questionClass =
  '[&>:first-child>:first-child]:text-[1.0625rem]/6.5 [&>:first-child>:first-child]:text-pretty'

function QuestionField({ question, value, error, onChange }: QuestionFieldProps) {
  const field = { label: question.text, error, className: questionClass }
  const text = {
    ...field,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    required: true,
  }
  switch (question.input) {
    case 'radio':
      return <RadioGroup {...field} options={optionsOf(question.options)} value={value} onChange={onChange} />
    case 'number':
      return (
        <NumberField
          {...field}
          value={value === '' ? null : Number(value)}
          onChange={(number) => onChange(number === null ? '' : String(number))}
          prefix={question.unit === 'CLP' ? '$' : undefined}
          suffix={question.unit}
          step={NUMBER_STEP[question.unit]}
          max={MAX_NUMBER[question.unit]}
          autoComplete="off"
          required
          className={`${questionClass} ${question.unit === 'CLP' ? 'md:[&>:nth-child(2)]:max-w-72' : '[&>:nth-child(2)]:max-w-40'}`}
        />
      )
    case 'date':
      return (
        <DateField
          {...text}
          min={EARLIEST_DATE}
          max={isoDay(new Date())}
          autoComplete="off"
          className={`${questionClass} md:[&>:nth-child(2)]:max-w-56`}
        />
      )
    case 'textarea':
      return <TextArea {...text} rows={4} />
    case 'text':
      return <TextField {...text} autoComplete="off" />
  }
}
