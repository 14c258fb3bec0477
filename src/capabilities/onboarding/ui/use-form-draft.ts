import { useEffect, useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import type { InitialForm } from '../schema.ts'
import { deleteFormDraft, type FormDraft, readFormDraft, saveFormDraft } from './form-draft.ts'
import { type FormValues, initialValues } from './form-values.ts'

interface Options {
  userId: string
  start: InitialForm
  resolver: Resolver<FormValues>
}

const NOTHING_LOST: FormDraft['lost'] = { avatar: false, idCard: false }

/** Form and step, stored in this tab on every change and restored after a reload. */
export function useFormDraft({ userId, start, resolver }: Options) {
  const [first] = useState(() => initialValues(start))
  const form = useForm<FormValues>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: first,
  })
  const [step, setStep] = useState(0)
  const [draft, setDraft] = useState<FormDraft | null>(null)
  const state = useRef<'new' | 'open' | 'dropped'>('new')
  const values = useWatch({ control: form.control }) as FormValues
  const { isDirty } = form.formState
  const lost = draft?.lost ?? NOTHING_LOST

  // In an effect, after hydration: the server does not know the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the route gives each form its own key
  useEffect(() => {
    if (state.current !== 'new') return
    state.current = 'open'
    const stored = readFormDraft(userId, start)
    if (!stored) return
    form.reset(stored.values, { keepDefaultValues: true })
    setStep(stored.step)
    setDraft(stored)
  }, [])
  useEffect(() => {
    if (state.current === 'open' && (isDirty || step > 0))
      saveFormDraft(userId, start, { values, step, lost })
  }, [userId, start, values, step, lost, isDirty])

  return {
    form,
    step,
    setStep,
    lost,
    restored: draft !== null,
    drop() {
      state.current = 'dropped'
      deleteFormDraft(userId)
    },
  }
}
